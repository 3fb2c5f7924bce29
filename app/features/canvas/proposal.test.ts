import { expect, it } from 'vitest';
import { blocksOfDoc, docOfState, spliceBlocks, stateOfBlocks } from '../../../sync/merge/note-blocks';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { partsOf, takePart } from './proposal';

const TEXT = 'The budget is forty thousand euros.\n\nWe meet on Monday at nine.\n\nBring the samples to the meeting.';
const text = parseMarkdown(TEXT);
const whole = { from: 0, to: text.length };
const docOf = (markdown: string) => docOfState(stateOfBlocks(parseMarkdown(markdown)));
const written = (doc: ReturnType<typeof docOf>): string => writeMarkdown(blocksOfDoc(doc)).trim();

const PROPOSED =
  'The budget is forty thousand dollars.\n\nWe meet on Monday at nine.\n\nBring the samples to the room.\n\nThanks.';

it('has one part for each run of changed blocks, and none for unchanged blocks', () => {
  const parts = partsOf(text, whole, parseMarkdown(PROPOSED));
  expect(parts.map(({ at, before, after }) => [at, before.length, after.length])).toEqual([
    [0, 1, 1],
    [2, 1, 2],
  ]);
  expect(partsOf(text, whole, parseMarkdown(TEXT))).toEqual([]);
});

it('applies one part without the others', () => {
  const [first, second] = partsOf(text, whole, parseMarkdown(PROPOSED));
  const doc = docOf(TEXT);
  expect(takePart(doc, text, second!)).toBe(true);
  expect(written(doc)).toBe(
    'The budget is forty thousand euros.\n\nWe meet on Monday at nine.\n\nBring the samples to the room.\n\nThanks.',
  );
  expect(takePart(doc, text, first!)).toBe(true);
  expect(written(doc)).toBe(PROPOSED);
});

it('keeps text that was typed meanwhile, and does not apply a part whose blocks were edited', () => {
  const [first, second] = partsOf(text, whole, parseMarkdown(PROPOSED));
  const doc = docOf(TEXT);
  spliceBlocks(doc, 0, 0, parseMarkdown('Typed before.'));
  spliceBlocks(doc, 3, 1, parseMarkdown('Bring nothing.'));
  expect(takePart(doc, text, second!)).toBe(false);
  expect(takePart(doc, text, first!)).toBe(true);
  expect(written(doc)).toBe(
    'Typed before.\n\nThe budget is forty thousand dollars.\n\nWe meet on Monday at nine.\n\nBring nothing.',
  );
});

it('changes nothing outside the selected part', () => {
  const parts = partsOf(text, { from: 1, to: 2 }, parseMarkdown('We meet on Tuesday at nine.'));
  expect(parts.map(({ at }) => at)).toEqual([1]);
  const doc = docOf(TEXT);
  takePart(doc, text, parts[0]!);
  expect(written(doc)).toBe(TEXT.replace('Monday', 'Tuesday'));
});

it('does not add an image that was not in the text', () => {
  const parts = partsOf(
    text,
    whole,
    parseMarkdown(`${TEXT}\n\n![x](https://stranger.example/p.png)\n\n![y](image:abc)`),
  );
  expect(parts.flatMap(({ after }) => after).some(({ type }) => type === 'image')).toBe(false);
});
