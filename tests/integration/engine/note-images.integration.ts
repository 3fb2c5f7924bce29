/** Images of notes on devices: stored at once, sent later, read by others, and kept for reading without a connection. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawDemoPicture } from '../../../server/core/notes/demo/picture';
import { addImage, trimSeen } from '../../../sync/engine/images/image-store';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { toBase64 } from '../../../sync/merge/yjs';
import { NOTE_IMAGE_CONTENT_HEADER, noteImagePath } from '../../../sync/protocol/note-images';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { deviceDatabaseOf } from '../../support/recorded-meeting';

const suite = engineSuite();
const picture = new Uint8Array(drawDemoPicture().bytes);
const file = (bytes: Uint8Array = picture, type = 'image/png') =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
const answer = (data: unknown): Response => Response.json({ success: true, data });
const APPLY = 'POST /api/core/note-image/upload/apply';

interface ImageUpload {
  contentId: string;
  received: Uint8Array;
  parts: number;
}

/** Plays the server's side of uploads of images: each image has an upload of its own, with the image's id. */
function scriptImages() {
  const { server } = suite;
  const stored = new Map<string, { contentId: string; bytes: Uint8Array }>();
  const uploads = new Map<string, ImageUpload>();
  server.calls[APPLY] = (body) => {
    const { imageId, contentId } = body as { imageId: string; contentId: string };
    let upload = uploads.get(imageId);
    if (upload?.contentId !== contentId)
      uploads.set(imageId, (upload = { contentId, received: new Uint8Array(), parts: 0 }));
    const kept = upload!;
    const url = `/uploads/${imageId}`;
    const offset = (): Response =>
      new Response(null, { status: 204, headers: { 'upload-offset': String(kept.received.length) } });
    server.calls[`HEAD ${url}`] = offset;
    server.calls[`PATCH ${url}`] = (part) => {
      kept.parts += 1;
      kept.received = new Uint8Array([...kept.received, ...(part as Uint8Array)]);
      return offset();
    };
    // an image that was stored for one text is sent again for another
    return answer({
      uploadId: imageId,
      url,
      token: 't',
      partBytes: 4096,
      finished: stored.get(imageId)?.contentId === contentId,
    });
  };
  server.calls['POST /api/core/note-image/upload/finish'] = (body) => {
    const { uploadId: imageId, sha256 } = body as { uploadId: string; sha256: string };
    const { contentId, received } = uploads.get(imageId)!;
    expect(createHash('sha256').update(received).digest('hex')).toBe(sha256);
    stored.set(imageId, { contentId, bytes: received });
    server.calls[`GET ${noteImagePath(contentId, imageId)}`] = imageAnswer(imageId);
    return answer({ imageId, sha256, size: received.length });
  };
  const imageAnswer = (imageId: string) => () => {
    const image = stored.get(imageId)!;
    return new Response(image.bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: image.contentId },
    });
  };
  return {
    stored,
    /** the upload of the only image */
    get upload(): ImageUpload | undefined {
      return [...uploads.values()][0];
    },
  };
}

const note = async (api: ReplicaApi): Promise<string> => {
  suite.server.put('projects', { id: 'p1', abilities: ['addNote', 'update'], title: 'Project', ownerId: 'u1' });
  await until(api, { kind: 'one', collection: 'projects', id: 'p1' }, (p) => p !== null);
  return (await api.run('note.create', { projectId: 'p1', title: 'With a picture' })).id;
};
const seen = async (api: ReplicaApi, contentId: string, id: string): Promise<number | string> => {
  const found = await api.image(contentId, id);
  return 'blob' in found ? found.blob.size : found.missing;
};

