/** Encryption at rest: no content is readable on disk, and plain data of an earlier version is encrypted. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { leanStorage } from '../../../sync/engine/storage/lean-storage';
import { DeviceDatabase, deviceDatabaseName } from '../../../sync/engine/storage/device-database';
import { keyDatabaseName, KeyStore } from '../../../sync/engine/storage/sealing/keys';
import { readableIn } from '../../support/disk-bytes';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';
import { putColleagueNote } from '../../support/colleague-note';

const suite = engineSuite();
const disk = (device: EngineDevice) => ({ indexedDB: device.indexedDB, IDBKeyRange });
const vaultOf = (device: EngineDevice) => new KeyStore(device.prefix, 'u1', 'c1', disk(device)).openVault();
const wav = (sound: string): Blob =>
  new Blob([Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(28), Buffer.from(sound.repeat(400))])]);
const TEXT = 'Quarzkristalle';
const CJK = '極秘會議紀錄';
const SOUND = 'pcm:0xfeedface';

/** A device with synced, pending, typed, recorded, rejected and indexed content. */
async function busyDevice(): Promise<EngineDevice> {
  const line = new Line(() => suite.server);
  const device = await suite.device({ searchGatherMs: 1, fetch: line.fetch });
  const { api } = device;
  const { id: projectId } = await api.run('project.create', { title: `Projekt ${TEXT}`, description: CJK });
  const { id: noteId } = await api.run('note.create', { projectId, title: `Notiz ${TEXT}` });
  await synced(api);
  putColleagueNote(suite.server, { projectId, title: `Theirs ${CJK}`, snippet: TEXT, markdown: `${TEXT} ${CJK}` });
  await until(api, { kind: 'count', collection: 'notes' }, (n) => n === 2);
  const { id: meetingId } = await api.run('meeting.create', {
    projectId,
    title: `Meeting ${TEXT}`,
    type: 'record',
    language: 'en',
  });
  await api.run('meeting.addParticipant', { id: meetingId, name: `Dr. ${TEXT}` });
  await synced(api);
  // A rejected edit, the base of an edit without a response, a pending call and pending typing.
  suite.server.rejectionOf = (_, row) =>
    row.newDocumentState['title'] === `Refused ${TEXT}` ? { code: 'NO_PERMISSION', retry: false } : null;
  await api.run('project.update', { id: projectId, title: `Refused ${TEXT}` });
  await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 1);
  suite.server.rejectionOf = () => null;
  suite.server.fault = (r) => (r.path.endsWith('/push') ? 'hang' : null);
  await api.run('note.rename', { id: noteId, title: `Renamed ${TEXT}` });
  await eventually(
    () => suite.server.pushed('notes').some(([row]) => row?.newDocumentState['title'] === `Renamed ${TEXT}`),
    'an edit is in flight',
  );
  await api.run('transcript.retry', { meetingId });
  await api.openText(noteId, () => {}).then((text) => text.append(typed(text.state, `${TEXT} ${CJK}`).update));
  await api.run('recording.import', { meetingId, file: wav(SOUND), fileName: `${TEXT}.wav`, language: 'en' });
  await eventually(async () => (await api.search(TEXT)).results.length > 2, 'it is indexed');
  return device;
}

test('no content is readable on disk, and the app reads all of it', async () => {
  const device = await busyDevice();
  const databases = (await device.indexedDB.databases()).map(({ name }) => name!);
  expect(databases.some((name) => name.includes('satchel-keys-'))).toBe(true);
  expect(
    await readableIn(
      device.indexedDB,
      [TEXT, TEXT.toLowerCase(), CJK, '極秘', SOUND],
      (name) => !name.includes('satchel-accounts'),
    ),
  ).toEqual([]);
  await device.kill();
  suite.server.fault = () => null;
  const again = await suite.again(device);
  expect((await again.api.search(CJK)).results.length).toBeGreaterThan(0);
  expect(
    (
      await until(again.api, { kind: 'find', collection: 'meetings' }, (rows) => rows.length === 1)
    )[0]!.participants.map(({ name }) => name),
  ).toContain(`Dr. ${TEXT}`);
  const [recording] = await until(again.api, { kind: 'recordings' }, (rows) => rows.length === 1);
  expect(recording!.fileName).toBe(`${TEXT}.wav`);
  expect(Buffer.from(await (await again.api.recordingBlob(recording!.id))!.arrayBuffer()).includes(SOUND)).toBe(true);
  expect((await until(again.api, { kind: 'rejectedChanges' }, (items) => items.length === 1))[0]!.title).toBe(
    `Refused ${TEXT}`,
  );
});

