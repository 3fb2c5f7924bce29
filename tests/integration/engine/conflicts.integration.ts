/** Concurrent edits and rejected writes: nothing that a person made is lost. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { fromBase64 } from '../../../sync/merge/yjs';
import { textOfState } from '../../../sync/merge/note-text';
import { meetingNoteId } from '../../../sync/model/ids';
import type { EngineDevice } from '../../support/engine-device';
import { eventually, synced, until } from '../../support/engine-device';
import { cutOff, engineSuite, Line, reconnect, typed } from '../../support/engine-suite';

const suite = engineSuite();

/** A device with a project and a note, and its connection to the server. */
async function withNote(): Promise<{ device: EngineDevice; line: Line; projectId: string; noteId: string }> {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'Shared' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Minutes' });
  await synced(device.api);
  return { device, line, projectId, noteId };
}

test('a field changed on both sides keeps the later edit; the earlier one is in the inbox and can be restored', async () => {
  const { device, line, projectId } = await withNote();
  await cutOff(device, line);
  await device.api.run('project.update', { id: projectId, title: 'From this device', description: 'Only here' });
  suite.server.put('projects', { id: projectId, title: 'From elsewhere', updatedAt: Date.now() + 60_000 });
  await reconnect(device, line);
  expect(suite.server.doc('projects', projectId)).toMatchObject({ title: 'From elsewhere', description: 'Only here' });
  const [kept] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 1);
  expect(kept).toMatchObject({ field: 'title', mine: 'From this device', theirs: 'From elsewhere', stands: 'theirs' });
  await device.api.run('conflict.resolve', { id: kept!.id, take: 'mine' });
  await synced(device.api);
  expect(suite.server.doc('projects', projectId)?.['title']).toBe('From this device');
  await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 0);
});

test('two devices that write into the same paragraph offline converge to both texts, as does the server', async () => {
  const a = await withNote();
  const lineB = new Line(() => suite.server);
  const b = await suite.device({ fetch: lineB.fetch });
  await until(b.api, { kind: 'one', collection: 'noteContents', id: a.noteId }, (c) => c !== null);
  await synced(b.api);
  const first = await a.device.api.openText(a.noteId, () => {});
  await first.append(typed(first.state, 'common ').update);
  await first.close();
  await synced(a.device.api);
  await until(b.api, { kind: 'one', collection: 'noteContents', id: a.noteId }, (c) => c?.state !== '');
  await cutOff(a.device, a.line);
  await cutOff(b, lineB);
  for (const [api, words] of [
    [a.device.api, 'one'],
    [b.api, 'two'],
  ] as const) {
    const text = await api.openText(a.noteId, () => {});
    await text.append(typed(text.state, words).update);
    await text.close();
  }
  await reconnect(a.device, a.line);
  await reconnect(b, lineB);
  const read = async (api: typeof b.api): Promise<string> => api.textOf(a.noteId, 'text');
  await eventually(
    async () => (await read(a.device.api)) === (await read(b.api)) && /one/.test(await read(b.api)),
    'both devices show one text',
  );
  for (const text of [
    await read(b.api),
    textOfState(fromBase64(suite.server.doc('noteContents', a.noteId)!['state'] as string)),
  ]) {
    expect(text).toMatch(/one/);
    expect(text).toMatch(/two/);
    expect(text).toMatch(/common/);
  }
  await until(b.api, { kind: 'conflictVersions' }, (list) => list.every((k) => k.collection !== 'noteContents'));
});

test('a push of a long text carries only the Yjs update', async () => {
  const { device, noteId } = await withNote();
  const text = await device.api.openText(noteId, () => {});
  const long = typed(text.state, 'a long text '.repeat(5_000));
  await text.append(long.update);
  await text.compact();
  await synced(device.api);
  await text.append(typed(long.state, 'x').update);
  await text.compact();
  await synced(device.api);
  expect(JSON.stringify(suite.server.pushed('noteContents').at(-1)).length).toBeLessThan(1_000);
  await text.close();
});

test('an edit beats a concurrent deletion', async () => {
  const { device, line, projectId } = await withNote();
  await cutOff(device, line);
  await device.api.run('project.update', { id: projectId, title: 'Still needed' });
  suite.server.remove('projects', projectId);
  await reconnect(device, line);
  expect(suite.server.doc('projects', projectId)?.['title']).toBe('Still needed');
});

