/** Web pages within this process. */
import { expect, test } from 'vitest';
import { CallError } from '../../../sync/protocol/errors';
import { makeOriginal } from '../../../tests/support/originals/originals';
import { parsePage, type ParsedPage } from './page';

const parse = (
  body: string | Buffer,
  { contentType = 'text/html', url = 'https://example.com/news/a?x=1#part' as string } = {},
): Promise<ParsedPage> =>
  parsePage(
    { bytes: Buffer.from(body as Buffer), contentType, url },
    { progress: () => undefined, deadline: Date.now() + 600_000, scratch: '' },
  );
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'a text',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );

const paragraph = (about: string): string =>
  `<p>${`The council talked about ${about} for two hours, and no decision was made before the evening. `.repeat(4)}</p>`;
const article = `<article><h1>The bridge</h1>${paragraph('the bridge')}${paragraph('its costs')}${paragraph('the ferry')}</article>`;

test('An article is taken without the navigation around it, its paragraphs apart', async () => {
  const page = await parse(
    `<html lang="en-GB"><head><title>The bridge – News</title><meta name="description" content=" About  the bridge "></head>
     <body><nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>${article}</body></html>`,
  );
  const texts = page.parts.map((part) => part.text);
  expect(texts.filter((text) => text.includes('The council'))).toHaveLength(3);
  expect(texts).not.toContain('Sport');
  expect(page).toMatchObject({
    title: 'The bridge – News',
    language: 'en',
    description: 'About the bridge',
    notices: [],
  });
});

test('A page whose tags of head and body are left out has its text, and without text it needs a browser', async () => {
  const page = await parse(`<!doctype html><html lang=en><title>Bridge</title>${article}`);
  expect(page.title).toBe('Bridge');
  expect(page.parts.map(({ text }) => text)).not.toContain('Bridge');
  expect(page.parts.filter(({ text }) => text.includes('The council'))).toHaveLength(3);
  expect(await codeOf(parse('<!doctype html><title>App</title><div id=root></div><script src=a.js></script>'))).toBe(
    'LINK_NEEDS_BROWSER',
  );
});

test('Links are absolute addresses of the web, each once and without its fragment', async () => {
  const page = await parse(`<html><head><base href="/base/"></head><body>${article}
    <a href="b">b</a><a href="b#c">b again</a><a href="//other.example/x">x</a><a href="mailto:a@b.c">mail</a>
    <a href="javascript:alert(1)">script</a><a href="http://user:secret@example.com/y">y</a><a href="http://[">broken</a></body></html>`);
  expect(page.links).toEqual(['https://example.com/base/b', 'https://other.example/x', 'http://example.com/y']);
});

test('No more than two thousand links are kept', async () => {
  const anchors = Array.from({ length: 2500 }, (_, at) => `<a href="/${at}">x</a>`).join('');
  expect((await parse(`<body>${article}${anchors}</body>`)).links).toHaveLength(2000);
});

test('The canonical address is the page’s own, on its own host only', async () => {
  const withCanonical = (href: string): Promise<ParsedPage> =>
    parse(`<html><head><link rel="canonical" href="${href}"></head><body>${article}</body></html>`);
  expect((await withCanonical('/news/a')).canonical).toBe('https://example.com/news/a');
  expect((await withCanonical('https://bank.example/')).canonical).toBe('https://example.com/news/a?x=1');
  expect((await withCanonical('')).canonical).toBe('https://example.com/news/a?x=1');
});

test.each([
  ['the header', 'text/html; charset=Shift_JIS', ''],
  ['a meta element', 'text/html', '<meta charset="shift_jis">'],
  ['nothing', 'text/html', ''],
])('The encoding of a page is told by %s', async (_by, contentType, meta) => {
  const body = Buffer.concat([
    Buffer.from(`<html><head>${meta}</head><body><p>`),
    Buffer.from('89ef8b638ccd8c8e976a82c58ee08e6e82dc82e882dc82b7', 'hex'),
    Buffer.from('</p></body></html>'),
  ]);
  expect((await parse(body, { contentType })).parts[0]!.text).toContain('会議');
});

test('A page that needs scripts for its text says so', async () => {
  const script = '<script src="/app.js"></script>';
  expect(await codeOf(parse(`<body><div id="root"></div>${script}</body>`))).toBe('LINK_NEEDS_BROWSER');
  expect((await parse(`<body><div id="root">Loading …</div>${script}</body>`)).notices).toContain('needsBrowser');
  expect((await parse(`<body>${article}${script}</body>`)).notices).toEqual([]);
});

test('Code of scripts is never text', async () => {
  const page = await parse(
    `<body>${article}<script>steal()</script><style>.a{}</style><template>hidden</template></body>`,
  );
  expect(page.parts.map((part) => part.text).join(' ')).not.toMatch(/steal|\.a\{|hidden/);
});

test('A PDF is parsed as a file, whatever its header says', async () => {
  const { bytes, sentence, place } = await makeOriginal('pdf');
  const page = await parse(bytes, { contentType: 'application/octet-stream' });
  expect(page.parts.find((part) => part.text.includes(sentence))?.place).toEqual(place);
  expect(page).toMatchObject({ canonical: 'https://example.com/news/a?x=1', links: [] });
});

test('Other types are refused', async () => {
  expect(await codeOf(parse('{}', { contentType: 'application/json' }))).toBe('LINK_TYPE_NOT_SUPPORT');
  expect(await codeOf(parse('x', { contentType: 'image/png' }))).toBe('LINK_TYPE_NOT_SUPPORT');
  expect(await codeOf(parse(''))).toBe('FILE_CONTENT_EMPTY');
});

test('A thousand nested elements cost no time', async () => {
  const page = await parse(`<body>${'<div>'.repeat(1000)}${article}${'</div>'.repeat(1000)}</body>`);
  expect(page.parts.map((part) => part.text).join(' ')).toContain('the ferry');
});
