import { Subject } from 'rxjs';
import { expect, it, test } from 'vitest';
import { stateFromMarkdown } from '../../../merge/note-text';
import { toBase64 } from '../../../merge/yjs';
import type { Stored } from '../../storage/stored';
import { quotedStands, standsIn, textSourceOf } from './quoted';

it.each([
  ['notes', '', { collection: 'noteContents', id: 'd1' }],
  ['projects', '', { collection: 'projects', id: 'd1' }],
  ['projectItems', 'p3', { collection: 'itemTexts', id: 'd1' }],
  ['meetings', 's1', { collection: 'transcripts', id: 'd1' }],
  ['meetings', 'summary', { collection: 'summaries', id: 'd1' }],
] as const)('reads a passage of %s %j in %j', (kind, partId, source) => {
  expect(textSourceOf({ kind, id: 'd1', partId })).toEqual(source);
});

it('reads the note of a meeting in that note, and no document of the web', () => {
  expect(textSourceOf({ kind: 'meetings', id: 'd1', partId: '' })?.collection).toBe('noteContents');
  expect(textSourceOf({ kind: 'web', id: '', partId: '' })).toBeUndefined();
  expect(textSourceOf({ kind: 'temporary', id: 'd1', partId: '' })).toBeUndefined();
});

it.each([
  ['a sentence', ['The budget is 5 million yen.'], 'budget is 5 million yen', true],
  ['other white space', ['The budget\u00a0is\n5 million yen.'], 'budget is 5 million yen', true],
  ['lines of two blocks', ['Rent: 3', 'Light: 1'], 'Rent: 3\n\nLight: 1', true],
  ['turns with their speakers', ['We start in May.', 'I agree.'], 'Ann: We start in May.\nKen: I agree.', true],
  ['a changed number', ['The budget is 6 million yen.'], 'budget is 5 million yen', false],
  ['a line of two that is gone', ['Rent: 3'], 'Rent: 3\nLight: 1', false],
  ['an empty text', [''], 'budget', false],
])('compares %s', (_case, texts, quote, stands) => {
  expect(standsIn(texts, quote)).toBe(stands);
});

test('follows the text of a note: as it was, edited, and not on this device', async () => {
  const note = (markdown: string) => ({ id: 'n1', state: toBase64(stateFromMarkdown(markdown)) }) as unknown as Stored;
  let row: Stored | null = note('The launch is in May.');
  const changes = new Subject<string[]>();
  const values: (boolean | null)[] = [];
  const source = { collection: 'noteContents', id: 'n1' } as const;
  const next = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  const until = async (value: boolean | null): Promise<void> => {
    while (values.at(-1) !== value || values.length === 0) await next();
  };
  const end = quotedStands(source, 'in May', changes, () => Promise.resolve(row)).subscribe((value) =>
    values.push(value),
  );
  await until(true);
  row = note('The launch is in June.');
  changes.next(['n2', 'n1']);
  await until(false);
  row = null;
  changes.next(['n1']);
  await until(null);
  end.unsubscribe();
});