test('an image inserted offline is seen after the browser was killed, and sent when the server is back', async () => {
  const state = scriptImages();
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const contentId = await note(device.api);
  await synced(device.api);
  line.cut = true;
  const { id, width, height } = await device.api.run('image.add', { contentId, file: file() });
  expect([width, height]).toEqual([960, 540]);
  await suite.kill(device);

  const again = await suite.again(device);
  expect(await seen(again.api, contentId, id)).toBe(picture.length);
  const [row] = await until(again.api, { kind: 'outbox' }, (rows) => rows.some(({ kind }) => kind === 'image'));
  expect(row).toMatchObject({ kind: 'image', title: 'With a picture', size: picture.length, state: 'waiting' });
  await until(again.api, { kind: 'status' }, (s) => s.waiting.images === 1);
  await expect(again.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  await until(again.api, { kind: 'syncState', collection: 'notes', id: contentId }, (state) => state === 'onDevice');

  line.cut = false;
  await again.api.hint('online');
  await until(again.api, { kind: 'images', contentId }, ([image]) => image?.state === 'onServer');
  expect(state.stored.get(id)?.bytes).toEqual(picture);
  await until(again.api, { kind: 'status' }, (s) => s.waiting.images === 0);
  // its own copy stays
  line.cut = true;
  expect(await seen(again.api, contentId, id)).toBe(picture.length);
});

test('an upload whose browser is killed goes on at the server’s offset', async () => {
  const state = scriptImages();
  const device = await suite.device();
  const contentId = await note(device.api);
  await synced(device.api);
  let isHeld = true;
  suite.server.fault = ({ method, path }) =>
    isHeld && method === 'PATCH' && path.startsWith('/uploads/') && state.upload?.parts === 1 ? 'hang' : null;
  await device.api.run('image.add', { contentId, file: file() });
  const received = (): number => state.upload?.received.length ?? 0;
  await eventually(() => received() > 0 && received() < picture.length, 'a first part arrived');
  const before = received();
  await suite.kill(device);
  isHeld = false;
  const again = await suite.again(device);
  await until(again.api, { kind: 'images', contentId }, ([image]) => image?.state === 'onServer');
  expect(state.upload?.received).toEqual(picture);
  expect(before).toBeGreaterThan(0);
});

test('another device shows that an image is not uploaded yet, then the image, then keeps it for reading offline', async () => {
  const state = scriptImages();
  const line = new Line(() => suite.server);
  const reader = await suite.device({ fetch: line.fetch });
  suite.server.put('noteContents', {
    id: 'n1',
    subject: 'note',
    subjectId: 'n1',
    creatorId: 'u2',
    state: '',
    abilities: [],
  });
  await until(reader.api, { kind: 'writable', contentId: 'n1' }, (is) => is !== null);
  suite.server.calls[`GET ${noteImagePath('n1', 'i1')}`] = () =>
    Response.json({ success: false, error: 'NO_DATA', message: '' }, { status: 404 });
  expect(await seen(reader.api, 'n1', 'i1')).toBe('notOnServer');
  state.stored.set('i1', { contentId: 'n1', bytes: picture });
  suite.server.calls[`GET ${noteImagePath('n1', 'i1')}`] = () =>
    new Response(picture, { headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: 'n1' } });
  expect(await seen(reader.api, 'n1', 'i1')).toBe(picture.length);
  line.cut = true;
  expect([await seen(reader.api, 'n1', 'i1'), await seen(reader.api, 'n1', 'i2')]).toEqual([picture.length, 'offline']);
  // not his to send, and no longer shown once he may not read the note
  const db = await deviceDatabaseOf(reader);
  expect(await db.images.toArray()).toMatchObject([{ imageId: 'i1', contentId: 'n1', transfer: 'seen' }]);
  expect(JSON.stringify(await db.imageBytes.rows.toArray())).not.toContain('PNG');
  line.cut = false;
  suite.server.remove('noteContents', 'n1');
  await until(reader.api, { kind: 'writable', contentId: 'n1' }, (is) => is === null);
  line.cut = true;
  expect(await seen(reader.api, 'n1', 'i1')).toBe('offline');
  expect(await db.images.count()).toBe(0);
  await db.close();
});

