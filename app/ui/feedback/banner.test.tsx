import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Banner } from './banner';

/** The element with the text below the title. */
function textOf(banner: ReactElement): Element {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(banner);
  return [...place.querySelectorAll('div')].find((element) => element.textContent === 'All is kept.')!;
}

test('a brief banner hides its text from a narrow screen, and from no screen reader', () => {
  const text = textOf(
    <Banner isBrief title="No answer">
      All is kept.
    </Banner>,
  );
  expect(text.className).toContain('max-sm:sr-only');
});

test('another banner shows its text on every screen', () => {
  expect(textOf(<Banner title="No answer">All is kept.</Banner>).className).toBe('');
});
