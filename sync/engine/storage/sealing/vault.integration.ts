import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { addRxPlugin } from 'rxdb';
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema';
import { firstValueFrom, skipWhile } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import type { KindDefinition } from '../../../model/kind';
import { KINDS } from '../../../model/kinds';
import { STORE_NAMES, STORES } from '../../../model/stores';
import { CorrectedClock } from '../clock';
import { Documents } from '../documents';
import { leanStorage } from '../lean-storage';
import { openReplica, type Replica } from '../replica-database';
import { keyOf, storeSchema } from '../schema';
import { keyDatabaseName, KeyStore } from './keys';
import { asBytes, asString } from './sealed-storage';
import { SealedTable } from './sealed-table';
import { newDataKey, SEAL_BYTES, SealError, Vault } from './vault';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('Vault', () => {
  it('decrypts its own output, and encrypts equal content differently each time', async () => {
    const vault = new Vault(await newDataKey());
    const [a, b] = await Promise.all([vault.seal('notes/1', text('secret')), vault.seal('notes/1', text('secret'))]);
    expect(a).not.toEqual(b);
    expect(a.length).toBe(6 + SEAL_BYTES);
    expect(await vault.open('notes/1', b)).toEqual(text('secret'));
    expect(await vault.openValue('x', await vault.sealValue('x', { title: '會議', n: 1 }))).toEqual({
      title: '會議',
      n: 1,
    });
  });

  it('never repeats an IV', async () => {
    const vault = new Vault(await newDataKey());
    const sealed = await Promise.all(Array.from({ length: 2_000 }, () => vault.seal('x', text(''))));
    expect(new Set(sealed.map((each) => Buffer.from(each.subarray(1, 13)).toString('hex'))).size).toBe(2_000);
  });

  it('rejects records that were moved, modified, truncated or encrypted with another key', async () => {
    const vault = new Vault(await newDataKey());
    const sealed = await vault.seal('notes/1', text('secret'));
    const changed = sealed.slice();
    changed[20]! ^= 1;
    await expect(vault.open('notes/2', sealed)).rejects.toThrow(SealError);
    await expect(vault.open('notes/1', changed)).rejects.toThrow(SealError);
    await expect(vault.open('notes/1', sealed.subarray(0, 20))).rejects.toThrow(SealError);
    await expect(new Vault(await newDataKey()).open('notes/1', sealed)).rejects.toThrow(SealError);
  });

  it('stores one non-extractable key per account, also if several tabs create it concurrently', async () => {
    const options = { indexedDB: new IDBFactory(), IDBKeyRange };
    const name = keyDatabaseName('u', 'c');
    const vaults = await Promise.all(Array.from({ length: 5 }, () => new KeyStore('', 'u', 'c', options).openVault()));
    const sealed = await vaults[0]!.seal('x', text('one'));
    for (const vault of [...vaults, await new KeyStore('', 'u', 'c', options).openVault()])
      expect(await vault.open('x', sealed)).toEqual(text('one'));
    const db = await new Dexie(name, options).open();
    const rows = await db.table<{ key: CryptoKey }>('keys').toArray();
    db.close();
    expect(rows).toHaveLength(1);
    await expect(crypto.subtle.exportKey('raw', rows[0]!.key)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('jwk', rows[0]!.key)).rejects.toThrow();
  });
});

describe('SealedTable', () => {
  it('writes in call order, however long encryption takes', async () => {
    const db = new Dexie('order', { indexedDB: new IDBFactory(), IDBKeyRange });
    db.version(1).stores({ rows: '++seq' });
    const vault = new Vault(await newDataKey());
    const table = new SealedTable<{ seq?: number; bytes: Uint8Array }, 'bytes', number>(db.table('rows'), vault, {
      content: ['bytes'],
      place: () => 'r',
      bytes: true,
    });
    const sizes = [3_000_000, 5, 900_000, 7, 1];
    await Promise.all(sizes.map((size) => table.add({ bytes: new Uint8Array(size) })));
    expect((await table.all()).map((row) => row.bytes.length)).toEqual(sizes);
    db.close();
  });
});

