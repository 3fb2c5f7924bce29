/** Finds words of an extracted text in the text layer of a page, as pdfjs-dist writes it. */
import { expect, test } from 'vitest';
import { wordRanges } from './word-ranges';

const layer = (...pieces: string[]): HTMLElement => {
  const element = document.createElement('div');
  for (const piece of pieces) element.append(Object.assign(document.createElement('span'), { textContent: piece }));
  return element;
};
const found = (pieces: string[], ...words: string[]): string[] =>
  wordRanges(layer(...pieces), words).map((range) => range.toString());

test('finds words that are split over several elements of the layer', () => {
  expect(found(['The eastern pi', 'er stays'], 'pier')).toEqual(['pier']);
  expect(found(['The eastern pier'], 'western')).toEqual([]);
});

test('finds characters that the PDF has as radicals or compatibility ideographs', () => {
  expect(found(['\u2f92積書：\u2f2d\u2f54荘様'], '見積書', '山水')).toEqual(['\u2f92積書', '\u2f2d\u2f54']);
  expect(found(['\u2ed1さ', '、\uf905'], '長さ', '串')).toEqual(['\u2ed1さ', '\uf905']);
});
