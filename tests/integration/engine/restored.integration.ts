/**
 * The server's database is restored from a backup, on a real server with real sessions. Three devices: `laptop` wrote after the backup,
 * `phone` of the same person has been offline since before it, `colleague` reads what the laptop writes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { NoAnswerError } from '../../../sync/protocol/client';
import { eventually, synced, until } from '../../support/engine-device';
import { startRestorable, type RestorableDevice, type RestorableServer } from '../../support/restorable-server';
import { typed } from '../../support/typing';

let server: RestorableServer;
let laptop: RestorableDevice;
let phone: RestorableDevice;
let colleague: RestorableDevice;
/** note ids by scenario */
const ids: Record<string, string> = {};
let meeting: string;
let recording: string;
/** the laptop's first comparison is interrupted after a page */
let cutComparison = false;

async function write(api: ReplicaApi, id: string, words: string, at = 0): Promise<void> {
  const text = await api.openText(id, () => {});
  await text.append(typed(text.state, words, at).update);
  await text.close();
}
async function note(projectId: string, name: string, words: string): Promise<string> {
  const { id } = await laptop.api.run('note.create', { projectId, title: name });
  await write(laptop.api, id, words);
  return id;
}
async function shared(name: string): Promise<string> {
  const { id } = await laptop.api.run('project.create', { title: name });
  await laptop.api.run('project.share', { id, shareRange: 'company', userIds: [], departmentIds: [] });
  return id;
}
/** Waits until the note has this title; null: until it is gone. */
const becomes = ({ api }: RestorableDevice, id: string, title: string | null) =>
  until(api, { kind: 'one', collection: 'notes', id }, (found) => (found?.title ?? null) === title);
const titleOf = ({ api }: RestorableDevice, id: string) =>
  until(api, { kind: 'one', collection: 'notes', id }, () => true).then((found) => found?.title ?? null);
const reads = ({ api }: RestorableDevice, id: string, words: string) =>
  eventually(async () => (await api.textOf(id, 'text')) === words, `the text is "${words}"`);
/** Waits until the device is online, signed in and idle. */
async function settled(device: RestorableDevice): Promise<void> {
  device.cut = false;
  const from = Date.now();
  await device.signIn();
  await device.api.hint('focus');
  await until(
    device.api,
    { kind: 'status' },
    (s) =>
      s.lastSyncAt >= from &&
      s.waiting.documents === 0 &&
      s.waiting.texts === 0 &&
      !s.sending &&
      s.connection.state === 'online',
  );
}
const wav = (): Blob => new Blob([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), new Uint8Array(64_000)]);

beforeAll(async () => {
  server = await startRestorable();
  laptop = await server.device('emma', {
    barrier: async (name) => {
      if (!cutComparison || name !== 'pull.stored') return;
      laptop.cut = true;
      cutComparison = false;
      throw new NoAnswerError('network');
    },
  });
  phone = await server.device('emma');
  colleague = await server.device('yating');
  const project = await shared('House');
  for (const name of ['edited', 'deleted', 'unsent', 'both', 'renamedBefore', 'deletedBefore'])
    ids[name] = await note(project, name, 'one');
  await synced(laptop.api);
  for (const device of [phone, colleague])
    for (const id of Object.values(ids)) {
      await until(device.api, { kind: 'one', collection: 'notes', id }, (found) => found !== null);
      await reads(device, id, 'one');
    }
  phone.cut = true;
  await laptop.api.run('note.rename', { id: ids['renamedBefore']!, title: 'new name' });
  await laptop.api.run('note.delete', { id: ids['deletedBefore']! });
  await synced(laptop.api);
  const backup = await server.backup();

  await laptop.api.run('note.rename', { id: ids['edited']!, title: 'edited twice' });
  for (const name of ['edited', 'unsent', 'both']) await write(laptop.api, ids[name]!, ' two', 3);
  await laptop.api.run('note.rename', { id: ids['unsent']!, title: 'unsent, renamed' });
  await laptop.api.run('note.delete', { id: ids['deleted']! });
  ids['fresh'] = await note(project, 'fresh', 'after the backup');
  ids['inFreshProject'] = await note(await shared('Garden'), 'roses', 'red');
  ({ id: meeting } = await laptop.api.run('meeting.create', {
    projectId: project,
    title: 'Site visit',
    type: 'upload',
    language: 'en',
  }));
  ({ id: recording } = await laptop.api.run('recording.import', {
    meetingId: meeting,
    file: wav(),
    fileName: 'visit.wav',
    language: 'en',
  }));
  await synced(laptop.api);
  await until(laptop.api, { kind: 'recordings', meetingId: meeting }, ([row]) => row?.syncState === 'onServer');
  await becomes(colleague, ids['inFreshProject'], 'roses');
  await becomes(colleague, ids['fresh'], 'fresh');
  await reads(colleague, ids['fresh'], 'after the backup');
  await becomes(colleague, ids['deleted']!, null);
  laptop.cut = true;
  colleague.cut = true;
  await write(laptop.api, ids['unsent']!, ' three', 7);

  await server.restore(backup);
});
afterAll(() => server.close());