describe('sealed replica', () => {
  const open: Replica[] = [];
  afterEach(async () => {
    for (const replica of open.splice(0)) await replica.database.close();
  });
  const tab = async (indexedDB: IDBFactory, vault: Vault, n = 1): Promise<Replica> => {
    const storage = Object.assign(leanStorage({ indexedDB, IDBKeyRange }), { name: `vault-${n}` });
    const replica = await openReplica({
      name: 'sealed',
      storage,
      vault,
      multiInstance: false,
      names: ['notes', 'meetings', 'noteContents', 'transcripts'],
    });
    open.push(replica);
    return replica;
  };
  const note = (i: number) => ({
    key: keyOf('notes', `n${i}`),
    docKind: 'notes',
    id: `n${i}`,
    space: 's',
    rev: '1-a',
    updatedAt: i,
    recency: -i,
    abilities: [],
    title: `Title ${i % 7}`,
    projectId: i % 2 ? 'p1' : 'p2',
    snippet: '',
    type: 'note' as const,
    creatorId: 'u',
    shareRange: 'project' as const,
    words: i,
    characters: 0,
    createdAt: 1,
    waits: false,
    pending: null,
  });

  it('plain fields are only ids, times, flags and kinds', () => {
    const clear = new Set(STORE_NAMES.flatMap((store) => Object.keys(storeSchema(store).properties as object)));
    expect([...clear].sort()).toEqual([
      'docKind',
      'key',
      'parentId',
      'position',
      'projectId',
      'read',
      'recency',
      'space',
      'waits',
    ]);
  });

  it('bytes become one-byte characters, and bytes again', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 31) & 255);
    expect(asBytes(asString(bytes))).toEqual(bytes);
    expect([...asString(bytes)].every((c) => c.charCodeAt(0) < 256)).toBe(true);
  });

  it('queries by plain and encrypted fields, sorted, with skip and limit, also after reopening', async () => {
    const indexedDB = new IDBFactory();
    const vault = new Vault(await newDataKey());
    const first = await tab(indexedDB, vault);
    await first.store('items').bulkInsert(Array.from({ length: 100 }, (_, i) => note(i)) as never);
    const ask = async (replica: Replica): Promise<unknown[]> => {
      const notes = replica.kind('notes');
      const ids = async (query: object): Promise<string[]> => (await notes.find(query)).map((row) => row.id);
      return [
        await ids({ selector: { projectId: 'p1' }, sort: [{ recency: 'asc' }], limit: 3 }),
        await ids({ selector: { title: 'Title 3', projectId: 'p1' }, sort: [{ recency: 'asc' }], skip: 1, limit: 2 }),
        await ids({ selector: { words: { $gt: 95 } }, sort: [{ title: 'asc' }, { recency: 'asc' }] }),
        await firstValueFrom(notes.count$({ projectId: 'p2' })),
        (await notes.byIds(['n42']))[0]!['title'],
      ];
    };
    const wanted = [
      ['n99', 'n97', 'n95'],
      ['n73', 'n59'],
      ['n98', 'n99', 'n96', 'n97'].sort((a, b) => (Number(a.slice(1)) % 7) - (Number(b.slice(1)) % 7) || 0),
      50,
      'Title 0',
    ];
    expect(await ask(first)).toEqual(wanted);
    await first.database.close();
    open.length = 0;
    expect(await ask(await tab(indexedDB, vault))).toEqual(wanted);
  });

  it('live lists and counts follow edits and deletions, and a conflict returns the current document', async () => {
    const replica = await tab(new IDBFactory(), new Vault(await newDataKey()));
    const [notes, { storageInstance }] = [replica.kind('notes'), replica.store('items')];
    await replica.store('items').bulkInsert([note(1), note(2)] as never);
    const counts: number[] = [];
    const titles: string[] = [];
    const subscriptions = [
      notes.count$({ projectId: 'p1' }).subscribe((n) => counts.push(n)),
      notes
        .find$({ selector: { projectId: 'p1' } })
        .subscribe((rows) => titles.push(rows.map((row) => String(row['title'])).join())),
    ];
    await expect.poll(() => counts.at(-1)).toBe(1);
    const [stored] = await storageInstance.findDocumentsById(['notes/n1'], false);
    await storageInstance.bulkWrite([{ previous: stored!, document: { ...stored!, title: 'Changed' } }], 'x');
    await expect.poll(() => titles.at(-1)).toBe('Changed');
    const { error } = await storageInstance.bulkWrite(
      [{ previous: stored!, document: { ...stored!, title: 'Late' } }],
      'x',
    );
    expect(error).toMatchObject([
      { status: 409, documentInDb: { title: 'Changed' }, writeRow: { document: { title: 'Late' } } },
    ]);
    const [now] = await storageInstance.findDocumentsById(['notes/n1'], false);
    await storageInstance.bulkWrite([{ previous: now!, document: { ...now!, _deleted: true } }], 'x');
    await expect.poll(() => counts.at(-1)).toBe(0);
    for (const subscription of subscriptions) subscription.unsubscribe();
  });

  it('documents of several kinds in a store have ids of their own, and are read by kind', async () => {
    const indexedDB = new IDBFactory();
    const replica = await tab(indexedDB, new Vault(await newDataKey()));
    const documents = new Documents(replica, new CorrectedClock());
    const of = (title: string) => ({ id: 'same', space: 's', projectId: 'p', title, abilities: [] });
    for (const kind of ['notes', 'meetings', 'noteContents', 'transcripts'] as const)
      await documents.create(kind, of(kind));
    for (const kind of ['notes', 'meetings', 'noteContents', 'transcripts'] as const) {
      const rows = replica.kind(kind);
      expect((await rows.find()).map((row) => [row.id, row['title']])).toEqual([['same', kind]]);
      expect(await firstValueFrom(rows.count$().pipe(skipWhile((count) => count === 0)))).toBe(1);
      expect((await documents.writtenAfter(kind, { lwt: 0, id: '' }, 10)).map((row) => row['title'])).toEqual([kind]);
      expect((await documents.pendingRows(kind)).map((row) => row['title'])).toEqual([kind]);
    }
    expect((await documents.allPendingRows()).map((row) => row['title']).sort()).toEqual([
      'meetings',
      'noteContents',
      'notes',
      'transcripts',
    ]);
    await documents.remove('notes', ['same']);
    expect(await Promise.all(documents.names.map((kind) => documents.holdsAny(kind)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    // A kind without the index keeps the field encrypted, whatever the other kinds of its store do.
    const rows = async (store: string): Promise<object[]> => {
      const db = new Dexie(`rxdb-dexie-sealed--0--${store}`, { indexedDB, IDBKeyRange });
      await db.open();
      return db
        .table('docs')
        .toArray()
        .finally(() => db.close());
    };
    expect((await rows('contents')).map((row) => 'projectId' in row)).toEqual([false, false]);
    expect((await rows('items')).map((row) => 'projectId' in row)).toEqual([true, true]);
    expect((await rows('items')).map((row) => Object.keys(row).includes('id'))).toEqual([false, false]);
  });

  it('a new version of a store migrates the rows of each kind, pending ones too', async () => {
    const indexedDB = new IDBFactory();
    const vault = new Vault(await newDataKey());
    const first = await tab(indexedDB, vault);
    const before = new Documents(first, new CorrectedClock());
    for (const kind of ['notes', 'meetings', 'noteContents'] as const)
      await before.create(kind, { id: 'a', space: 's', projectId: 'p', title: 'Old', abilities: [] });
    await first.database.close();
    open.length = 0;
    addRxPlugin(RxDBMigrationSchemaPlugin);
    const store = STORES.items as { version: number };
    store.version = 1;
    const { notes } = KINDS as unknown as { notes: KindDefinition };
    notes.migrations[1] = (old) => ({ ...old, title: 'New' });
    try {
      const again = await tab(indexedDB, vault);
      const after = new Documents(again, new CorrectedClock());
      const titles = async (kind: 'notes' | 'meetings' | 'noteContents') =>
        (await again.kind(kind).find()).map((row) => row['title']);
      expect([await titles('notes'), await titles('meetings'), await titles('noteContents')]).toEqual([
        ['New'],
        ['Old'],
        ['Old'],
      ]);
      expect((await after.allPendingRows()).map(({ key }) => key).sort()).toEqual([
        'meetings/a',
        'noteContents/a',
        'notes/a',
      ]);
      expect((await indexedDB.databases()).map(({ name }) => name)).toContain('rxdb-dexie-sealed--1--items');
    } finally {
      store.version = 0;
      delete notes.migrations[1];
    }
  });
});