test('a row with plain content is rejected before it is stored', async () => {
  const device = await suite.device();
  const db = new DeviceDatabase(device.prefix + deviceDatabaseName('u1', 'c1'), await vaultOf(device), disk(device));
  await expect(db.meta.rows.put({ key: 'x', value: TEXT } as never)).rejects.toThrow(/unencrypted/);
  await expect(
    db.chunks.rows.add({ recordingId: 'r', seq: 0, durationMs: 0, atMs: 0, bytes: new Uint8Array(3) } as never),
  ).rejects.toThrow(/unencrypted/);
  expect(await db.chunks.count()).toBe(0);
  db.close();
});

test('the key is deleted first, and without it nothing can be decrypted', async () => {
  const device = await busyDevice();
  const name = device.prefix + keyDatabaseName('u1', 'c1');
  const order: string[] = [];
  const erase = device.indexedDB.deleteDatabase.bind(device.indexedDB);
  device.indexedDB.deleteDatabase = (each) => {
    order.push(each);
    return erase(each);
  };
  await device.api.logout({ force: true });
  expect(order[0]).toBe(name);
  // No writer is left that could recreate deleted databases.
  expect((await device.locks.query()).held?.filter((lock) => lock.name?.startsWith('satchel-text:'))).toEqual([]);
  expect((await device.indexedDB.databases()).map((d) => d.name)).toEqual([`${device.prefix}satchel-accounts`]);
  expect(
    await readableIn(device.indexedDB, [TEXT, CJK, SOUND, 'Mina Park', 'u1@example.com', 'Company one', 'Company two']),
  ).toEqual([]);
});

/** A device as the previous version left it, with an unsent edit, a rejected document and an unsent recording. */
async function legacyDevice(): Promise<{ indexedDB: IDBFactory; prefix: string }> {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange };
  const legacy = async (
    name: string,
    stores: Record<string, string>,
    rows: Record<string, object[]>,
  ): Promise<void> => {
    const db = new Dexie(`older-${name}`, options);
    db.version(1).stores(stores);
    for (const [table, list] of Object.entries(rows)) await db.table(table).bulkPut(list);
    db.close();
  };
  const replica = async (collection: string, docs: object[]): Promise<void> => {
    const db = new Dexie(`rxdb-dexie-older-satchel-replica-c1-u1--0--${collection}`, options);
    db.version(1).stores({ docs: 'id, [_deleted+id]', changes: '++sequence, id', attachments: 'id' });
    await db.table('docs').bulkPut(docs);
    db.close();
  };
  const common = {
    space: 'project:p1',
    rev: '2-bbbbbb',
    updatedAt: 5,
    recency: -5,
    abilities: ['update', 'delete', 'addNote'],
    _deleted: '0',
    waits: '0',
    pending: null,
    _rev: '1-x',
    _meta: { lwt: 7 },
    _attachments: {},
  };
  const note = {
    projectId: 'p1',
    snippet: '',
    type: 'note',
    creatorId: 'u1',
    shareRange: 'project',
    words: 0,
    characters: 0,
    createdAt: 1,
  };
  await replica('projects', [
    {
      ...common,
      id: 'p1',
      title: `Projekt ${TEXT}`,
      description: '',
      ownerId: 'u1',
      shareRange: 'private',
      createdAt: 1,
    },
  ]);
  await replica(
    'notes',
    Array.from({ length: 450 }, (_, i) => ({
      ...common,
      ...note,
      id: `n${i}`,
      title: `Note ${i} ${TEXT}`,
      ...(i === 3
        ? {
            waits: '1',
            rev: '3-cccccc',
            title: `Edited ${TEXT}`,
            pending: { base: { ...note, id: 'n3', space: 'project:p1', rev: '2-bbbbbb', title: 'Before' }, since: 9 },
          }
        : {}),
    })),
  );
  await replica('_rxdb_internal', []);
  await legacy(
    'satchel-search-c1-u1',
    { blocks: '[segment+block]' },
    { blocks: [{ segment: 1, block: 0, terms: TEXT.toLowerCase() }] },
  );
  await legacy(
    'satchel-accounts',
    { accounts: 'key', erasures: 'name', meta: 'key' },
    {
      accounts: [
        {
          key: 'c1/u1',
          userId: 'u1',
          companyId: 'c1',
          sessionId: 's',
          name: 'U',
          email: 'u@x',
          lang: 'en',
          companies: [],
          authorityCodes: [],
        },
      ],
      meta: [{ key: 'current', value: 'c1/u1' }],
    },
  );
  await legacy(
    'satchel-device-c1-u1',
    {
      recordings: 'id, meetingId, state, transfer',
      chunks: '[recordingId+seq], recordingId',
      outbox: 'id, createdAt, nextTryAt',
      uploads: 'id, nextTryAt',
      updates: '++seq, contentId',
      kept: 'id, documentId, at',
      attention: 'id, documentId, at',
      meta: 'key',
    },
    {
      recordings: [
        {
          id: 'r1',
          meetingId: 'm1',
          state: 'stopped',
          transfer: 'local',
          fileName: `${TEXT}.mp3`,
          mimeType: 'audio/mpeg',
          language: 'en',
          source: 'microphone',
          startedAt: 1,
          endedAt: 2,
          capturedMs: 6,
          wallMs: 6,
          gaps: [],
          bytes: 2 * SOUND.length,
          chunks: 2,
          sha256: 'x',
        },
      ],
      chunks: [0, 1].map((seq) => ({
        recordingId: 'r1',
        seq,
        bytes: new Uint8Array(Buffer.from(SOUND)),
        durationMs: 3,
        atMs: 3 * seq,
      })),
      attention: [
        {
          id: 'notes/n9/1-a',
          collection: 'notes',
          documentId: 'n9',
          code: 'NO_PERMISSION',
          field: '',
          content: { id: 'n9', title: CJK },
          title: CJK,
          at: 3,
        },
      ],
      meta: [{ key: 'lastSyncAt', value: 42 }],
    },
  );
  return { indexedDB: options.indexedDB, prefix: 'older-' };
}