describe('after a restore', () => {
  it('every person signs in again, and no device loses anything', async () => {
    laptop.cut = false;
    await laptop.api.hint('focus');
    await until(
      laptop.api,
      { kind: 'status' },
      (s) => s.connection.state === 'blocked' && s.connection.reason === 'signedOut',
    );
    laptop.cut = true;
    expect([
      await titleOf(laptop, ids['fresh']!),
      await titleOf(laptop, ids['edited']!),
      await titleOf(laptop, ids['deleted']!),
    ]).toEqual(['fresh', 'edited twice', null]);
  });

  it('a device older than the backup takes over its state, and restores nothing', async () => {
    await settled(phone);
    expect([
      await titleOf(phone, ids['renamedBefore']!),
      await titleOf(phone, ids['deletedBefore']!),
      await titleOf(phone, ids['edited']!),
      await titleOf(phone, ids['deleted']!),
    ]).toEqual(['new name', null, 'edited', 'deleted']);
    const { rows } = await server.process.opened.platform.query<{ deleted: boolean }>({
      text: `select deleted from doc where collection = 'notes' and id = $1`,
      values: [ids['deletedBefore']],
    });
    expect(rows).toEqual([{ deleted: true }]);
    await write(phone.api, ids['both']!, 'zero ');
    await synced(phone.api);
  });

  it('a reader keeps documents the server lost until their owner has pushed them again', async () => {
    await settled(colleague);
    expect([await titleOf(colleague, ids['fresh']!), await titleOf(colleague, ids['inFreshProject']!)]).toEqual([
      'fresh',
      'roses',
    ]);
    await reads(colleague, ids['fresh']!, 'after the backup');
  });

  it('a device newer than the backup pushes what the server lost, after comparing everything', async () => {
    cutComparison = true;
    laptop.cut = false;
    await laptop.signIn();
    await laptop.api.hint('focus');
    await eventually(() => laptop.cut, 'the comparison is cut');
    await laptop.restart();
    await settled(laptop);
    await until(laptop.api, { kind: 'recordings', meetingId: meeting }, ([row]) => row?.syncState === 'onServer');

    const { rows } = await server.process.opened.platform.query<{
      id: string;
      deleted: boolean;
      title: string;
    }>({
      text: `select id, deleted, data ->> 'title' as title from doc where collection = 'notes' and id = any($1)`,
      values: [Object.values(ids)],
    });
    const title = (name: string): string | null => {
      const row = rows.find(({ id }) => id === ids[name]);
      return row && !row.deleted ? row.title : null;
    };
    expect(Object.fromEntries(Object.keys(ids).map((name) => [name, title(name)]))).toEqual({
      edited: 'edited twice',
      deleted: null,
      unsent: 'unsent, renamed',
      both: 'both',
      renamedBefore: 'new name',
      deletedBefore: null,
      fresh: 'fresh',
      inFreshProject: 'roses',
    });
    for (const device of [laptop, phone, colleague]) {
      await becomes(device, ids['edited']!, 'edited twice');
      await becomes(device, ids['unsent']!, 'unsent, renamed');
      await becomes(device, ids['renamedBefore']!, 'new name');
      await becomes(device, ids['fresh']!, 'fresh');
      await becomes(device, ids['inFreshProject']!, 'roses');
      await becomes(device, ids['deleted']!, null);
      await becomes(device, ids['deletedBefore']!, null);
      await reads(device, ids['edited']!, 'one two');
      await reads(device, ids['unsent']!, 'one two three');
      await reads(device, ids['both']!, 'zero one two');
      await reads(device, ids['fresh']!, 'after the backup');
      await until(
        device.api,
        { kind: 'one', collection: 'meetings', id: meeting },
        (found) => found?.recordings.some(({ id }) => id === recording) === true,
      );
    }
    const upload = await server.process.opened.platform.query<{ id: string; state: string }>({
      text: 'select id, state from upload where recording_id = $1',
      values: [recording],
    });
    expect(upload.rows).toMatchObject([{ state: 'finished' }]);
    expect(await server.process.opened.platform.blobs.size(`uploads/${upload.rows[0]!.id}`)).toBe(64_012);
  });

  it('no rejected change remains', async () => {
    for (const { api } of [laptop, phone, colleague]) {
      expect(await until(api, { kind: 'rejectedChanges' }, () => true)).toEqual([]);
      expect(await until(api, { kind: 'conflictVersions' }, () => true)).toEqual([]);
    }
  });
});