test('a wrong file changes nothing', async () => {
  const device = await suite.device();
  const contentId = await note(device.api);
  const add = (bytes: Uint8Array, id = contentId) =>
    device.api.run('image.add', { contentId: id, file: file(bytes) }).then(
      () => 'added',
      (error: { code: string }) => error.code,
    );
  const text = (content: string) => new TextEncoder().encode(content);
  expect(await add(text('a text that is named .png'))).toBe('FILE_TYPE_NOT_SUPPORT');
  expect(await add(text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBe('FILE_TYPE_NOT_SUPPORT');
  expect(await add(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('FILE_MAX_LENGTH_EXCEEDED');
  expect(await add(picture, 'nothing')).toBe('NOTE_NOT_FOUND');
  expect((await until(device.api, { kind: 'images', contentId }, () => true)).length).toBe(0);
});

test('a text gets copies of its own of images of other texts', async () => {
  scriptImages();
  const device = await suite.device();
  const [one, two] = [await note(device.api), await note(device.api)];
  const { id } = await device.api.run('image.add', { contentId: one, file: file() });
  const images = [
    { id, from: one },
    { id: 'unknown', from: '' },
  ];
  const { copies } = await device.api.run('image.copy', { contentId: two, images });
  expect(Object.keys(copies)).toEqual([id]);
  expect(await seen(device.api, two, copies[id]!)).toBe(picture.length);
  expect(await device.api.run('image.copy', { contentId: one, images })).toEqual({ copies: {} });
  await until(device.api, { kind: 'images', contentId: two }, ([image]) => image?.state === 'onServer');
});

test('a copied image of an unknown text is copied if one readable text has it, here or on the server', async () => {
  const device = await suite.device();
  const [one, two] = [await note(device.api), await note(device.api)];
  const { id } = await device.api.run('image.add', { contentId: one, file: file() });
  let found: { imageId: string; contentId: string }[] = [];
  suite.server.calls['POST /api/core/note-image/find'] = () => answer({ images: found });
  const copy = async (imageId: string) =>
    (await device.api.run('image.copy', { contentId: two, images: [{ id: imageId, from: '' }] })).copies[imageId];
  expect(await seen(device.api, two, (await copy(id))!)).toBe(picture.length);
  // another text has another image with this id: it cannot be known which one is meant
  found = [{ imageId: id, contentId: 'n9' }];
  expect(await copy(id)).toBeUndefined();
  // this text has it
  found = [{ imageId: 'i1', contentId: two }];
  expect(await copy('i1')).toBeUndefined();
  found = [{ imageId: 'i1', contentId: 'n9' }];
  suite.server.calls[`GET ${noteImagePath('n9', 'i1')}`] = () =>
    new Response(picture, { headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: 'n9' } });
  expect(await seen(device.api, two, (await copy('i1'))!)).toBe(picture.length);
});

test('an image of another text with the same id neither replaces nor hides the one of a text', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const contentId = await note(device.api);
  await synced(device.api);
  suite.server.put('noteContents', {
    id: 'n1',
    subject: 'note',
    subjectId: 'n1',
    creatorId: 'u2',
    state: '',
    abilities: [],
  });
  await until(device.api, { kind: 'writable', contentId: 'n1' }, (is) => is !== null);
  suite.server.calls[APPLY] = () => Response.json({ success: false, error: 'HTTP_503', message: '' }, { status: 503 });
  const { id } = await device.api.run('image.add', { contentId, file: file() });
  const other = new Uint8Array([...picture, 1, 2, 3]);
  suite.server.calls[`GET ${noteImagePath('n1', id)}`] = () =>
    new Response(other, { headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: 'n1' } });
  expect([await seen(device.api, contentId, id), await seen(device.api, 'n1', id)]).toEqual([
    picture.length,
    other.length,
  ]);
  line.cut = true;
  // both are kept
  expect([await seen(device.api, contentId, id), await seen(device.api, 'n1', id)]).toEqual([
    picture.length,
    other.length,
  ]);
  const db = await deviceDatabaseOf(device);
  const rows = await db.images.toArray();
  expect(rows.map((row) => [row.contentId, row.imageId, row.transfer === 'seen']).sort()).toEqual(
    [
      [contentId, id, false],
      ['n1', id, true],
    ].sort(),
  );
  await db.close();
});

test('an answer with the image of another text is not shown', async () => {
  const device = await suite.device();
  const contentId = await note(device.api);
  suite.server.calls[`GET ${noteImagePath(contentId, 'i1')}`] = () =>
    new Response(picture, { headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: 'n9' } });
  expect(await seen(device.api, contentId, 'i1')).toBe('offline');
  const db = await deviceDatabaseOf(device);
  expect(await db.images.count()).toBe(0);
  await db.close();
});

test('an image that an earlier version stored under its own id is shown in its text, and sent for it', async () => {
  const state = scriptImages();
  const device = await suite.device();
  const contentId = await note(device.api);
  await synced(device.api);
  const db = await deviceDatabaseOf(device);
  const { imageId: _none, ...row } = await addImage(db, { contentId, bytes: picture, now: 1 });
  await db.images.put(row);
  expect(await seen(device.api, contentId, row.id)).toBe(picture.length);
  expect((await until(device.api, { kind: 'images', contentId }, ([image]) => image !== undefined))[0]).toMatchObject({
    id: row.id,
  });
  await device.api.hint('online');
  await until(device.api, { kind: 'images', contentId }, ([image]) => image?.state === 'onServer');
  expect(state.stored.get(row.id)).toEqual({ contentId, bytes: picture });
  await db.close();
});

