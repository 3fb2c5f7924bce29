import { BehaviorSubject, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { MemoryLocks } from '../../../../tests/support/memory-locks';
import { PREPARED_PUSH } from '../../storage/prepared-push';
import { keepPreparedPush } from './keep-prepared-push';

const PUSH = { pushes: [], inFlight: [] };

/** A device that is offline with a question, and what its replicator answers. */
function offlineDevice() {
  const rows = new Map<string, unknown>();
  const changed$ = new Subject<void>();
  const wholePush = vi.fn<() => Promise<typeof PUSH | null | undefined>>();
  const parts = {
    account: { userId: 'u1', companyId: 'c1' },
    environment: {
      ...{ locks: new MemoryLocks(), origin: '', prefix: '' },
      report: (error: unknown) => {
        throw error;
      },
    },
    device: {
      name: 'device',
      meta: {
        rows: { get: async (key: string) => rows.get(key) },
        put: async (row: { key: string }) => void rows.set(row.key, row),
        delete: async (key: string) => void rows.delete(key),
      },
      outbox: { rows: { filter: () => ({ toArray: async () => [] }) } },
    },
    pending: { of: () => ['question'], changed$ },
    connection: { state$: new BehaviorSubject({ state: 'offline' }) },
    replicator: { wholePush },
    hasLock: false,
  } as unknown as Parameters<typeof keepPreparedPush>[0];
  const answers = async (push: typeof PUSH | null | undefined): Promise<boolean> => {
    wholePush.mockClear().mockResolvedValue(push);
    changed$.next();
    await expect.poll(() => wholePush.mock.results.length > 0).toBe(true);
    // the lock is free again after the write
    await parts.environment.locks.request('satchel-prepared-push:device', async () => undefined);
    return rows.has(PREPARED_PUSH);
  };
  return { parts, answers };
}

it('keeps the stored push while related writes run, and deletes it when no question is pending', async () => {
  const { parts, answers } = offlineDevice();
  const ending = new AbortController();
  const kept = keepPreparedPush(parts, ending.signal);
  expect(await answers(PUSH)).toBe(true);
  expect(await answers(undefined)).toBe(true);
  expect(await answers(null)).toBe(false);
  ending.abort();
  await kept;
});
