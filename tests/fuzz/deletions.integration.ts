/**
 * A deletion is an edit: it takes effect, or the person is informed that it did not, and nothing else is lost by it.
 * Each case was found by the fuzz.
 */
import { expect, test } from 'vitest';
import { eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { engineSuite, Line, typed } from '../support/engine-suite';

const suite = engineSuite();

const paused = async (device: EngineDevice, work: () => Promise<void>): Promise<void> => {
  await device.api.setPaused(true);
  await work();
  await device.api.setPaused(false);
  await synced(device.api);
};
async function withNote(device: EngineDevice): Promise<{ projectId: string; noteId: string }> {
  const { id: projectId } = await device.api.run('project.create', { title: 'House' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Note' });
  await synced(device.api);
  return { projectId, noteId };
}

// Seed 406952819: access to a note was lost while its creator, offline, renamed and then deleted it. The server treated
// the deletion of the hidden note as done: the note remained for the others, and edit and deletion were lost without a
// message.
test('edited and deleted offline, hidden from the person in between: both need attention, and a retry deletes', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { noteId } = await withNote(device);
  suite.server.rejectionOf = (_collection, row) =>
    row.newDocumentState._deleted ? { code: 'DOCUMENT_NOT_FOUND', retry: false } : null;
  await paused(device, async () => {
    await device.api.run('note.rename', { id: noteId, title: 'Unsent' });
    await device.api.run('note.delete', { id: noteId });
  });
  const [item, ...others] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length > 0);
  expect(others).toEqual([]);
  expect(item!.content).toMatchObject({ title: 'Unsent', _deleted: true });
  suite.server.rejectionOf = () => null;
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note !== null);
  await device.api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
  await eventually(() => suite.server.doc('notes', noteId) === null, 'the second try deletes it');
  await synced(device.api);
});

test('deleted here, hidden by the time it is pulled: the server is asked whether it is deleted', async () => {
  const device = await suite.device();
  const { noteId } = await withNote(device);
  await paused(device, async () => {
    await device.api.run('note.delete', { id: noteId });
    // hidden: a bare deletion without revision; the note still exists on the server
    const { doc } = suite.server.rows('notes').get(noteId)!;
    suite.server
      .rows('notes')
      .set(noteId, { doc: { ...doc, rev: undefined as never }, deleted: true, seq: (suite.server.seq += 1) });
    suite.server.rejectionOf = (collection) =>
      collection === 'notes' ? { code: 'DOCUMENT_NOT_FOUND', retry: false } : null;
  });
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  expect(item!.content['_deleted']).toBe(true);
});

// Seed 125: the note remained for the others, and the person who had created and deleted it got no message.
test.each(['is pushed', 'waits while that is pulled'])(
  'created here, the answer lost, deleted here, hidden in between: the server is asked whether it is deleted, where the deletion %s',
  async (what) => {
    const device = await suite.device();
    const { projectId } = await withNote(device);
    let sent = 0;
    suite.server.fault = (r) =>
      !/\/sync\/(notes\/)?push$/.test(r.path) ? null : (sent += 1) === 1 ? 'lost' : 'network';
    const { id } = await device.api.run('note.create', { projectId, title: 'Arrived' });
    await eventually(() => suite.server.doc('notes', id) !== null, 'the server has it');
    await device.api.setPaused(true);
    await device.api.run('note.delete', { id });
    const { doc } = suite.server.rows('notes').get(id)!;
    suite.server
      .rows('notes')
      .set(id, { doc: { ...doc, rev: undefined as never }, deleted: true, seq: (suite.server.seq += 1) });
    let held = what !== 'is pushed';
    suite.server.rejectionOf = (collection, row) =>
      collection === 'notes' && row.newDocumentState._deleted
        ? { code: held ? 'SPACE_NOT_FOUND' : 'DOCUMENT_NOT_FOUND', retry: held }
        : null;
    suite.server.fault = () => null;
    const asked = (): number => suite.server.count(/notes\/pull|sync\/changes/);
    const before = asked();
    await device.api.setPaused(false);
    await eventually(() => asked() > before, 'it pulls');
    if (held) {
      suite.server.poke(['notes']);
      await eventually(() => asked() > before + 1, 'it has taken what it pulled');
    }
    held = false;
    await device.api.hint('online');
    const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
    expect(item).toMatchObject({ collection: 'notes', documentId: id, content: { _deleted: true } });
  },
);