test('the copy of a refused text has its images, sent, unsent and those of others', async () => {
  scriptImages();
  const device = await suite.device();
  const contentId = await note(device.api);
  const sent = await device.api.run('image.add', { contentId, file: file() });
  await until(device.api, { kind: 'images', contentId }, ([image]) => image?.state === 'onServer');
  suite.server.calls[`GET ${noteImagePath(contentId, 'i9')}`] = () =>
    new Response(picture, { headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: contentId } });
  suite.server.calls[APPLY] = () =>
    Response.json({ success: false, error: 'NOTE_EDIT_DENIED', message: '' }, { status: 403 });
  const unsent = await device.api.run('image.add', { contentId, file: file() });
  await until(device.api, { kind: 'outbox' }, ([row]) => row?.state === 'attention');

  const ids = [sent.id, unsent.id, 'i9', 'lost'];
  const state = toBase64(stateFromMarkdown(ids.map((id) => `![](image:${id})`).join('\n\n')));
  const db = await deviceDatabaseOf(device);
  await db.rejectedChanges.put({
    id: 'refused',
    collection: 'noteContents',
    documentId: contentId,
    code: 'NOTE_EDIT_DENIED',
    field: '',
    content: { id: contentId, subject: 'note', subjectId: contentId, state },
    title: 'The copy',
    at: 1,
  });
  scriptImages();
  await device.api.run('rejectedChange.resolve', { id: 'refused', action: 'copy' });
  const notes = await until(device.api, { kind: 'find', collection: 'notes', selector: {} }, (all) =>
    all.some(({ title }) => title === 'The copy'),
  );
  const { id } = notes.find(({ title }) => title === 'The copy')!;
  for (const imageId of ids.slice(0, 3)) expect(await seen(device.api, id, imageId)).toBe(picture.length);
  const own = await until(
    device.api,
    { kind: 'images', contentId: id },
    (all) => all.length === 3 && all.every((image) => image.state === 'onServer'),
  );
  expect(own.map((image) => image.id).sort()).toEqual(ids.slice(0, 3).sort());
  await db.close();
});

test('the copy of a refused text takes no image away from the text that stands', async () => {
  scriptImages();
  const device = await suite.device();
  const contentId = await note(device.api);
  await synced(device.api);
  suite.server.calls[APPLY] = () =>
    Response.json({ success: false, error: 'S3_UPLOAD_FAILED', message: '' }, { status: 500 });
  const [inBoth, inCopy, inText, undone] = await Promise.all(
    [0, 1, 2, 3].map(async () => (await device.api.run('image.add', { contentId, file: file() })).id),
  );
  const stateOf = (...ids: (string | undefined)[]) =>
    stateFromMarkdown(ids.map((id) => `![](image:${id})`).join('\n\n'));
  // typed just now
  const text = await device.api.openText(contentId, () => {});
  await text.append(stateOf(inBoth, inText));
  const db = await deviceDatabaseOf(device);
  await db.rejectedChanges.put({
    id: 'refused',
    collection: 'noteContents',
    documentId: contentId,
    code: 'DOCUMENT_INVALID',
    field: '',
    content: { id: contentId, subject: 'note', subjectId: contentId, state: toBase64(stateOf(inBoth, inCopy)) },
    base: { id: contentId, rev: '1-a' },
    title: 'The copy',
    at: 1,
  });
  await device.api.run('rejectedChange.resolve', { id: 'refused', action: 'copy' });
  const notes = await until(device.api, { kind: 'find', collection: 'notes', selector: {} }, (all) =>
    all.some(({ title }) => title === 'The copy'),
  );
  const { id } = notes.find(({ title }) => title === 'The copy')!;
  const imagesOf = async (content: string) =>
    (await until(device.api, { kind: 'images', contentId: content }, () => true)).map((image) => image.id).sort();
  expect(await imagesOf(id)).toEqual([inBoth, inCopy].sort());
  expect(await imagesOf(contentId)).toEqual([inBoth, inText, undone].sort());
  for (const imageId of [inBoth, inText, undone])
    expect(await seen(device.api, contentId, imageId!)).toBe(picture.length);
  await db.close();
});

