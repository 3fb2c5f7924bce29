import { expect, it } from 'vitest';
import { asLines, movedLine, planOf, problemOf, withLine, withoutLine, withText } from './plan-lines';

const texts = (lines: { text: string }[]): string[] => lines.map(({ text }) => text);
const lines = asLines(['One?', 'Two?', 'Three?']);

it('moves, adds, changes and removes lines by key', () => {
  expect(texts(movedLine(lines, 2, -1))).toEqual(['One?', 'Three?', 'Two?']);
  expect(texts(movedLine(lines, 0, 1))).toEqual(['Two?', 'One?', 'Three?']);
  expect(texts(movedLine(lines, 0, -1))).toEqual(texts(lines));
  expect(texts(movedLine(lines, 2, 1))).toEqual(texts(lines));
  const added = withText(withLine(withoutLine(lines, 1)), 3, 'Four?');
  expect(added).toEqual([
    { key: 0, text: 'One?' },
    { key: 2, text: 'Three?' },
    { key: 3, text: 'Four?' },
  ]);
});

it('has no plan to store if a line is empty or too long, or there is no line', () => {
  expect(planOf(withText(lines, 0, ' One\u202e? '))).toEqual(['One?', 'Two?', 'Three?']);
  expect(problemOf({ key: 0, text: '   ' })).toBe('empty');
  expect(problemOf({ key: 0, text: 'x'.repeat(501) })).toBe('tooLong');
  expect(planOf(withLine(lines))).toBeNull();
  expect(planOf([])).toBeNull();
});