test('a rejected new document leaves the lists, becomes a rejected change, and can be copied', async () => {
  const { device, projectId } = await withNote();
  suite.server.rejectionOf = (collection, row, current) =>
    collection === 'notes' && !current ? { code: 'NO_PERMISSION', retry: false } : null;
  const { id } = await device.api.run('note.create', { projectId, title: 'Not for me' });
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  expect(item).toMatchObject({
    collection: 'notes',
    documentId: id,
    code: 'NO_PERMISSION',
    title: 'Not for me',
    content: { title: 'Not for me', projectId },
    canBeCopied: true,
  });
  await until(device.api, { kind: 'one', collection: 'notes', id }, (note) => note === null);
  await until(device.api, { kind: 'syncState', collection: 'notes', id }, (state) => state === 'attention');
  const file = await device.api.outboxFile(item!.id);
  expect(await file?.blob.text()).toContain('Not for me');
  suite.server.rejectionOf = () => null;
  await device.api.run('rejectedChange.resolve', { id: item!.id, action: 'copy' });
  await synced(device.api);
  expect([...suite.server.rows('notes').values()].filter((row) => row.doc['title'] === 'Not for me')).toHaveLength(1);
  await until(device.api, { kind: 'status' }, (s) => s.rejected === 0);
});

test('a rejected edit returns the document to the server’s version, becomes a rejected change, and can be retried', async () => {
  const { device, projectId } = await withNote();
  let refuse = true;
  suite.server.rejectionOf = (collection) =>
    collection === 'projects' && refuse ? { code: 'PROJECT_TITLE_DUPLICATED', retry: false, field: 'title' } : null;
  await device.api.run('project.update', { id: projectId, title: 'Taken' });
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  expect(item).toMatchObject({ code: 'PROJECT_TITLE_DUPLICATED', field: 'title', content: { title: 'Taken' } });
  await until(device.api, { kind: 'one', collection: 'projects', id: projectId }, (p) => p?.title === 'Shared');
  refuse = false;
  await device.api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
  await synced(device.api);
  expect(suite.server.doc('projects', projectId)?.['title']).toBe('Taken');
});

test('a rejected new project rejects its contents with it, and a retry restores them', async () => {
  const device = await suite.device();
  await synced(device.api);
  let refuse = true;
  suite.server.rejectionOf = (collection, row) => {
    if (!refuse) return null;
    if (collection === 'projects') return { code: 'PROJECT_TITLE_DUPLICATED', retry: false };
    return suite.server.doc('projects', String(row.newDocumentState['projectId']))
      ? null
      : { code: 'SPACE_NOT_FOUND', retry: true };
  };
  await device.api.setPaused(true);
  const { id } = await device.api.run('project.create', { title: 'Twice' });
  const { id: noteId } = await device.api.run('note.create', { projectId: id, title: 'In it' });
  await device.api.setPaused(false);
  const items = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 2);
  expect(items.map((i) => i.collection).sort()).toEqual(['notes', 'projects']);
  refuse = false;
  await device.api.run('rejectedChange.resolve', {
    id: items.find((i) => i.collection === 'projects')!.id,
    action: 'retry',
  });
  await synced(device.api);
  expect(suite.server.doc('notes', noteId)?.['title']).toBe('In it');
  expect(suite.server.doc('noteContents', noteId)).toMatchObject({ subjectId: noteId, state: '' });
});

test('a held write is pushed again after another one was accepted, without a busy loop', async () => {
  const { device } = await withNote();
  let projectTaken = false;
  suite.server.rejectionOf = (collection) => {
    if (collection === 'projects') {
      projectTaken = true;
      return null;
    }
    return projectTaken ? null : { code: 'SPACE_NOT_FOUND', retry: true };
  };
  const before = suite.server.requests.length;
  // pushes of notes are answered with `retry` until a project arrives
  const projects = await until(device.api, { kind: 'find', collection: 'projects' }, (list) => list.length === 1);
  const { id } = await device.api.run('note.create', { projectId: projects[0]!.id, title: 'Waits' });
  const rows = await until(device.api, { kind: 'outbox' }, (list) =>
    list.some((r) => r.lastError?.code === 'SPACE_NOT_FOUND'),
  );
  expect(rows[0]).toMatchObject({ state: 'waiting', can: { retry: true } });
  expect(suite.server.requests.slice(before).filter((r) => r.path.endsWith('/push')).length).toBeLessThan(6);
  await device.api.run('project.create', { title: 'The other one' });
  await synced(device.api);
  expect(suite.server.doc('notes', id)?.['title']).toBe('Waits');
});

