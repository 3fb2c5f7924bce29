import { expect, test } from 'vitest';
import { htmlDocument, namedEncoding } from './html-document';

function depthOf(node: Node): number {
  let [depth, deepest] = [0, node as Node | null];
  for (; deepest; deepest = deepest.firstChild) depth += 1;
  return depth;
}

test('Nesting is bounded, and the text of what is deeper stays in its order', () => {
  const document = htmlDocument(
    `${'<div>'.repeat(3000)}one <b>two</b><script>no</script> three${'</div>'.repeat(3000)}`,
  );
  expect(depthOf(document.documentElement)).toBeLessThan(130);
  expect(document.body.textContent?.replace(/\s+/g, ' ').trim()).toBe('one two three');
});

test.each([
  'plain words',
  '<p>plain words',
  '<body>plain words</body>',
  '<!doctype html><html><body>plain words',
  '<!doctype html><title>T</title><p>plain words',
  '<!doctype html><html lang=en><meta charset=utf-8><title>T</title><p>plain <b>words</b>',
  '<!doctype html><html><title>T</title><body class=a><p>plain words',
  '<html><head><title>T</title></head><p>plain words</p></html>',
  '<title>T</title><body>plain</body><body> words</body>',
])('A document without some of its elements has a head and a body: %s', (source) => {
  const document = htmlDocument(source);
  expect(document.body.textContent?.trim()).toBe('plain words');
  expect(document.querySelectorAll('body')).toHaveLength(1);
  expect(document.querySelector('head')!.textContent?.trim()).toBe(source.includes('title') ? 'T' : '');
});

test('A page with more elements than anybody reads is refused', () => {
  expect(() => htmlDocument('<i>x</i>'.repeat(300_001))).toThrow('FILE_TOO_COMPLEX');
});

test.each([
  ['<meta charset="shift_jis">', 'shift_jis'],
  ['<meta http-equiv=content-type content="text/html; charset=EUC-KR">', 'EUC-KR'],
  ['<?xml version="1.0" encoding="Big5"?>', 'Big5'],
  ['<p>no name</p>', undefined],
])('The encoding that a document names is found: %s', (source, encoding) => {
  expect(namedEncoding(Buffer.from(source))).toBe(encoding);
});
