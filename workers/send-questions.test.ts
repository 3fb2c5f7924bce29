import { describe, expect, it } from 'vitest';
import { QUESTION_SYNC } from '../sync/protocol/background-sync';
import { handleSync } from './send-questions';

/** A service worker with so many windows, and databases that cannot be listed if they are looked at. */
function worker(windows: number, databases: () => Promise<IDBDatabaseInfo[]>) {
  let listener: (event: never) => void = () => undefined;
  const asked: unknown[] = [];
  handleSync({
    addEventListener: (_type: string, added: never) => {
      listener = added;
    },
    clients: {
      matchAll: (options: unknown) => {
        asked.push(options);
        return Promise.resolve(Array.from({ length: windows }));
      },
    },
    indexedDB: { databases },
    navigator: { locks: {} },
    fetch: () => Promise.reject(new Error('nothing to send')),
  } as never);
  const dispatch = (tag: string): Promise<unknown>[] => {
    const waited: Promise<unknown>[] = [];
    listener({ tag, waitUntil: (work: Promise<unknown>) => waited.push(work) } as never);
    return waited;
  };
  return { dispatch, asked };
}

describe('background sync', () => {
  it('leaves sending to an open window, without a look at the databases, and asks for another event', async () => {
    let listed = 0;
    const { dispatch, asked } = worker(1, () => {
      listed += 1;
      return Promise.resolve([]);
    });
    await expect(dispatch(QUESTION_SYNC)[0]).rejects.toThrow('window');
    expect(listed).toBe(0);
    // windows that this worker does not control count, too
    expect(asked).toEqual([{ type: 'window', includeUncontrolled: true }]);
  });

  it('ends where nothing waits', async () => {
    const { dispatch } = worker(0, () => Promise.resolve([{ name: 'satchel-accounts', version: 1 }]));
    await expect(Promise.all(dispatch(QUESTION_SYNC))).resolves.toHaveLength(1);
  });

  it('asks for another event where the databases cannot be read', async () => {
    const { dispatch } = worker(0, () => Promise.reject(new Error('broken')));
    await expect(dispatch(QUESTION_SYNC)[0]).rejects.toThrow('broken');
  });

  it('does nothing for another tag', () => {
    expect(worker(0, () => Promise.resolve([])).dispatch('another')).toEqual([]);
  });
});
