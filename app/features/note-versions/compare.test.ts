import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { blockText, compareTexts, summaryOf, type ComparedBlock } from './compare';

const compare = (then: string, now: string): ComparedBlock[] => compareTexts(parseMarkdown(then), parseMarkdown(now));
const marks = (blocks: ComparedBlock[]): string[] =>
  blocks.map(
    ({ difference, parts }) =>
      `${difference}: ${parts
        .map(({ difference: of, text }) => (of === 'added' ? `[+${text}]` : of === 'removed' ? `[-${text}]` : text))
        .join('')}`,
  );

it('shows words of a changed block, and whole blocks else', () => {
  expect(
    marks(compare('# Plan\n\nWe meet on Monday at nine.\n\nOld', '# Plan\n\nWe meet on Tuesday at nine.\n\n- New')),
  ).toEqual(['same: Plan', 'changed: We meet on [-Monday][+Tuesday] at nine.', 'removed: [-Old]', 'added: [+New]']);
});

it('finds words in texts without spaces', () => {
  expect(marks(compare('会議は月曜日に東京で行います。', '会議は火曜日に東京で行います。'))[0]).toMatch(
    /^changed: 会議は\[-月曜日?\]\[\+火曜日?\].*東京で行います。$/,
  );
});

it('notices a ticked task and a new heading level as changes of form', () => {
  const [task] = compare('- [ ] Send it', '- [x] Send it');
  expect([task!.difference, task!.parts]).toEqual(['changed', [{ difference: 'same', text: 'Send it' }]]);
  expect(summaryOf(compare('# A\n\nB', '## A\n\nB'))).toEqual({ added: 0, removed: 0, changed: 1 });
});

it('compares tables, code and dividers', () => {
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  expect(marks(compare(table, table.replace('2', '3')))[0]).toContain('[-2][+3]');
  expect(summaryOf(compare('```ts\nconst x = 1;\n```\n\n---', '---\n\nnew'))).toEqual({
    added: 1,
    removed: 1,
    changed: 0,
  });
});

it('contains both texts', () => {
  const text = fc.array(
    fc.constantFrom('one two three', 'one two', '# four', '- five six', '- [ ] seven', '---', '日本語です'),
    {
      maxLength: 15,
    },
  );
  fc.assert(
    fc.property(text, text, (then, now) => {
      const [a, b] = [parseMarkdown(then.join('\n\n')), parseMarkdown(now.join('\n\n'))];
      const blocks = compareTexts(a, b);
      const read = (without: string): string[] =>
        blocks
          .filter(({ difference }) => difference !== without)
          .map(({ parts }) =>
            parts
              .filter(({ difference }) => difference !== without)
              .map((each) => each.text)
              .join(''),
          );
      expect(read('removed')).toEqual(b.map(blockText));
      expect(read('added')).toEqual(a.map(blockText));
    }),
  );
});
