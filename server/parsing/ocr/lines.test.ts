import type { Block } from 'tesseract.js';
import { expect, test } from 'vitest';
import { TextCollector } from '../text/collector';
import { addRead, linesOf } from './lines';

type Word = [text: string, left: number, right: number];

/** One paragraph; a line is 20 pixels high. */
const blockOf = (lines: readonly Word[][], confidence = 90): Block[] => {
  const read = lines.map((words, row) => ({
    confidence,
    bbox: { x0: words[0]![1], y0: row * 30, x1: words.at(-1)![2], y1: row * 30 + 20 },
    words: words.map(([text, x0, x1]) => ({ text, bbox: { x0, y0: row * 30, x1, y1: row * 30 + 20 } })),
  }));
  return [{ paragraphs: [{ lines: read }] }] as unknown as Block[];
};
function partOf(lines: readonly Word[][], confidence?: number) {
  const text = new TextCollector();
  addRead(text, linesOf(blockOf(lines, confidence)), { page: 2 }, { width: 200, height: 100 });
  return text.finish().parts[0];
}

test('Western words have spaces between them, East Asian characters none', () => {
  expect(partOf([[['The', 0, 20], ['tide', 30, 50]], [['turns', 0, 30]]])!.text).toBe('The tide turns'); // prettier-ignore
  expect(partOf([[['会議', 0, 40], ['は', 45, 60]], [['金曜', 0, 40], ['.', 41, 43]]])!.text).toBe('会議は金曜.'); // prettier-ignore
});

test('Korean syllables that stand close are one word', () => {
  expect(partOf([[['출', 0, 19], ['장', 21, 40], ['금요일', 52, 110]]])!.text).toBe('출장 금요일'); // prettier-ignore
});

test('Each word has its place in the text and, per mille, on the page', () => {
  const { place, text } = partOf([[['The', 20, 40], ['tide', 50, 90]]])!; // prettier-ignore
  expect(place).toEqual({
    page: 2,
    box: [100, 0, 350, 200],
    words: [
      [0, 3, 100, 0, 100, 200],
      [4, 8, 250, 0, 200, 200],
    ],
  });
  expect(text.slice(4, 8)).toBe('tide');
});

test('A pattern that the model doubts is no text', () => {
  expect(partOf([[['|||', 0, 10]]], 20)).toBeUndefined();
});