test('deleted here, edited there: it stays, the deletion is a conflict version and can be chosen after all', async () => {
  const device = await suite.device();
  const { noteId } = await withNote(device);
  await paused(device, async () => {
    await device.api.run('note.delete', { id: noteId });
    suite.server.put('notes', { id: noteId, title: 'Edited there' });
  });
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note?.title === 'Edited there');
  await until(device.api, { kind: 'one', collection: 'noteContents', id: noteId }, (text) => text !== null);
  const [side] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 1);
  expect(side).toMatchObject({ field: '_deleted', mine: true, theirs: false, stands: 'theirs' });
  await device.api.run('conflict.resolve', { id: side!.id, take: 'mine' });
  await eventually(() => suite.server.doc('notes', noteId) === null, 'the deletion is sent');
  await synced(device.api);
});

// A project that another person had edited was restored without the notes that its owner had deleted with it.
test('a project deleted here and edited there is restored with all its documents, except those deleted before', async () => {
  const device = await suite.device();
  const { projectId, noteId } = await withNote(device);
  const { id: before } = await device.api.run('note.create', { projectId, title: 'Deleted before' });
  await synced(device.api);
  await paused(device, async () => {
    await device.api.run('note.delete', { id: before });
    await device.api.run('project.delete', { id: projectId });
    suite.server.put('projects', { id: projectId, title: 'Edited there' });
  });
  await until(
    device.api,
    { kind: 'one', collection: 'projects', id: projectId },
    (project) => project?.title === 'Edited there',
  );
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note !== null);
  await until(device.api, { kind: 'one', collection: 'noteContents', id: noteId }, (text) => text !== null);
  expect(suite.server.doc('notes', noteId)).not.toBeNull();
  expect(suite.server.doc('noteContents', noteId)).not.toBeNull();
  expect(suite.server.doc('notes', before)).toBeNull();
});

test('a meeting deleted here and edited there keeps its note: child documents are pushed only after the parent was evaluated', async () => {
  const device = await suite.device();
  const { id } = await device.api.run('meeting.create', {
    projectId: '',
    title: 'Meeting',
    type: 'record',
    language: 'en',
  });
  await synced(device.api);
  await paused(device, async () => {
    await device.api.run('meeting.delete', { id });
    suite.server.put('meetings', { id, title: 'Edited there' });
  });
  await until(device.api, { kind: 'one', collection: 'noteContents', id: `mn_${id}` }, (text) => text !== null);
  expect(suite.server.doc('noteContents', `mn_${id}`)).not.toBeNull();
});

// Words on the server that the person who deleted the note had never seen were deleted with it: counts and snippet were
// not treated as an edit.
test('a note deleted here into which another person typed there stays, with the words', async () => {
  const line = new Line(() => suite.server);
  const [here, there] = [await suite.device({ fetch: line.fetch }), await suite.device()];
  const { noteId } = await withNote(here);
  // as the screen of a note does: a text arrives before its row, and typing without the row changes the text alone
  await until(there.api, { kind: 'one', collection: 'notes', id: noteId }, (row) => row !== null);
  await until(there.api, { kind: 'writable', contentId: noteId }, (isWritable) => isWritable === true);
  // not paused: a running pull would still deliver the words, and the deletion would be correct
  line.cut = true;
  await here.api.hint('offline');
  await until(here.api, { kind: 'status' }, ({ connection }) => connection.state === 'offline');
  const text = await there.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'never seen here').update);
  await text.close();
  await eventually(
    () => suite.server.doc('notes', noteId)?.['snippet'] === 'never seen here',
    'the server has the words before the deletion',
  );
  await here.api.run('note.delete', { id: noteId });
  line.cut = false;
  await here.api.hint('online');
  await synced(here.api);
  await until(
    here.api,
    { kind: 'one', collection: 'notes', id: noteId },
    (note) => note?.snippet === 'never seen here',
  );
  await eventually(
    async () => (await here.api.textOf(noteId, 'text')).includes('never seen here'),
    'the words are here',
  );
});

