import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Connection, SyncStatus } from '../../../sync/engine/storage/status';
import { calmWords, unsyncedCount, syncWords } from './sync-words';

const well: SyncStatus = {
  connection: { state: 'online', since: 0 },
  leader: true,
  firstSync: false,
  firstSyncDocuments: 0,
  firstSyncTotal: 0,
  waiting: { documents: 0, texts: 0, calls: 0, recordings: 0 },
  sending: null,
  attention: 0,
  recovered: 0,
  local: 0,
  kept: 0,
  lastSyncAt: 1,
};
const waiting = { documents: 1, texts: 1, calls: 0, recordings: 1 };

it('is quiet when all is well', () => expect(syncWords(well)).toBeNull());
it('counts what waits', () =>
  expect(syncWords({ ...well, waiting })).toMatchObject({ key: 'waiting', params: { count: 3 } }));
it('shows what takes care of itself once it takes long, and the rest at once', () => {
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
  expect(shown({ ...sends, attention: 1 }, false, false)).toBe('attention');
  // what was kept does not go from the screen while something is sent
  expect(shown({ ...sends, kept: 3 }, false, false)).toBe('kept');
});
it('says which of how many is being sent', () =>
  expect(syncWords({ ...well, waiting, sending: { done: 1, of: 3 } })).toMatchObject({
    key: 'sending',
    params: { done: 2, of: 3 },
  }));
it('what needs a person comes before what waits', () =>
  expect(syncWords({ ...well, waiting, attention: 2 })).toMatchObject({
    key: 'attention',
    params: { count: 2 },
    tone: 'problem',
  }));
it('is not quiet while something is on this device only, for a person to decide', () => {
  expect(syncWords({ ...well, recovered: 1, waiting })).toMatchObject({
    key: 'recovered',
    params: { count: 1 },
    tone: 'problem',
  });
  expect(
    syncWords({ ...well, recovered: 1, connection: { state: 'offline', reason: 'noNetwork', since: 0, nextTryAt: 0 } }),
  ).toMatchObject({ key: 'recovered' });
  expect(syncWords({ ...well, local: 2 })).toMatchObject({ key: 'local', params: { count: 2 } });
  expect(syncWords({ ...well, kept: 3 })).toMatchObject({ key: 'kept', params: { count: 3 } });
});
it('counts everything that would go with the device', () =>
  expect(unsyncedCount({ ...well, waiting, attention: 1, recovered: 1, local: 1, kept: 1 })).toBe(7));
it('signed out comes before all, and says what is kept', () => {
  const signedOut: Connection = { state: 'blocked', reason: 'signedOut', since: 0 };
  expect(syncWords({ ...well, connection: signedOut, waiting, attention: 1 })).toMatchObject({
    key: 'signedOutWaiting',
    params: { count: 3 },
  });
});

it('has a text for everything it can say', () => {
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
      { attention: 1 },
      { recovered: 1 },
      { local: 1 },
      { kept: 1 },
      { firstSync: true },
      { waiting, sending: { done: 0, of: 3 } },
    ]) {
      const words = syncWords({ ...well, connection, ...more });
      if (words) expect(texts[words.key] ?? texts[`${words.key}_other`], words.key).toBeTruthy();
    }
  }
});
