import Dexie, { type DBCoreTransaction } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { watchDeletion } from './deleted-database';

/** A database whose transactions receive no event, like those that are open when Chromium closes the connection. */
async function openSilent(deleted: () => void): Promise<Dexie> {
  const database = new Dexie('rows', { indexedDB: new IDBFactory(), IDBKeyRange });
  database.version(1).stores({ rows: 'id' });
  watchDeletion(database, deleted);
  database.use({
    stack: 'dbcore',
    name: 'silent',
    level: 1,
    create: (core) => ({ ...core, transaction: () => new EventTarget() as unknown as DBCoreTransaction }),
  });
  return database.open();
}

test('a transaction that is open when the browser closes the database is rejected', async () => {
  const deleted = vi.fn();
  const database = await openSilent(deleted);
  let reading: PromiseLike<void> | undefined;
  await new Promise<void>((resolve) => {
    reading = database.transaction('r', 'rows', () => resolve());
  });
  database.backendDB().onclose!(new Event('close'));
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(deleted).toHaveBeenCalledOnce();
  await expect(database.table('rows').count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
});
