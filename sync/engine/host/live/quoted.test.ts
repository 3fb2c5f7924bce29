import { Subject } from 'rxjs';
import { expect, it, test } from 'vitest';
import { stateFromMarkdown } from '../../../merge/note-text';
import { toBase64 } from '../../../merge/yjs';
import type { Stored } from '../../storage/stored';
import { quotedStands, standsIn, textSourcesOf } from './quoted';

it.each([
  ['notes', '', ['noteContents']],
  ['projects', '', ['projects']],
  ['projectItems', 'p3', ['itemTexts']],
  ['meetings', 's1', ['meetings', 'transcripts']],
  ['meetings', 'summary', ['summaries']],
] as const)('reads a passage of %s %j in %j', (kind, partId, kinds) => {
  expect(textSourcesOf({ kind, id: 'd1', partId }).map(({ collection }) => collection)).toEqual(kinds);
});

it('looks for a quote of a meeting’s note in that note, and for web pages in no document', () => {
  expect(textSourcesOf({ kind: 'meetings', id: 'd1', partId: '' }).map(({ collection }) => collection)).toEqual([
    'noteContents',
  ]);
  expect(textSourcesOf({ kind: 'web', id: '', partId: '' })).toEqual([]);
  expect(textSourcesOf({ kind: 'temporary', id: 'd1', partId: '' })).toEqual([]);
});

it.each([
  ['a sentence', ['The budget is 5 million yen.'], 'budget is 5 million yen', true],
  ['other white space', ['The budget\u00a0is\n5 million yen.'], 'budget is 5 million yen', true],
  ['lines of two blocks', ['Rent: 3', 'Light: 1'], 'Rent: 3\n\nLight: 1', true],
  ['turns with their speakers', ['We start in May.', 'I agree.'], 'Ann: We start in May.\nKen: I agree.', true],
  ['a summary with citations', ['- Rent: 3.[^1] - Light: 1.[^2]'], 'Rent: 3. - Light: 1.', true],
  ['a changed number', ['The budget is 6 million yen.'], 'budget is 5 million yen', false],
  ['a line of two that is gone', ['Rent: 3'], 'Rent: 3\nLight: 1', false],
  ['an empty text', [''], 'budget', false],
])('compares %s', (_case, texts, quote, stands) => {
  expect(standsIn(texts, quote)).toBe(stands);
});

test('reports whether the note contains the quote: unchanged, edited, and not on this device', async () => {
  const note = (markdown: string) => ({ id: 'n1', state: toBase64(stateFromMarkdown(markdown)) }) as unknown as Stored;
  let row: Stored | null = note('The launch is in May.');
  const changes = new Subject<void>();
  const values: (boolean | null)[] = [];
  const source = { collection: 'noteContents', id: 'n1' } as const;
  const next = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  const until = async (value: boolean | null): Promise<void> => {
    while (values.at(-1) !== value || values.length === 0) await next();
  };
  const end = quotedStands([source], 'in May', changes, () => Promise.resolve(row)).subscribe((value) =>
    values.push(value),
  );
  await until(true);
  row = note('The launch is in June.');
  changes.next();
  await until(false);
  row = null;
  changes.next();
  await until(null);
  end.unsubscribe();
});
