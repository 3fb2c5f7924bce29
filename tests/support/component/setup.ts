/**
 * Runs before every file of component tests: creates the window before any module looks for one, and ends the page after
 * every test.
 */
import './window';
import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';
import { closePage } from './page';
import { PATIENCE_MS } from '../patience';

/**
 * The message of a failed query: the address and the text of the page, without markup and in one line, as the summary of
 * a run shows the first line of each failure. An open dialog or menu is the end of the text.
 */
function failed(message: string | null): Error {
  const words = [...document.querySelectorAll('body *')].flatMap((each) =>
    [...each.childNodes]
      .filter((node) => node.nodeType === 3 && !['SCRIPT', 'STYLE'].includes(each.tagName))
      .map((node) => node.textContent?.trim()),
  );
  const short =
    message?.split('\n\n')[0]?.split('. This could be because')[0]?.replace(/\s+/g, ' ').slice(0, 300) ?? '';
  const content = words.filter(Boolean).join(' · ').replace(/\s+/g, ' ');
  const seen = content.length > 1_600 ? `${content.slice(0, 400)} … ${content.slice(-1_200)}` : content;
  return Object.assign(new Error(`${short} at ${location.pathname}${location.search}: ${seen}`), {
    name: 'TestingLibraryElementError',
  });
}
configure({ asyncUtilTimeout: PATIENCE_MS, getElementError: failed });
afterEach(() => closePage());
