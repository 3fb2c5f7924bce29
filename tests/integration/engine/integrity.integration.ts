/**
 * Databases that are removed, damaged or from another build while the browser is closed: the loss is reported, and the
 * device keeps working.
 */
import { expect, test } from 'vitest';
import type { Unsent, LossCounter } from '../../../sync/engine/storage/integrity/loss-counter';
import { databaseNames, evict, insert, loseStore, overwrite, raiseVersion } from '../../support/damaged-disk';
import { atRest, copyOf } from '../../support/fuzz/disk';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';

const suite = engineSuite();

/** Loss counters of a page, outside IndexedDB. */
function localStorageOf(): LossCounter & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    read: (account) => values.get(account) ?? null,
    write: (account, value) => {
      if (value === null) values.delete(account);
      else values.set(account, value);
    },
  };
}

const NOTHING: Unsent = { documents: 0, texts: 0, calls: 0, recordings: 0, images: 0, files: 0, attention: 0 };

/**
 * A killed device with three projects of the server, and created offline: a project, a note with logged typing, a call
 * and a recording.
 */
/** Its disk is a copy of one durable moment, with the loss counter that the page had stored by then. */
async function usedDevice(): Promise<{
  device: EngineDevice;
  line: Line;
  lossCounter: ReturnType<typeof localStorageOf>;
  noteId: string;
  projectId: string;
}> {
  const { server } = suite;
  const line = new Line(() => server);
  const lossCounter = localStorageOf();
  for (const id of ['p1', 'p2', 'p3'])
    server.put('projects', { id, space: `project:${id}`, title: `Project ${id}`, abilities: ['update', 'addNote'] });
  const device = await suite.device({ fetch: line.fetch, lossCounter });
  await until(device.api, { kind: 'count', collection: 'projects' }, (n) => n === 3);
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  const made = await device.api.run('project.create', { title: 'Made in a tunnel' });
  const note = await device.api.run('note.create', { projectId: 'p1', title: 'Tunnel' });
  const text = await device.api.openText(note.id, () => {});
  await text.append(typed(text.state, 'dark in here').update);
  await device.api.run('transcript.retry', { meetingId: 'm1' }).catch(() => undefined);
  await eventually(
    () => /"documents":3,"texts":1/.test([...lossCounter.values.values()].join()),
    'the loss counter is up to date',
  );
  await eventually(() => atRest(device.indexedDB), 'no write is in progress');
  const disk = copyOf(device.indexedDB);
  const copied = localStorageOf();
  for (const [account, value] of lossCounter.values) copied.values.set(account, value);
  await device.kill();
  const { prefix, openChannel } = device;
  const indexedDB = await disk();
  const killed = {
    ...device,
    indexedDB,
    reopen: () => engineDevice({ fetch: line.fetch, lossCounter: copied, openChannel, disk: { indexedDB, prefix } }),
  };
  return { device: killed, line, lossCounter: copied, noteId: note.id, projectId: made.id };
}

/** A row with only its key and the fields of the storage. */
const bare = ({
  key,
  _deleted,
  _meta,
  _rev,
  _attachments,
  waits,
}: Record<string, unknown>): Record<string, unknown> => ({ key, _deleted, _meta, _rev, _attachments, waits });

/** Three documents and a typed text were pending. */
const UNSENT = { ...NOTHING, documents: 3, texts: 1 };

async function recovered(device: EngineDevice, line: Line, titles: string[]): Promise<void> {
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
  const list = await until(
    device.api,
    { kind: 'find', collection: 'projects' },
    (projects) => projects.length === titles.length,
  );
  expect(list.map((p) => p.title).sort()).toEqual([...titles].sort());
  // The device works as usual.
  const { id } = await device.api.run('project.create', { title: 'Afterwards' });
  await eventually(() => suite.server.doc('projects', id) !== null, 'a later document arrives');
}

const SERVERS = ['Project p1', 'Project p2', 'Project p3'];