test('a handed-over image replaces none that this device has, whatever its id', async () => {
  const state = scriptImages();
  const device = await suite.device();
  const contentId = await note(device.api);
  suite.server.calls[APPLY] = () =>
    Response.json({ success: false, error: 'S3_UPLOAD_FAILED', message: '' }, { status: 500 });
  const { id } = await device.api.run('image.add', { contentId, file: file() });
  const other = Buffer.concat([picture, Buffer.from('of the lost device')]);
  const item = {
    kind: 'image',
    id: 'image/other',
    recordingId: 'other',
    contentId,
    imageId: id,
    at: 1,
    about: `notes/${contentId}`,
    title: 'With a picture',
    bytes: other.length,
    sha256: createHash('sha256').update(other).digest('hex'),
  };
  suite.server.calls['POST /api/organization/user/handover/read'] = () =>
    answer({ of: null, items: [item], next: null });
  suite.server.calls['POST /api/organization/user/handover/audio'] = () => answer({ bytes: other.toString('base64') });
  suite.server.calls['POST /api/organization/user/handover/resolve'] = () => answer({});
  await device.api.run('handover.keep', { id: 'h1' });
  expect(await seen(device.api, contentId, id)).toBe(picture.length);
  expect(state.stored.size).toBe(0);
});

test('an image of a deleted note is not sent, and is sent if the note returns; one that is refused needs attention', async () => {
  const state = scriptImages();
  const apply = suite.server.calls[APPLY]!;
  const device = await suite.device();
  const contentId = await note(device.api);
  await synced(device.api);
  suite.server.calls[APPLY] = () =>
    Response.json(
      { success: false, error: 'FILE_TOTAL_LENGTH_EXCEEDED', message: '', params: { maxSize: 1 } },
      { status: 413 },
    );
  const { id } = await device.api.run('image.add', { contentId, file: file() });
  const rows = await until(device.api, { kind: 'outbox' }, ([row]) => row?.state === 'attention');
  expect(rows[0]!.lastError).toMatchObject({ code: 'FILE_TOTAL_LENGTH_EXCEEDED', params: { maxSize: 1 } });
  expect((await device.api.outboxFile(`image/${id}`))?.blob.size).toBe(picture.length);

  const before = { ...(suite.server.doc('noteContents', contentId) as object) };
  suite.server.remove('noteContents', contentId);
  await until(device.api, { kind: 'writable', contentId }, (is) => is === null);
  await device.api.run('outbox.retry', { id: `image/${id}` });
  await until(device.api, { kind: 'status' }, (s) => s.waiting.images === 0 && s.rejected === 0);
  suite.server.calls[APPLY] = apply;
  suite.server.put('noteContents', { ...before, id: contentId });
  suite.server.put('notes', { ...(suite.server.doc('notes', contentId) as object), id: contentId });
  await until(device.api, { kind: 'writable', contentId }, (is) => is !== null);
  await device.api.run('note.rename', { id: contentId, title: 'Back again' });
  await until(device.api, { kind: 'images', contentId }, ([image]) => image?.state === 'onServer');
  expect(state.stored.has(id)).toBe(true);
});

test('images of a note that is deleted offline are shown again once the deletion is undone, also after a restart', async () => {
  scriptImages();
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const contentId = await note(device.api);
  const { id: sent } = await device.api.run('image.add', { contentId, file: file() });
  await until(device.api, { kind: 'images', contentId }, ([image]) => image?.state === 'onServer');
  suite.server.calls[`GET ${noteImagePath(contentId, 'i9')}`] = () =>
    new Response(picture, { headers: { 'content-type': 'image/png', [NOTE_IMAGE_CONTENT_HEADER]: contentId } });
  expect(await seen(device.api, contentId, 'i9')).toBe(picture.length);
  await synced(device.api);
  line.cut = true;
  await device.api.run('note.delete', { id: contentId });
  // a page that still shows the note
  for (const id of [sent, 'i9']) expect(await seen(device.api, contentId, id)).toBe('offline');
  await suite.kill(device);

  const again = await suite.again(device);
  await until(again.api, { kind: 'status' }, ({ connection }) => connection.state === 'offline');
  await again.api.run('document.restore', { collection: 'notes', id: contentId, title: '' });
  for (const id of [sent, 'i9']) expect(await seen(again.api, contentId, id)).toBe(picture.length);
});

test('images of other people are removed when they take too much space, those used longest ago first', async () => {
  const device = await suite.device();
  await note(device.api);
  const db = await deviceDatabaseOf(device);
  for (const [i, transfer] of (['seen', 'seen', 'onServer', 'seen'] as const).entries()) {
    await db.images.put({
      id: `i${i}`,
      contentId: 'n1',
      transfer,
      type: 'image/png',
      width: 1,
      height: 1,
      bytes: 100,
      sha256: '',
      addedAt: 1,
      usedAt: 10 - i,
    });
  }
  await trimSeen(db, 250);
  expect((await db.images.toArray()).map(({ id }) => id)).toEqual(['i0', 'i1', 'i2']);
  await trimSeen(db, 0);
  expect((await db.images.toArray()).map(({ id }) => id)).toEqual(['i2']);
  await db.close();
});