test('read on one device, deleted on another: a read mark is not an edit, so the notification is deleted', async () => {
  const device = await suite.device({ collections: ['notifications'] });
  suite.server.put('notifications', {
    id: 'n1',
    kind: 'k',
    params: {},
    link: '',
    subjectId: '',
    read: false,
    createdAt: 1,
    space: 'person:u1',
  });
  await until(device.api, { kind: 'count', collection: 'notifications' }, (n) => n === 1);
  await paused(device, async () => {
    await device.api.run('notification.delete', { ids: ['n1'] });
    suite.server.put('notifications', { id: 'n1', read: true });
  });
  expect(suite.server.doc('notifications', 'n1')).toBeNull();
  await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 0);
});

test('a retry of a rejected edit changes the edited fields, and keeps the values it replaces', async () => {
  const device = await suite.device();
  const { projectId } = await withNote(device);
  suite.server.rejectionOf = () => ({ code: 'NO_PERMISSION', retry: false });
  await device.api.run('project.update', { id: projectId, title: 'Refused' });
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  suite.server.rejectionOf = () => null;
  suite.server.put('projects', { id: projectId, title: 'Theirs', description: 'Written meanwhile' });
  await until(
    device.api,
    { kind: 'one', collection: 'projects', id: projectId },
    (project) => project?.description === 'Written meanwhile',
  );
  await device.api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
  await synced(device.api);
  expect(suite.server.doc('projects', projectId)).toMatchObject({ title: 'Refused', description: 'Written meanwhile' });
  const [side] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 1);
  expect([side!.mine, side!.theirs]).toEqual(['Refused', 'Theirs']);
});

// A document that is written again after its rejection has a tombstone as its base. It was mistaken for a document that
// the server has.
test('a refused project that is written again is refused with all it contains, and can be dropped instead', async () => {
  const device = await suite.device();
  await synced(device.api);
  suite.server.rejectionOf = (collection) =>
    collection === 'projects' ? { code: 'NO_PERMISSION', retry: false } : { code: 'SPACE_NOT_FOUND', retry: true };
  await device.api.setPaused(true);
  const { id: projectId } = await device.api.run('project.create', { title: 'Refused' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Inside' });
  const refused = async () => {
    await device.api.setPaused(false);
    const list = await until(device.api, { kind: 'rejectedChanges' }, (found) => found.length === 2);
    expect(list.map(({ collection, code }) => [collection, code]).sort()).toEqual([
      ['notes', 'NO_PERMISSION'],
      ['projects', 'NO_PERMISSION'],
    ]);
    await until(device.api, { kind: 'outbox' }, (rows) => rows.length === 0);
    return list.sort((a, b) => (a.collection > b.collection ? -1 : 1));
  };
  const writeAgain = async (items: { id: string }[]): Promise<void> => {
    await device.api.setPaused(true);
    for (const { id } of items) await device.api.run('rejectedChange.resolve', { id, action: 'retry' });
    await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note !== null);
  };
  await writeAgain(await refused());
  await writeAgain(await refused());
  await device.api.run('outbox.drop', { id: `projects/${projectId}` });
  await until(device.api, { kind: 'one', collection: 'projects', id: projectId }, (project) => project === null);
});

// A call queued after a document waited indefinitely once that document was deleted or rejected.
test('a call queued after a document that will never be on the server needs attention and does not wait any longer', async () => {
  const device = await suite.device();
  await synced(device.api);
  suite.server.rejectionOf = (collection) =>
    collection === 'meetings' || collection === 'noteContents' ? { code: 'MEETING_CREATE_DENIED', retry: false } : null;
  await device.api.setPaused(true);
  const { id } = await device.api.run('meeting.create', {
    projectId: '',
    title: 'Meeting',
    type: 'record',
    language: 'en',
  });
  const lines = [{ start: 0, end: 1000, speaker: 'Ann', text: 'Hello.' }];
  await device.api.run('transcript.import', { meetingId: id, lines, isReplacing: false });
  await device.api.setPaused(false);
  const [row] = await until(
    device.api,
    { kind: 'outbox' },
    (rows) => rows.length === 1 && rows[0]!.state === 'attention',
  );
  expect(row!.lastError?.code).toBe('DOCUMENT_NOT_FOUND');
  expect(suite.server.count(/transcription\/import/)).toBe(0);
});
