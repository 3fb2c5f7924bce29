import { describe, expect, it } from 'vitest';
import { QUESTION_SYNC } from '../sync/protocol/background-sync';
import { handleSync } from './send-questions';

/** A service worker with this number of windows and these databases. */
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
  it('leaves sending to an open window, does not read the databases, and rejects so that the event is repeated', async () => {
    let listed = 0;
    const { dispatch, asked } = worker(1, () => {
      listed += 1;
      return Promise.resolve([]);
    });
    await expect(dispatch(QUESTION_SYNC)[0]).rejects.toThrow('window');
    expect(listed).toBe(0);
    // includes windows that this worker does not control
    expect(asked).toEqual([{ type: 'window', includeUncontrolled: true }]);
  });

  it('resolves if no question is stored', async () => {
    const { dispatch } = worker(0, () => Promise.resolve([{ name: 'satchel-accounts', version: 1 }]));
    await expect(Promise.all(dispatch(QUESTION_SYNC))).resolves.toHaveLength(1);
  });

  it('rejects if the databases cannot be read, so that the event is repeated', async () => {
    const { dispatch } = worker(0, () => Promise.reject(new Error('broken')));
    await expect(dispatch(QUESTION_SYNC)[0]).rejects.toThrow('broken');
  });

  it('ignores events with another tag', () => {
    expect(worker(0, () => Promise.resolve([])).dispatch('another')).toEqual([]);
  });
});
