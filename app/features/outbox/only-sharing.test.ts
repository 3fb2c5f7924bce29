import { expect, test } from 'vitest';
import { isAboutSharing, isOnlySharing } from './only-sharing';
import type { RejectedChange } from '../../../sync/engine/storage/device-rows';

const base = { id: 'a', rev: '1', title: 'Plan', shareRange: 'private', shareUserIds: [] };
const refused = (content: Record<string, unknown>, more: Partial<RejectedChange> = {}): boolean =>
  isOnlySharing({ collection: 'notes', base, content: { ...base, rev: '2', ...content }, ...more } as RejectedChange);

test('a refused share of a document on the server', () => {
  expect(refused({ shareRange: 'public', linkExpiresAt: 5 })).toBe(true);
});

test('keeps what a person wrote with it: a title, a new document, a text, a deletion', () => {
  expect(refused({ shareRange: 'public', title: 'Plan B' })).toBe(false);
  expect(isOnlySharing({ collection: 'notes', content: { shareRange: 'public' } } as unknown as RejectedChange)).toBe(
    false,
  );
  expect(refused({ shareRange: 'public' }, { collection: 'noteContents' })).toBe(false);
  expect(refused({ shareRange: 'public', _deleted: true })).toBe(false);
});

test('a change of the title is about sharing only if it shares as well', () => {
  const item = (content: object) => ({ collection: 'notes', base, content: { ...base, ...content } }) as never;
  expect([isAboutSharing(item({ title: 'B' })), isAboutSharing(item({ title: 'B', shareRange: 'team' }))]).toEqual([
    false,
    true,
  ]);
});
