import { expect, it } from 'vitest';
import type { TextPart } from '../../../sync/model/parsed-text';
import { openedLines } from './opened-lines';

const LINES = ['Tides', '', 'The pier opens in spring.', 'It closes in autumn.', 'The pier is long.', '', 'End'];
const part = (line: number | undefined, text: string): TextPart => ({
  id: 'p1',
  kind: 'text',
  level: 0,
  text,
  place: line === undefined ? {} : { line },
});
const PARAGRAPH = part(3, LINES.slice(2, 5).join('\n'));

it('opens the line of a paragraph that has the words, the nearest one to their place', () => {
  expect(openedLines(LINES, PARAGRAPH, { words: ['autumn'], near: 30 })).toEqual({ from: 3, to: 5, line: 4 });
  expect(openedLines(LINES, PARAGRAPH, { words: ['pier'], near: 4 }).line).toBe(3);
  expect(openedLines(LINES, PARAGRAPH, { words: ['pier'], near: 50 }).line).toBe(5);
});

it('opens the first line of the part where the words are missing, and none without a part that has one', () => {
  expect(openedLines(LINES, PARAGRAPH, { words: ['End'], near: 0 })).toEqual({ from: 3, to: 5, line: 3 });
  expect(openedLines(LINES, PARAGRAPH, null).line).toBe(3);
  for (const none of [undefined, part(undefined, 'Tides')])
    expect(openedLines(LINES, none, { words: ['Tides'], near: 0 })).toEqual({ from: 0, to: 0, line: 0 });
});