test('all databases are gone, but not the session: the loss is reported with its time and amount, and everything is pulled again', async () => {
  const { device, line } = await usedDevice();
  evict(device.indexedDB, /./);
  line.cut = false;
  const again = await suite.again(device);
  const loss = await until(again.api, { kind: 'loss' }, (l) => l !== null);
  expect(loss).toMatchObject({ extent: 'all', unsent: UNSENT });
  expect(loss!.lastSeenAt).toBeGreaterThan(0);
  expect(loss!.lastSeenAt).toBeLessThanOrEqual(loss!.at);
  await recovered(again, line, SERVERS);
  await again.api.run('loss.read', {});
  await until(again.api, { kind: 'loss' }, (l) => l === null);
  await again.close();
  const third = await suite.again(again);
  await until(third.api, { kind: 'loss' }, (l) => l === null);
});

test('the documents are gone, offline: the device reports a missing replica, not an empty workspace', async () => {
  const { device, line } = await usedDevice();
  expect(evict(device.indexedDB, /rxdb-dexie/).length).toBeGreaterThan(2);
  const again = await suite.again(device);
  await until(again.api, { kind: 'status' }, (s) => s.connection.state === 'offline' && s.firstSync);
  await until(
    again.api,
    { kind: 'loss' },
    (l) => l?.extent === 'all' && l.unsent?.documents === 3 && l.unsent.texts === 0,
  );
  await recovered(again, line, SERVERS);
  await until(again.api, { kind: 'status' }, (s) => !s.firstSync);
  // Logged typing whose text is gone needs attention.
  await until(
    again.api,
    { kind: 'rejectedChanges' },
    (items) => items.length === 1 && items[0]!.collection === 'noteContents',
  );
});

test('before a leader reports its status, a device without documents does not appear synced', async () => {
  const { device } = await usedDevice();
  evict(device.indexedDB, /rxdb-dexie/);
  const again = await suite.again(device);
  const seen: boolean[] = [];
  const stop = await again.api.live({ kind: 'status' }, (status) =>
    seen.push((status as { firstSync: boolean }).firstSync),
  );
  await until(again.api, { kind: 'status' }, (s) => s.connection.state === 'offline');
  stop();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(false);
});

test('one store is gone: only its kinds are pulled again, and all other data is preserved and sent', async () => {
  const { device, line } = await usedDevice();
  evict(device.indexedDB, /--contents$/);
  const again = await suite.again(device);
  await until(
    again.api,
    { kind: 'loss' },
    (l) => l?.extent === 'part' && l.unsent?.documents === 1 && l.unsent.texts === 0,
  );
  const before = suite.server.requests.length;
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
  const pulls = suite.server.requests
    .slice(before)
    .filter((r) => r.path.endsWith('/pull') && (r.body as { checkpoint: unknown }).checkpoint === null)
    .map((r) => r.path.split('/').at(-2));
  expect(pulls).toContain('noteContents');
  expect(pulls).not.toContain('projects');
});

test('the device database is gone: documents are preserved, compared with the server from the start, and pending ones are sent', async () => {
  const { device, line } = await usedDevice();
  evict(device.indexedDB, /satchel-device/);
  suite.server.rows('projects').delete('p3');
  const again = await suite.again(device);
  await until(
    again.api,
    { kind: 'loss' },
    (l) => l?.extent === 'part' && l.unsent?.documents === 0 && l.unsent.texts === 1,
  );
  await recovered(again, line, ['Project p1', 'Project p2', 'Made in a tunnel']);
  expect(suite.server.requests.some((r) => r.path.endsWith('/projects/push'))).toBe(true);
});

test('the stored account is gone: it is read from the server, and nothing else is lost', async () => {
  const { device, line } = await usedDevice();
  evict(device.indexedDB, /satchel-accounts/);
  line.cut = false;
  const again = await suite.again(device);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
  await until(again.api, { kind: 'loss' }, (l) => l === null);
});