test('plain data of an earlier version is encrypted at the start, without the server, and unsent edits are sent', async () => {
  const older = await legacyDevice();
  expect(await readableIn(older.indexedDB, [TEXT, TEXT.toLowerCase(), CJK, SOUND])).toHaveLength(4);
  const line = new Line(() => suite.server);
  line.cut = true;
  const device = engineDevice({ fetch: line.fetch, disk: older, searchGatherMs: 1 });
  suite.devices.push(device);
  await device.api.open({ refresh: false });
  expect(await readableIn(older.indexedDB, [TEXT, TEXT.toLowerCase(), CJK, SOUND])).toEqual([]);
  expect((await older.indexedDB.databases()).filter(({ name }) => /satchel-(replica|search)-/.test(name!))).toEqual([]);
  expect(
    (await until(device.api, { kind: 'find', collection: 'notes' }, (rows) => rows.length === 450)).find(
      ({ id }) => id === 'n3',
    )!.title,
  ).toBe(`Edited ${TEXT}`);
  expect((await until(device.api, { kind: 'rejectedChanges' }, (items) => items.length === 1))[0]!.title).toBe(CJK);
  expect(Buffer.from(await (await device.api.recordingBlob('r1'))!.arrayBuffer()).toString()).toBe(SOUND + SOUND);
  await eventually(async () => (await device.api.search(TEXT)).results.length > 3, 'the index is rebuilt');
  expect((await until(device.api, { kind: 'status' }, (s) => s.waiting.documents === 1)).waiting.documents).toBe(1);
  suite.server.rows('notes').set('n3', {
    seq: 1,
    deleted: false,
    doc: { id: 'n3', space: 'project:p1', rev: '2-bbbbbb', title: 'Before', projectId: 'p1', abilities: ['update'] },
  });
  line.cut = false;
  await device.api.hint('online');
  await eventually(() => suite.server.doc('notes', 'n3')?.['title'] === `Edited ${TEXT}`, 'the unsent edit is sent');
});

test('an interrupted migration of plain data continues', async () => {
  const older = await legacyDevice();
  const { indexedDB } = older;
  const storage = leanStorage({ indexedDB, IDBKeyRange });
  let pages = 0;
  const cut = Object.assign({}, storage, {
    async createStorageInstance(params: Parameters<typeof storage.createStorageInstance>[0]) {
      const instance = await storage.createStorageInstance(params);
      const write = instance.bulkWrite.bind(instance);
      if (params.collectionName === 'items')
        instance.bulkWrite = (rows, context) => {
          if ((pages += 1) > 1) throw new Error('power failure');
          return write(rows, context);
        };
      return instance;
    },
  });
  const line = new Line(() => suite.server);
  line.cut = true;
  const first = engineDevice({ fetch: line.fetch, disk: older, storage: () => cut as never });
  await expect(first.api.open({ refresh: false })).rejects.toThrow('power failure');
  await first.kill();
  const again = engineDevice({ fetch: line.fetch, disk: older });
  suite.devices.push(again);
  await again.api.open({ refresh: false });
  expect(await readableIn(indexedDB, [TEXT, CJK, SOUND])).toEqual([]);
  await until(again.api, { kind: 'count', collection: 'notes' }, (n) => n === 450);
  expect((await until(again.api, { kind: 'status' }, (s) => s.waiting.documents === 1)).waiting.documents).toBe(1);
});
