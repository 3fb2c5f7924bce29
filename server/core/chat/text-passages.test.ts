/** Passages of texts as long as an extracted text can be. */
import { expect, it } from 'vitest';
import { PARSED_TEXT } from '../../../sync/model/parsed-text';
import { parseFile } from '../../parsing/child/parse';
import { rankPassages } from './text-passages';

const ANSWER = 'The kingfisher nests under the third bridge.';
const line = (n: number): string => `Line ${n}: the gauge at the weir was read and showed no change.\n`;

/** A text of at least so many units, with the answer at a position. */
function textOf(units: number, answerAt: number): string {
  let text = '';
  for (let n = 0, isIn = false; text.length < units; n += 1) {
    if (!isIn && text.length >= answerAt) {
      text += `${ANSWER}\n`;
      isIn = true;
    }
    text += line(n);
    if (n % 20 === 0) text += '\n';
  }
  return text;
}
const parsed = (text: string) =>
  parseFile(
    { bytes: Buffer.from(text), name: 'gauge.txt', languages: [] },
    { progress: () => undefined, deadline: Date.now() + 600_000, scratch: '' },
  );
const found = async (text: Awaited<ReturnType<typeof parsed>>) => {
  const { passages, isClosest } = await rankPassages(
    'Where does the kingfisher nest?',
    [{ ...text, title: 'gauge.txt' }],
    8,
  );
  return !isClosest && (passages[0]?.text.includes(ANSWER) ?? false);
};

it('the last words of the longest text that is kept are found', async () => {
  const text = await parsed(textOf(PARSED_TEXT.units - 40_000, PARSED_TEXT.units - 60_000));
  expect(text.notices).toEqual([]);
  expect(await found(text)).toBe(true);
});

it('a file of 28 MB is searched in its beginning, and its text says that it was cut', async () => {
  const text = await parsed(textOf(28 * 1024 * 1024, PARSED_TEXT.units - 60_000));
  expect(text.notices).toEqual(['truncated']);
  const units = text.parts.reduce((sum, part) => sum + part.text.length, 0);
  expect(units).toBeGreaterThan(PARSED_TEXT.units - 4_000);
  expect(await found(text)).toBe(true);
});