test('the search index is gone, damaged or unreadable: it is rebuilt silently', async () => {
  const { device, line } = await usedDevice();
  evict(device.indexedDB, /satchel-sealed-search/);
  let again = await suite.again(device);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
  await eventually(async () => (await again.api.search('tunnel')).results.length > 0, 'the index is rebuilt');
  await again.close();
  const name = databaseNames(again.indexedDB).find((n) => n.includes('satchel-sealed-search'))!;
  expect(
    await overwrite(again.indexedDB, name, 'blocks', (row) => ({
      ...Object.fromEntries(Object.keys(row).map((field) => [field, 7])),
      segment: row['segment'],
      block: row['block'],
    })),
  ).toBeGreaterThan(0);
  again = await suite.again(again);
  await eventually(async () => (await again.api.search('tunnel')).results.length > 0, 'found after damage');
  await again.close();
  loseStore(again.indexedDB, name, 'entries');
  again = await suite.again(again);
  await eventually(async () => (await again.api.search('tunnel')).results.length > 0, 'found after a missing store');
  await until(again.api, { kind: 'loss' }, (l) => l === null);
});

test('a device from before integrity markers existed, and a new one, report no loss', async () => {
  const { device, line, lossCounter } = await usedDevice();
  const name = databaseNames(device.indexedDB).find((n) => n.includes('satchel-device'))!;
  await overwrite(device.indexedDB, name, 'meta', (row) => (row['key'] === 'seal' ? null : undefined));
  for (const each of databaseNames(device.indexedDB).filter(
    (n) => /rxdb-dexie.*--\d+--[a-z]/i.test(n) && !n.includes('_internal'),
  )) {
    await overwrite(device.indexedDB, each, 'docs', (row) => (row['key'] === '/~seal' ? null : undefined));
  }
  lossCounter.values.clear();
  const again = await suite.again(device);
  await until(again.api, { kind: 'status' }, (s) => !s.firstSync && s.connection.state === 'offline');
  await until(again.api, { kind: 'loss' }, (l) => l === null);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
  const fresh = await suite.device({ fetch: line.fetch, lossCounter: localStorageOf() });
  await synced(fresh.api);
  await until(fresh.api, { kind: 'loss' }, (l) => l === null);
});

test('without a loss counter, the first sync runs and no loss is reported', async () => {
  const { device, line, lossCounter } = await usedDevice();
  evict(device.indexedDB, /./);
  lossCounter.values.clear();
  line.cut = false;
  const again = await suite.again(device);
  await recovered(again, line, SERVERS);
  await until(again.api, { kind: 'loss' }, (l) => l === null);
});

test('a sign-out deletes the loss counter: the next sign-in reports no loss', async () => {
  const lossCounter = localStorageOf();
  const device = await suite.device({ lossCounter });
  await synced(device.api);
  expect(lossCounter.values.size).toBe(1);
  await device.api.logout({ force: true });
  expect(lossCounter.values.size).toBe(0);
  await device.api.open({ refresh: true });
  await synced(device.api);
  await until(device.api, { kind: 'loss' }, (l) => l === null);
});

const named = (device: EngineDevice, part: string): string =>
  databaseNames(device.indexedDB).find((name) => name.endsWith(part) || name.includes(part))!;

test('a store of the device database is missing: its loss is reported, and all other data is preserved', async () => {
  const { device, line } = await usedDevice();
  loseStore(device.indexedDB, named(device, 'satchel-device'), 'updates');
  const again = await suite.again(device);
  await until(
    again.api,
    { kind: 'loss' },
    (l) => l?.extent === 'part' && l.unsent?.texts === 1 && l.unsent.documents === 0,
  );
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
});

test('the object store of a store is missing: its documents are pulled again', async () => {
  const { device, line } = await usedDevice();
  loseStore(device.indexedDB, named(device, '--items'), 'docs');
  const again = await suite.again(device);
  await until(again.api, { kind: 'loss' }, (l) => l?.extent === 'part' && l.unsent?.documents === 2);
  await recovered(again, line, SERVERS);
});

