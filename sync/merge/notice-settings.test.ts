import { expect, it } from 'vitest';
import { choiceOf } from '../model/notices';
import { mergeDocument as merge } from './merge';

const base = {
  id: 'mia',
  rev: '1-a',
  updatedAt: 1,
  mutedKinds: ['transcriptFailed'],
  notices: [{ id: 'noteShared', mail: 'daily', push: true }],
  timeZone: 'Asia/Tokyo',
};

it('merges what two devices have muted, unmuted and chosen for different kinds', () => {
  const mine = { ...base, rev: '2-b', updatedAt: 2, mutedKinds: ['transcriptFailed', 'projectChanged'] };
  const theirs = {
    ...base,
    rev: '2-c',
    updatedAt: 3,
    mutedKinds: ['transcriptReady'],
    notices: [...base.notices, { id: 'handedOver', mail: 'now', push: false }],
  };
  const { merged, conflicts } = merge('preferences', base, mine, theirs);
  expect([...(merged['mutedKinds'] as string[])].sort()).toEqual(['projectChanged', 'transcriptReady']);
  const preferences = merged as never as Parameters<typeof choiceOf>[0];
  expect(choiceOf(preferences, 'handedOver')).toEqual({ app: true, mail: 'now', push: false });
  expect(choiceOf(preferences, 'noteShared')).toEqual({ app: true, mail: 'daily', push: true });
  expect(conflicts).toEqual([]);
});

it('merges what two devices have chosen for one kind, by field', () => {
  const of = (mail: string, push: boolean) => [{ id: 'noteShared', mail, push }];
  const { merged } = merge(
    'preferences',
    base,
    { ...base, rev: '2-b', updatedAt: 2, notices: of('never', true) },
    { ...base, rev: '2-c', updatedAt: 3, notices: of('daily', false) },
  );
  expect(merged['notices']).toEqual([{ id: 'noteShared', mail: 'never', push: false }]);
});

it('adds choices to preferences written by an older version of the app', () => {
  const { notices: _notices, timeZone: _zone, ...old } = base;
  const { merged } = merge(
    'preferences',
    old,
    { ...base, rev: '2-b', updatedAt: 2 },
    { ...old, rev: '2-c', updatedAt: 3 },
  );
  expect(merged['notices']).toEqual(base.notices);
  expect(merged['timeZone']).toBe('Asia/Tokyo');
});
