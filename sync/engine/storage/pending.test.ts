/** Pending documents as reported by the storage's change stream: writes of several tabs arrive in any order. */
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Replica } from './replica-database';
import type { Documents } from './documents';
import { PendingDocuments } from './pending';

interface Write {
  height: number;
  waits: boolean;
  at?: number;
}
const row = ({ height, waits, at = height }: Write) => ({
  id: 'p1',
  docKind: 'projects',
  title: '',
  waits,
  pending: waits ? { base: null, since: 1 } : null,
  _deleted: false,
  _rev: `${height}-tab`,
  _meta: { lwt: at },
});

/** Number of pending documents after the index was read, with writes reported during and after the read. */
async function pendingCount(index: Write[], during: Write[], after: Write[] = []): Promise<number> {
  const stream = new Subject<unknown>();
  const report = (writes: Write[]): void => {
    for (const write of writes) stream.next({ events: [{ documentData: row(write) }] });
  };
  const replica = {
    names: ['projects'],
    stores: ['items'],
    store: () => ({ storageInstance: { changeStream: () => stream } }),
  } as unknown as Replica;
  const documents = {
    allPendingRows: async () => {
      report(during);
      return index.map(row);
    },
  } as unknown as Documents;
  const opened = await PendingDocuments.open(replica, documents);
  report(after);
  opened.close();
  return opened.count;
}

test('the later of two writes counts, in whichever order they are reported', async () => {
  expect(
    await pendingCount(
      [],
      [],
      [
        { height: 5, waits: true },
        { height: 6, waits: false },
      ],
    ),
  ).toBe(0);
  expect(
    await pendingCount(
      [],
      [],
      [
        { height: 6, waits: false },
        { height: 5, waits: true },
      ],
    ),
  ).toBe(0);
  expect(
    await pendingCount(
      [],
      [],
      [
        { height: 6, waits: true },
        { height: 5, waits: false },
      ],
    ),
  ).toBe(1);
});

test('an index read before a write does not revert it', async () => {
  expect(await pendingCount([{ height: 5, waits: true }], [{ height: 6, waits: false }])).toBe(0);
  expect(await pendingCount([{ height: 5, waits: true }], [{ height: 5, waits: true }])).toBe(1);
});

test('a recreated row starts at the first height; a clock that was set back does not hide a write', async () => {
  expect(
    await pendingCount(
      [],
      [],
      [
        { height: 9, waits: false, at: 9 },
        { height: 1, waits: true, at: 10 },
      ],
    ),
  ).toBe(1);
  expect(
    await pendingCount(
      [],
      [],
      [
        { height: 9, waits: false, at: 9 },
        { height: 10, waits: true, at: 2 },
      ],
    ),
  ).toBe(1);
});
