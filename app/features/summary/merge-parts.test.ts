import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { compareTexts } from '../note-versions/compare';
import { mergeParts } from './merge-parts';

const Words = fc.constantFrom(
  'We meet on Monday',
  'The budgt is 5M',
  'The budget is 5M',
  'Ask Mei',
  '- Call Ben',
  '# Plan',
);
const Text = fc.array(Words, { maxLength: 8 }).map((lines) => lines.join('\n\n'));

it('is the proposed text if all changes are accepted, and the earlier text if none is', () => {
  fc.assert(
    fc.property(Text, Text, (then, now) => {
      const [before, after] = [parseMarkdown(then), parseMarkdown(now)];
      const compared = compareTexts(before, after);
      const all = new Set(compared.keys());
      expect(writeMarkdown(mergeParts(compared, all))).toBe(writeMarkdown(after));
      expect(writeMarkdown(mergeParts(compared, new Set()))).toBe(writeMarkdown(before));
    }),
  );
});

it('applies only the accepted changes', () => {
  const compared = compareTexts(
    parseMarkdown('The budgt is 5M\n\nask mei today'),
    parseMarkdown('The budget is 5M\n\nAsk Mei today'),
  );
  expect(writeMarkdown(mergeParts(compared, new Set([0])))).toBe('The budget is 5M\n\nask mei today\n');
});
