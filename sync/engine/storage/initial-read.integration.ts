import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { map, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { CorrectedClock } from './clock';
import { openReplica } from './replica-database';
import { Documents } from './documents';
import { newDataKey, Vault } from './sealing/vault';
import { withInitialRead } from './initial-read';
import { leanStorage } from './lean-storage';

const inProject = { selector: { projectId: 'p1' }, sort: [{ recency: 'asc' as const }] };

test('the first value comes from the storage, and every later change, also one during the read, from RxDB', async () => {
  const indexedDB = new IDBFactory();
  const replica = await openReplica({
    name: 'initial-read',
    storage: leanStorage({ indexedDB, IDBKeyRange }),
    vault: new Vault(await newDataKey()),
    multiInstance: false,
    names: ['notes'],
  });
  const documents = new Documents(replica, new CorrectedClock());
  const note = (id: string): Promise<void> =>
    documents.create('notes', {
      id,
      space: 's',
      title: id,
      projectId: id.startsWith('x') ? 'p2' : 'p1',
      snippet: '',
    } as never);
  for (const id of ['a', 'b', 'x']) await note(id);
  const notes = replica.kind('notes');
  const ids = (rows: { id: string }[]): string =>
    rows
      .map(({ id }) => id)
      .sort()
      .join();
  expect(ids(await notes.find(inProject))).toBe('a,b');

  const finishRead = new Subject<void>();
  const read = new Promise<string>((resolve) => {
    finishRead.subscribe(() => resolve('stale'));
  });
  const emitted: string[][] = [[], []];
  const followed = () => notes.find$(inProject).pipe(map((rows) => ids(rows)));
  const subscriptions = [
    withInitialRead(
      notes,
      () => true,
      async () => ids(await notes.find(inProject)),
      followed,
    ).subscribe((each) => emitted[0]!.push(each)),
    withInitialRead(
      notes,
      () => true,
      () => read,
      followed,
    ).subscribe((each) => emitted[1]!.push(each)),
  ];
  await expect.poll(() => emitted).toEqual([['a,b'], []]);
  await note('c');
  await expect.poll(() => emitted.map((each) => each.at(-1))).toEqual(['a,b,c', 'a,b,c']);
  // A value that was read before the change is not emitted after it.
  finishRead.next();
  await read;
  await documents.remove('notes', ['c']);
  await expect.poll(() => emitted.map((each) => each.at(-1))).toEqual(['a,b', 'a,b']);
  expect(emitted[1]).not.toContain('stale');
  for (const each of subscriptions) each.unsubscribe();
  await replica.database.close();
});
