import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { PARSED_TEXT, ParsedText } from '../../../sync/model/parsed-text';
import { piecesOf, TextCollector } from './collector';

const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

test('Whatever a format adds, the text stays within its limits and can be stored', () => {
  const kinds = fc.constantFrom('text', 'code', 'tableRow', 'listItem');
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, fc.string({ unit: 'binary', maxLength: 6_000 }))), (parts) => {
      const text = new TextCollector();
      for (const [kind, part] of parts) text.add(kind, part);
      text.heading(parts[0]?.[1] ?? '', 3);
      const whole = v.parse(ParsedText, text.finish({ title: parts[0]?.[1] ?? '' }));
      for (const part of whole.parts) {
        expect(part.text).not.toBe('');
        expect(isWellFormed(part.text)).toBe(true);
        expect(part.text).not.toContain('\u0000');
      }
    }),
    { numRuns: 30 },
  );
});

test('A long text is cut at the end of a sentence or word, and loses nothing visible', () => {
  const sentence = 'The harbour was measured in spring. ';
  const pieces = [...piecesOf(sentence.repeat(300).trim())];
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(PARSED_TEXT.partUnits);
    expect(piece).toMatch(/\.$/);
  }
  expect(pieces.join('').replace(/\s/g, '')).toBe(sentence.repeat(300).replace(/\s/g, ''));
});

test('Each piece of a long paragraph has the line on which it begins', () => {
  const lines = Array.from({ length: 400 }, (_, n) => `Line ${n + 8} of the log, with some words behind it`);
  const text = new TextCollector();
  text.add('text', lines.join('\n'), { line: 8 });
  const { parts } = text.finish();
  expect(parts.length).toBeGreaterThan(3);
  for (const { text: piece, place } of parts) expect(piece).toMatch(new RegExp(`^Line ${place.line} of`));
  // a cut within a line, and blank lines at the cut
  const sentence = 'The gauge was read. ';
  const code = new TextCollector();
  code.add('code', `${sentence.repeat(190)}\n\n\n${sentence.repeat(30)}\n  end`, { line: 1 });
  expect(code.finish().parts.map(({ place }) => place.line)).toEqual([1, 4]);
});

test('A character of two units is never divided', () => {
  for (const piece of piecesOf(`x${'𠮷'.repeat(9_000)}`)) expect(isWellFormed(piece)).toBe(true);
});

test('Indents of code and empty first cells of a row stay', () => {
  const text = new TextCollector();
  text.add('code', '    return 1\n');
  text.add('tableRow', '\tsecond cell');
  expect(text.finish().parts.map((part) => part.text)).toEqual(['    return 1', '\tsecond cell']);
});

test('Nothing is taken after the text is full', () => {
  const text = new TextCollector();
  for (let at = 0; at <= PARSED_TEXT.parts; at += 1) text.add('text', 'x');
  expect(text.isFull).toBe(true);
  text.add('text', 'y');
  expect(text.finish()).toMatchObject({ parts: { length: PARSED_TEXT.parts }, notices: ['truncated'] });
});

test('Radicals that a browser wrote into a PDF are the characters that they look like', () => {
  const text = new TextCollector();
  text.heading('\u2f92積書：\u2f2d\u2f54荘様', 1);
  text.add('text', '明るさは四\u2f17ルクス');
  text.addExact('text', '\u2ed1野の\u2ea0宿、\u2ed8い\u2ee2と\u2eb6', {});
  // a compatibility ideograph, as a font has it
  text.add('text', '\ufa19社');
  const { parts, outline, title } = text.finish({ title: '\u2f83\u2f00' });
  expect(title).toBe('自一');
  expect(parts.map((part) => part.text)).toEqual([
    '見積書：山水荘様',
    '明るさは四十ルクス',
    // what has no single character stays
    '長野の民宿、青い马と\u2eb6',
    '神社',
  ]);
  expect(outline[0]!.title).toBe('見積書：山水荘様');
});