test('a rejected edit of a project that is dropped leaves the rejected edits in it', async () => {
  const { device, projectId, noteId } = await withNote();
  suite.server.rejectionOf = () => ({ code: 'NO_PERMISSION', retry: false });
  await device.api.setPaused(true);
  await device.api.run('project.update', { id: projectId, title: 'Refused' });
  await device.api.run('note.rename', { id: noteId, title: 'Refused, too' });
  await device.api.setPaused(false);
  const items = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 2);
  const ofProject = items.find(({ collection }) => collection === 'projects')!;
  await device.api.run('rejectedChange.resolve', { id: ofProject.id, action: 'drop' });
  const left = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length < 2);
  expect(left.map(({ documentId }) => documentId)).toEqual([noteId]);
});

test('a rejected share of a note that is dropped leaves its rejected text', async () => {
  const { device, noteId } = await withNote();
  suite.server.rejectionOf = () => ({ code: 'NO_PERMISSION', retry: false });
  await device.api.setPaused(true);
  await device.api.run('note.share', {
    id: noteId,
    shareRange: 'team',
    userIds: [],
    linkExpiresAt: 0,
    linkIndexed: false,
  });
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'every word').update);
  await text.close();
  await device.api.setPaused(false);
  const items = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 2);
  const share = items.find(({ collection }) => collection === 'notes')!;
  await device.api.run('rejectedChange.resolve', { id: share.id, action: 'drop' });
  const left = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length < 2);
  expect(left.map(({ collection }) => collection)).toEqual(['noteContents']);
});

test('a document held for another one of the same request is pushed as soon as that was accepted', async () => {
  const now = Date.now();
  // with this clock no backoff ends
  const device = await suite.device({ deviceNow: () => now });
  await synced(device.api);
  suite.server.rejectionOf = (collection) =>
    collection === 'projects' && suite.server.rows('notes').size === 0
      ? { code: 'SPACE_NOT_FOUND', retry: true }
      : null;
  await device.api.setPaused(true);
  const { id } = await device.api.run('project.create', { title: 'Held' });
  await device.api.run('note.create', { projectId: id, title: 'Accepted' });
  await device.api.setPaused(false);
  await synced(device.api);
  expect(suite.server.doc('projects', id)?.['title']).toBe('Held');
});

test('a new meeting with its text is one request, the meeting first', async () => {
  const device = await suite.device();
  await synced(device.api);
  await device.api.setPaused(true);
  const { id } = await device.api.run('meeting.create', { projectId: '', title: 'M', type: 'record', language: 'en' });
  const text = await device.api.openText(meetingNoteId(id), () => {});
  await text.append(typed(text.state, 'said').update);
  await text.close();
  suite.server.rejectionOf = (collection) =>
    collection === 'noteContents' && suite.server.rows('meetings').size === 0
      ? { code: 'SPACE_NOT_FOUND', retry: true }
      : null;
  await device.api.setPaused(false);
  await synced(device.api);
  expect(suite.server.doc('noteContents', meetingNoteId(id))).not.toBeNull();
  expect(suite.server.count(/\/push$/)).toBe(1);
});

test('a document that the server refuses does not block the others, whatever their collection', async () => {
  const device = await suite.device();
  await synced(device.api);
  await device.api.setPaused(true);
  const poison = await device.api.run('project.create', { title: 'Poison' });
  const others = await Promise.all(['One', 'Two', 'Three'].map((title) => device.api.run('project.create', { title })));
  const note = await device.api.run('note.create', { projectId: others[0]!.id, title: 'Four' });
  suite.server.fault = (r) =>
    r.path.endsWith('/push') && JSON.stringify(r.body).includes('Poison') ? { error: 'PARAM_ERROR' } : null;
  await device.api.setPaused(false);
  await until(
    device.api,
    { kind: 'rejectedChanges' },
    (list) => list.length === 1 && list[0]!.documentId === poison.id,
  );
  await synced(device.api);
  for (const collection of ['notes', 'noteContents']) expect(suite.server.doc(collection, note.id)).not.toBeNull();
  for (const { id } of others) expect(suite.server.doc('projects', id)).not.toBeNull();
});

test('a document at which the server fails is held, and the others are pushed', async () => {
  const device = await suite.device();
  await synced(device.api);
  await device.api.setPaused(true);
  await device.api.run('project.create', { title: 'Poison' });
  const { id } = await device.api.run('project.create', { title: 'Healthy' });
  suite.server.fault = (r) =>
    r.path.endsWith('/projects/push') && JSON.stringify(r.body).includes('Poison') ? { error: 'HTTP_500' } : null;
  await device.api.setPaused(false);
  await eventually(() => suite.server.doc('projects', id) !== null, 'the healthy project is on the server');
  await until(
    device.api,
    { kind: 'status' },
    (s) => s.waiting.documents === 1 && s.rejected === 0 && s.connection.state === 'online',
  );
  suite.server.fault = () => null;
  await device.api.run('outbox.retry', { id: 'projects/any' });
  await synced(device.api);
});

