/**
 * Before every file of component tests: creates the window before any module looks for one; ends the page after every
 * test.
 */
import './window';
import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';
import { closePage } from './page';
import { PATIENCE_MS } from './patience';

/** The message of a failed query: the address and the text of the page, not its markup. */
function failed(message: string | null): Error {
  const words = [...document.querySelectorAll('body *')].flatMap((each) =>
    [...each.childNodes]
      .filter((node) => node.nodeType === 3 && !['SCRIPT', 'STYLE'].includes(each.tagName))
      .map((node) => node.textContent?.trim()),
  );
  const short = message?.split('\n\n')[0]?.slice(0, 600) ?? '';
  const content = words.filter(Boolean).join(' · ').slice(0, 3_000);
  return Object.assign(new Error(`${short}\n\nat ${location.pathname}${location.search}:\n${content}`), {
    name: 'TestingLibraryElementError',
  });
}
configure({ asyncUtilTimeout: PATIENCE_MS, getElementError: failed });
afterEach(() => closePage());