test('recordings whose chunks are gone are reported as lost, and block nothing', async () => {
  const { device, line, lossCounter } = await usedDevice();
  const rows = (store: string, row: Record<string, unknown>): Promise<unknown> =>
    insert(device.indexedDB, named(device, 'satchel-device'), store, row);
  const recording = {
    id: 'r1',
    meetingId: 'm1',
    state: 'stopped',
    transfer: 'queued',
    fileName: 'a.mp3',
    mimeType: 'audio/mpeg',
    language: 'en',
    source: 'microphone',
    startedAt: 1,
    endedAt: 2,
    capturedMs: 1,
    wallMs: 1,
    gaps: [],
    bytes: 3,
    chunks: 1,
    sha256: '',
  };
  await rows('recordings', recording);
  await rows('chunks', { recordingId: 'r1', seq: 0, bytes: new Uint8Array(3), durationMs: 1, atMs: 0 });
  const first = await suite.again(device);
  await until(first.api, { kind: 'recordings' }, (list) => list.length === 1);
  await eventually(
    () => [...lossCounter.values.values()].join().includes('"recordings":1'),
    'the loss counter includes the recording',
  );
  await first.close();
  loseStore(device.indexedDB, named(device, 'satchel-device'), 'chunks');
  const again = await suite.again(first);
  await until(again.api, { kind: 'loss' }, (l) => l?.unsent?.recordings === 1);
  await until(again.api, { kind: 'recordings' }, (list) => list.length === 0);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
});

test.each([
  ['a torn seal', { sealed: 'torn' }],
  ['the seal of another row', { sealed: 'p1' }],
  ['no seal', { sealed: undefined }],
  ['nothing but a key', {}],
])('a row with %s is not shown and is pulled again', async (_, torn) => {
  const { device, line } = await usedDevice();
  let other: unknown;
  const tear = (row: Record<string, unknown>): unknown => {
    if (row['key'] === 'projects/p1') other = row['sealed'];
    if (row['key'] !== 'projects/p2') return undefined;
    return Object.keys(torn).length > 0
      ? { ...row, ...torn, ...('sealed' in torn && torn.sealed === 'p1' ? { sealed: other } : {}) }
      : bare(row);
  };
  expect(await overwrite(device.indexedDB, named(device, '--items'), 'docs', tear)).toBe(1);
  const again = await suite.again(device);
  const seen: unknown[] = [];
  const stop = await again.api.live({ kind: 'find', collection: 'projects' }, (list) =>
    seen.push(...(list as { title: unknown }[]).map((p) => p.title)),
  );
  await until(again.api, { kind: 'find', collection: 'projects' }, (list) => list.length === 3);
  await until(again.api, { kind: 'one', collection: 'projects', id: 'p2' }, (p) => p === null);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
  expect(seen.every((title) => typeof title === 'string')).toBe(true);
  stop();
});

test('a call about a document whose row is damaged waits until the row is pulled again', async () => {
  const line = new Line(() => suite.server);
  const called: unknown[] = [];
  suite.server.calls['POST /api/core/meeting/transcription/retry'] = (body) => {
    called.push(body);
    return Response.json({ success: true, data: {} });
  };
  const device = await suite.device({ fetch: line.fetch });
  const { id } = await device.api.run('meeting.create', {
    projectId: '',
    title: 'Weekly',
    type: 'record',
    language: 'en',
  });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  await device.api.run('transcript.retry', { meetingId: id });
  await device.close();
  const torn = await overwrite(device.indexedDB, named(device, '--items'), 'docs', (row) =>
    row['key'] === `meetings/${id}` ? { ...row, sealed: 'torn' } : undefined,
  );
  expect(torn).toBe(1);
  line.cut = false;
  const again = await suite.again(device);
  await eventually(() => called.length > 0, 'the call is made');
  await synced(again.api);
  expect(called).toEqual([{ meetingId: id }]);
  await until(again.api, { kind: 'outbox' }, (rows) => rows.length === 0);
});