test('a deletion undone before it was pushed is not pushed', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch, undoMs: 60_000 });
  const { id } = await device.api.run('project.create', { title: 'Oops' });
  const { id: noteId } = await device.api.run('note.create', { projectId: id, title: 'Inside' });
  await synced(device.api);
  await device.api.run('project.delete', { id });
  await until(device.api, { kind: 'count', collection: 'notes' }, (n) => n === 0);
  await device.api.run('document.restore', { collection: 'projects', id });
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note?.title === 'Inside');
  await synced(device.api);
  expect(suite.server.doc('projects', id)?.['title']).toBe('Oops');
  expect(suite.server.requests.some((r) => JSON.stringify(r.body ?? '').includes('_deleted'))).toBe(false);
});

test('a deletion that this device no longer holds is restored by the server, once it can be reached', async () => {
  const { device, line, noteId } = await withNote();
  const asked: unknown[] = [];
  suite.server.calls['POST /api/core/trash/restore'] = (body) => {
    asked.push(body);
    return Response.json({ success: true, data: {} });
  };
  await device.api.run('note.delete', { id: noteId });
  await synced(device.api);
  await cutOff(device, line);
  expect(await device.api.run('document.restore', { collection: 'notes', id: noteId, title: 'Gone' })).toEqual({
    state: 'queued',
  });
  expect(await until(device.api, { kind: 'outbox' }, (rows) => rows.length === 1)).toMatchObject([
    { kind: 'call', label: 'restore', title: 'Gone' },
  ]);
  await reconnect(device, line);
  expect(asked).toEqual([{ kind: 'notes', id: noteId }]);
});

test('a note that was never sent is restored on the device, also when its deletion is no longer pending', async () => {
  const { device, line, projectId } = await withNote();
  await cutOff(device, line);
  const { id } = await device.api.run('note.create', { projectId, title: 'Only here' });
  const text = await device.api.openText(id, () => {});
  await text.append(typed(text.state, 'words of this device').update);
  await text.close();
  await device.api.run('note.delete', { id });
  await reconnect(device, line);
  expect(await device.api.run('document.restore', { collection: 'notes', id })).toEqual({ state: 'restored' });
  await synced(device.api);
  expect(suite.server.doc('notes', id)).toMatchObject({ title: 'Only here' });
  expect(suite.server.doc('noteContents', id)).not.toBeNull();
  expect(await device.api.textOf(id, 'text')).toContain('words of this device');
});

test('lists the deletions that a device can take back by itself, without what was deleted with them', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch, undoMs: 60_000 });
  const { id } = await device.api.run('project.create', { title: 'Deleted offline' });
  await device.api.run('note.create', { projectId: id, title: 'Inside' });
  await synced(device.api);
  await device.api.run('project.delete', { id });
  const { deletions } = await device.api.run('document.deletions', {});
  expect(deletions).toMatchObject([{ kind: 'projects', id, title: 'Deleted offline' }]);
  expect(await device.api.run('document.restore', { collection: 'projects', id })).toEqual({ state: 'restored' });
  expect((await device.api.run('document.deletions', {})).deletions).toEqual([]);
  await synced(device.api);
});

test('a deletion is pushed with its child documents', async () => {
  const { device, projectId, noteId } = await withNote();
  await device.api.run('note.delete', { id: noteId });
  await synced(device.api);
  expect(suite.server.doc('notes', noteId)).toBeNull();
  expect(suite.server.doc('noteContents', noteId)).toBeNull();
  expect(suite.server.doc('projects', projectId)).not.toBeNull();
});

test('text typed into a note deleted elsewhere becomes a rejected change with the text', async () => {
  const { device, line, noteId } = await withNote();
  const text = await device.api.openText(noteId, () => {});
  await cutOff(device, line);
  suite.server.remove('notes', noteId);
  suite.server.remove('noteContents', noteId);
  line.cut = false;
  await device.api.hint('online');
  await until(device.api, { kind: 'one', collection: 'noteContents', id: noteId }, (c) => c === null);
  await text.append(typed(text.state, 'too late').update);
  await text.close();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(item!.content['state'] as string));
  expect(await (await device.api.outboxFile(item!.id))!.blob.text()).toContain('too late');
});
