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

it('shows changed words within a block, otherwise whole blocks', () => {
  expect(
    marks(compare('# Plan\n\nWe meet on Monday at nine.\n\nOld', '# Plan\n\nWe meet on Tuesday at nine.\n\n- New')),
  ).toEqual(['same: Plan', 'changed: We meet on [-Monday][+Tuesday] at nine.', 'removed: [-Old]', 'added: [+New]']);
});

it('finds words in texts without spaces', () => {
  expect(marks(compare('会議は月曜日に東京で行います。', '会議は火曜日に東京で行います。'))[0]).toMatch(
    /^changed: 会議は\[-月曜日?\]\[\+火曜日?\].*東京で行います。$/,
  );
});

it('reports a checked task and a new heading level as changes of form', () => {
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

it('compares tables by row and cell, also with an added column', () => {
  const table = '| Item | Price |\n| --- | --- |\n| Table | 100 |\n| Chair | 40 |';
  const cells = (now: string): string[] => {
    const [only, ...rest] = compare(table, now);
    expect(rest).toEqual([]);
    return only!.rows!.map(
      ({ difference, cells: all }) =>
        `${difference}: ${all.map((parts) => parts.map((each) => `${{ same: '', added: '+', removed: '-' }[each.difference]}${each.text}`).join('')).join(' | ')}`,
    );
  };
  expect(cells(table.replace('| Chair | 40 |', '| Lamp, green | 20 |\n| Chair | 45 |'))).toEqual([
    'same: Item | Price',
    'same: Table | 100',
    'added: +Lamp, green | +20',
    'changed: Chair | -40+45',
  ]);
  expect(cells('| Item | Number | Price |\n| --- | --- | --- |\n| Table | 1 | 100 |\n| Chair | 4 | 40 |')).toEqual([
    'changed: Item | +Number | Price',
    'changed: Table | +1 | 100',
    'changed: Chair | +4 | 40',
  ]);
});

it('compares pictures by id, not by description', () => {
  const [removed, added] = compare('![](image:one)', '![](image:two)');
  expect([removed!.difference, added!.difference]).toEqual(['removed', 'added']);
  expect(marks(compare('![Harbour](image:one)', '![Garden](image:one)'))).toEqual(['changed: [-Harbour][+Garden]']);
  expect(marks(compare('![Harbour](image:one)', 'x'))).toEqual(['removed: [-Harbour]', 'added: [+x]']);
});

it('contains both texts', () => {
  const text = fc.array(
    fc.constantFrom(
      'one two three',
      'one two',
      '# four',
      '- five six',
      '- [ ] seven',
      '---',
      '![A ship](image:one)',
      '![A ship](image:two)',
      '| a | b |\n| --- | --- |\n| c | d |',
      '日本語です',
    ),
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
      // ignore the separators between cells
      const words = (blocks: typeof a): string[] => blocks.map((block) => blockText(block).replace(/[\t\n]/g, ''));
      expect(read('removed')).toEqual(words(b));
      expect(read('added')).toEqual(words(a));
    }),
  );
});
