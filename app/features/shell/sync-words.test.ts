import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLOSED_STATUS, type Connection, type SyncStatus } from '../../../sync/model/sync-status';
import { calmWords, unsyncedCount, syncWords } from './sync-words';

const well: SyncStatus = { ...CLOSED_STATUS, connection: { state: 'online', since: 0 }, leader: true, lastSyncAt: 1 };
const waiting = { documents: 1, texts: 1, calls: 0, recordings: 1, images: 0, files: 0 };

it('is empty when everything is synced', () => expect(syncWords(well)).toBeNull());
it('counts pending changes', () =>
  expect(syncWords({ ...well, waiting })).toMatchObject({ key: 'waiting', params: { count: 3 } }));
it('shows automatic states only after a delay, and other states at once', () => {
  const shown = (status: SyncStatus, waitsLong: boolean, sendsLong: boolean) =>
    calmWords(status, { waitsLong, sendsLong })?.key ?? null;
  const sends = { ...well, waiting, sending: { done: 0, of: 3 } };
  expect([shown({ ...well, waiting }, false, false), shown(sends, false, false)]).toEqual([null, null]);
  expect([shown({ ...well, waiting }, true, false), shown(sends, true, false), shown(sends, true, true)]).toEqual([
    'waiting',
    'waiting',
    'sending',
  ]);
  expect(
    shown(
      { ...well, waiting, connection: { state: 'offline', reason: 'noNetwork', since: 0, nextTryAt: 0 } },
      false,
      false,
    ),
  ).toBe('offlineWaiting');
  expect(shown({ ...sends, rejected: 1 }, false, false)).toBe('rejected');
  // a state that is shown does not disappear while something is sent
  expect(shown({ ...sends, conflictVersions: 3 }, false, false)).toBe('conflictVersions');
});
it('shows the progress of sending', () =>
  expect(syncWords({ ...well, waiting, sending: { done: 1, of: 3 } })).toMatchObject({
    key: 'sending',
    params: { done: 2, of: 3 },
  }));
it('states that need a person take precedence over pending ones', () =>
  expect(syncWords({ ...well, waiting, rejected: 2 })).toMatchObject({
    key: 'rejected',
    params: { count: 2 },
    tone: 'problem',
  }));
it("is not empty while unsynced work waits for a person's decision", () => {
  expect(syncWords({ ...well, recovered: 1, waiting })).toMatchObject({
    key: 'recovered',
    params: { count: 1 },
    tone: 'problem',
  });
  expect(
    syncWords({ ...well, recovered: 1, connection: { state: 'offline', reason: 'noNetwork', since: 0, nextTryAt: 0 } }),
  ).toMatchObject({ key: 'recovered' });
  expect(syncWords({ ...well, local: 2 })).toMatchObject({ key: 'local', params: { count: 2 } });
  expect(syncWords({ ...well, conflictVersions: 3 })).toMatchObject({ key: 'conflictVersions', params: { count: 3 } });
});
it('counts everything that would be lost with the device', () =>
  expect(unsyncedCount({ ...well, waiting, rejected: 1, recovered: 1, local: 1, conflictVersions: 1 })).toBe(7));
it('a missing session takes precedence, and says what is kept', () => {
  const signedOut: Connection = { state: 'blocked', reason: 'signedOut', since: 0 };
  expect(syncWords({ ...well, connection: signedOut, waiting, rejected: 1 })).toMatchObject({
    key: 'signedOutWaiting',
    params: { count: 3 },
  });
});

it('has a text for every state', () => {
  const texts = (
    JSON.parse(readFileSync(new URL('../../../locales/en/shell.json', import.meta.url), 'utf8')) as {
      sync: Record<string, string>;
    }
  ).sync;
  const connections: Connection[] = [
    well.connection,
    { state: 'starting' },
    { state: 'paused' },
    { state: 'offline', reason: 'noNetwork', since: 0, nextTryAt: 0 },
    { state: 'offline', reason: 'serverUnreachable', since: 0, nextTryAt: 0 },
    ...(['signedOut', 'noPermission', 'ipBlocked', 'clientTooOld', 'storageFull'] as const).map(
      (reason): Connection => ({ state: 'blocked', reason, since: 0 }),
    ),
  ];
  for (const connection of connections) {
    for (const more of [
      {},
      { waiting },
      { rejected: 1 },
      { recovered: 1 },
      { local: 1 },
      { conflictVersions: 1 },
      { firstSync: true },
      { waiting, sending: { done: 0, of: 3 } },
    ]) {
      const words = syncWords({ ...well, connection, ...more });
      if (words) expect(texts[words.key] ?? texts[`${words.key}_other`], words.key).toBeTruthy();
    }
  }
});