test('the pending edit of a damaged row needs attention, and a newer version of the server replaces the row', async () => {
  const { device, line, projectId } = await usedDevice();
  expect(
    await overwrite(device.indexedDB, named(device, '--items'), 'docs', (row) =>
      row['key'] === `projects/${projectId}` || row['key'] === 'projects/p1' ? { ...row, sealed: 'torn' } : undefined,
    ),
  ).toBe(2);
  suite.server.put('projects', { id: 'p1', title: 'Renamed meanwhile' });
  const again = await suite.again(device);
  await until(again.api, { kind: 'find', collection: 'projects' }, (list) => list.length === 2);
  await until(
    again.api,
    { kind: 'rejectedChanges' },
    (items) => items.length === 1 && items[0]!.documentId === projectId && items[0]!.code === 'DOCUMENT_INVALID',
  );
  await recovered(again, line, ['Renamed meanwhile', 'Project p2', 'Project p3']);
});

test('an undecodable text is pulled again; undecodable log rows need attention and block nothing', async () => {
  const { server } = suite;
  const { device, line, noteId } = await usedDevice();
  const first = await suite.again(device);
  await recovered(first, line, [...SERVERS, 'Made in a tunnel']);
  await first.close();
  await overwrite(device.indexedDB, named(device, '--contents'), 'docs', (row) =>
    row['key'] === `noteContents/${noteId}` ? { ...row, sealed: 'torn' } : undefined,
  );
  await insert(device.indexedDB, named(device, 'satchel-device'), 'updates', {
    contentId: noteId,
    sealed: new Uint8Array([9, 9, 9, 9]),
    at: 1,
  });
  await insert(device.indexedDB, named(device, 'satchel-device'), 'updates', {
    contentId: 'nowhere',
    sealed: new Uint8Array(40),
    at: 1,
  });
  const again = await suite.again(first);
  const text = await again.api.openText(noteId, () => {});
  await eventually(async () => (await again.api.textOf(noteId, 'text')).includes('dark in here'), 'the text is back');
  await text.close();
  await until(
    again.api,
    { kind: 'rejectedChanges' },
    (items) => items.length === 2 && items.every((item) => item.code === 'DOCUMENT_INVALID'),
  );
  expect(String(server.doc('noteContents', noteId)?.['state'])).not.toBe('');
});

test('invalid checkpoints trigger a comparison with the server', async () => {
  const { device, line } = await usedDevice();
  expect(
    await overwrite(device.indexedDB, named(device, 'satchel-device'), 'meta', (row) =>
      String(row['key']).startsWith('pull:') ? { ...row, sealed: new Uint8Array(50) } : undefined,
    ),
  ).toBeGreaterThan(3);
  suite.server.rows('projects').delete('p3');
  const again = await suite.again(device);
  await recovered(again, line, ['Project p1', 'Project p2', 'Made in a tunnel']);
});

test('a damaged account row is read from the server again', async () => {
  const { device, line } = await usedDevice();
  await overwrite(device.indexedDB, named(device, 'satchel-profile'), 'rows', (row) => ({ ...row, companies: 'torn' }));
  line.cut = false;
  const again = await suite.again(device);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
});

test('databases of a newer build: this build uses the known ones, and deletes none', async () => {
  const { device, line } = await usedDevice();
  const name = named(device, 'satchel-device');
  await raiseVersion(device.indexedDB, name, 70, (db) => db.createObjectStore('fromTheFuture', { keyPath: 'id' }));
  const newer = named(device, '--items').replace('--0--', '--1--');
  await raiseVersion(device.indexedDB, newer, 10, (db) => db.createObjectStore('docs', { keyPath: 'key' }));
  const again = await suite.again(device);
  await recovered(again, line, [...SERVERS, 'Made in a tunnel']);
  await until(again.api, { kind: 'loss' }, (l) => l === null);
  await again.close();
  expect(databaseNames(device.indexedDB)).toContain(newer);
});

test('the encryption key is gone: the loss of all data is reported, and everything is pulled again', async () => {
  const { device, line } = await usedDevice();
  expect(evict(device.indexedDB, /satchel-keys/)).toHaveLength(1);
  const again = await suite.again(device);
  await until(
    again.api,
    { kind: 'loss' },
    (l) => l?.extent === 'all' && l.unsent?.documents === 3 && l.unsent.texts === 1,
  );
  await until(again.api, { kind: 'status' }, (s) => s.firstSync && s.connection.state === 'offline');
  await recovered(again, line, SERVERS);
});
