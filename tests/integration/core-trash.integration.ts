/** The trash: what can be restored, by whom, with which edits, and when it is erased. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { TRASH_DAYS, trashCalls } from '../../server/core/trash/contract';
import { createTrash, transferTrash } from '../../server/core/trash/service';
import { spaceOf } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const DAY = 24 * 60 * 60_000;

describeOnDatabase('the trash', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let dee: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, dee] = core.people('ann', 'ben', 'dee');
  });
  afterAll(() => core.close());

  let n = 0;
  const title = () => `Thing ${(n += 1)} of ${engine}`;
  /** Of Ann's, with Ben as contributor. */
  const project = async () => {
    const made = await ann.call(projectCalls.create, { title: title() });
    await ann.call(projectCalls.setContributors, { projectId: made.id, userIds: ['ben'], departmentIds: [] });
    return made;
  };
  const note = (projectId: string, by = ben) =>
    by.call(noteCalls.save, { projectId, title: title(), content: 'every word' });
  const trashOf = async (who: Person) => (await who.call(trashCalls.page, { pageSize: 1000 })).list;
  const idsOf = async (who: Person) => (await trashOf(who)).map(({ id }) => id);

  it('lists a deleted note for its creator and the project’s owner, and restores it with its text', async () => {
    const { id: projectId } = await project();
    const { id, title: called } = await note(projectId);
    expect(await idsOf(ben)).not.toContain(id);
    await ann.call(noteCalls.remove, { id });
    const entry = { kind: 'notes', id, title: called, projectId, isProjectGone: false, deletedBy: 'ann' };
    expect((await trashOf(ben)).find((each) => each.id === id)).toMatchObject({ ...entry, canErase: true });
    expect((await trashOf(ann)).find((each) => each.id === id)).toMatchObject({ ...entry, canErase: false });
    expect(await idsOf(dee)).not.toContain(id);
    expect((await ben.call(trashCalls.page, { titleLike: called.toUpperCase() })).list).toHaveLength(1);
    expect((await ben.call(trashCalls.page, { titleLike: '100%' })).list).toEqual([]);
    expect(await code(dee.refusal(trashCalls.restore, { kind: 'notes', id }))).toBe('TRASH_NOT_FOUND');
    await ben.call(trashCalls.restore, { kind: 'notes', id });
    expect(await ann.call(noteCalls.get, { id })).toMatchObject({ title: called, content: 'every word\n' });
    expect(await idsOf(ben)).not.toContain(id);
    // a second device that restores it as well changes nothing
    await ann.call(trashCalls.restore, { kind: 'notes', id });
  });

  it('an edit of a device that was offline restores the note, and the trash lets it go', async () => {
    const { id: projectId } = await project();
    const { id } = await note(projectId);
    const seen = (await ben.sees('notes', id))!;
    await ann.call(noteCalls.remove, { id });
    const conflict = await ben.push('notes', seen, { title: 'Edited offline' });
    const [master] = conflict.conflicts as { id: string; rev: string }[];
    const { abilities: _abilities, rev: _rev, updatedAt: _at, recency: _recency, ...fields } = seen;
    expect(await ben.refused('notes', master!, { ...fields, title: 'Edited offline' })).toBe('');
    expect(await ben.call(noteCalls.get, { id })).toMatchObject({ title: 'Edited offline', content: 'every word\n' });
    expect(await idsOf(ben)).not.toContain(id);
    await ben.call(trashCalls.restore, { kind: 'notes', id });
    expect((await ben.call(noteCalls.get, { id })).title).toBe('Edited offline');
  });

  it('restores a project with what was deleted with it, under a free title and the access of today', async () => {
    const made = await project();
    const { id: alone } = await note(made.id);
    const { id: inside } = await note(made.id);
    const meeting = await ann.call(meetingCalls.create, { title: title(), projectId: made.id });
    await ben.call(noteCalls.remove, { id: alone });
    await ann.call(projectCalls.remove, { id: made.id });
    const again = await ann.call(projectCalls.create, { title: made.title });
    const list = await trashOf(ann);
    expect(list.find(({ id }) => id === made.id)).toMatchObject({ kind: 'projects', notes: 1, meetings: 1 });
    expect(list.map(({ id }) => id)).not.toContain(inside);
    expect(list.find(({ id }) => id === alone)).toMatchObject({ isProjectGone: true });
    expect(await idsOf(ben)).not.toContain(made.id);
    await ann.call(trashCalls.restore, { kind: 'projects', id: made.id });
    expect((await ann.call(projectCalls.get, { id: made.id })).title).toBe(`${made.title} (2)`);
    expect((await ben.call(noteCalls.get, { id: inside })).content).toBe('every word\n');
    expect(await ann.sees('meetings', meeting.id)).not.toBeNull();
    expect(await ben.sees('notes', alone)).toBeNull();
    expect(again.title).toBe(made.title);
  });

  it('takes the deletions that follow from a project’s on a device as part of it, and a person’s own apart', async () => {
    const made = await project();
    const [inside, apart] = [await note(made.id, ann), await note(made.id, ann)];
    const [seenInside, seenApart] = [(await ann.sees('notes', inside.id))!, (await ann.sees('notes', apart.id))!];
    await ann.call(projectCalls.remove, { id: made.id });
    await ann.push('notes', seenInside, { _deleted: true, _cascade: true });
    expect(await idsOf(ann)).not.toContain(inside.id);
    await ann.push('notes', seenApart, { _deleted: true });
    expect(await idsOf(ann)).toContain(apart.id);
    await ann.call(trashCalls.restore, { kind: 'projects', id: made.id });
    expect(await ann.sees('notes', inside.id)).not.toBeNull();
    expect(await ann.sees('notes', apart.id)).toBeNull();
  });

  it('lists what a person made in a project that its owner deleted, and restores it into another one', async () => {
    const { id: gone } = await project();
    const [ofBen, ofAnn] = [await note(gone), await note(gone, ann)];
    await ann.call(projectCalls.remove, { id: gone });
    const list = await trashOf(ben);
    expect(list.find(({ id }) => id === ofBen.id)).toMatchObject({ isProjectGone: true, canErase: true });
    expect(list.map(({ id }) => id)).not.toContain(ofAnn.id);
    expect(list.map(({ id }) => id)).not.toContain(gone);
    const own = await ben.call(projectCalls.create, { title: title() });
    await ben.call(trashCalls.restore, { kind: 'notes', id: ofBen.id, projectId: own.id });
    expect((await ben.call(noteCalls.get, { id: ofBen.id })).content).toBe('every word\n');
    // the project comes back without it
    await ann.call(trashCalls.restore, { kind: 'projects', id: gone });
    expect(await ann.sees('notes', ofAnn.id)).not.toBeNull();
    expect(await ann.sees('notes', ofBen.id)).toBeNull();
  });

  it('gives a note of a deleted project another one, where its person may add notes', async () => {
    const { id: projectId } = await project();
    const { id } = await note(projectId);
    const meeting = await ben.call(meetingCalls.create, { title: title(), projectId });
    await ben.call(noteCalls.remove, { id });
    await ben.call(meetingCalls.remove, { id: meeting.id });
    await ann.call(projectCalls.remove, { id: projectId });
    expect(await code(ben.refusal(trashCalls.restore, { kind: 'notes', id }))).toBe('PROJECT_NOT_FOUND');
    const foreign = await dee.call(projectCalls.create, { title: title() });
    expect(await code(ben.refusal(trashCalls.restore, { kind: 'notes', id, projectId: foreign.id }))).toBe(
      'PROJECT_NOT_FOUND',
    );
    const own = await ben.call(projectCalls.create, { title: title() });
    await ben.call(trashCalls.restore, { kind: 'notes', id, projectId: own.id });
    expect(await ben.sees('notes', id)).toMatchObject({ projectId: own.id, space: own.space });
    expect((await ben.call(noteCalls.get, { id })).content).toBe('every word\n');
    await ben.call(trashCalls.restore, { kind: 'meetings', id: meeting.id });
    expect(await ben.sees('meetings', meeting.id)).toMatchObject({ projectId: '', shareRange: 'private' });
    expect(await ann.sees('meetings', meeting.id)).toBeNull();
  });

  it('only its creator deletes a document permanently; then it cannot be restored, and a late edit is refused', async () => {
    const { id: projectId } = await project();
    const { id } = await note(projectId);
    const seen = (await ben.sees('notes', id))!;
    await ann.call(noteCalls.remove, { id });
    expect(await code(ann.refusal(trashCalls.erase, { kind: 'notes', id }))).toBe('NO_PERMISSION');
    expect(await code(dee.refusal(trashCalls.erase, { kind: 'notes', id }))).toBe('TRASH_NOT_FOUND');
    await ann.call(trashCalls.empty, { before: core.now() });
    expect(await idsOf(ben)).toContain(id);
    await ben.call(trashCalls.erase, { kind: 'notes', id });
    for (const who of [ann, ben]) {
      expect(await idsOf(who)).not.toContain(id);
      expect(await code(who.refusal(trashCalls.restore, { kind: 'notes', id }))).toBe('TRASH_NOT_FOUND');
    }
    const { conflicts } = await ben.push('notes', seen, { title: 'Late' });
    const { abilities: _abilities, rev: _rev, updatedAt: _at, recency: _recency, ...fields } = seen;
    expect(await ben.refused('notes', conflicts[0] as never, fields)).not.toBe('');
  });

  it('is emptied of what one created, up to the moment that the list shows', async () => {
    const { id: projectId } = await project();
    const [before, after, ofBen] = [await note(projectId, ann), await note(projectId, ann), await note(projectId)];
    await ann.call(noteCalls.remove, { id: before.id });
    await ann.call(noteCalls.remove, { id: ofBen.id });
    const shown = core.now();
    core.parts.pass(1000);
    await ann.call(noteCalls.remove, { id: after.id });
    expect((await ann.call(trashCalls.empty, { before: shown })).erased).toBeGreaterThan(0);
    const left = await idsOf(ann);
    expect(left).not.toContain(before.id);
    expect(left).toEqual(expect.arrayContaining([after.id, ofBen.id]));
  });

  it('erases what was deleted thirty days ago', async () => {
    const { id: projectId } = await project();
    const { id } = await note(projectId);
    await ann.call(projectCalls.remove, { id: projectId });
    core.parts.pass((TRASH_DAYS - 1) * DAY);
    await createTrash(core.services).cleanUp();
    expect(await idsOf(ann)).toContain(projectId);
    core.parts.pass(1.5 * DAY);
    expect(await idsOf(ann)).not.toContain(projectId);
    await createTrash(core.services).cleanUp();
    const { rows } = await core.platform.query<{ data: object }>({
      text: `select data from doc where id = any($1::text[])`,
      values: [[id, projectId]],
    });
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(rows.every(({ data }) => Object.keys(data).length === 0)).toBe(true);
  });

  it('ends sooner for what the organization’s retention would have deleted by now', async () => {
    const { id: projectId } = await project();
    const [old, young] = [await note(projectId), await note(projectId)];
    await ben.call(noteCalls.remove, { id: old.id });
    core.parts.pass(10 * DAY);
    const fresh = (await ben.sees('notes', young.id))!;
    expect(await ben.refused('notes', fresh, { title: title() })).toBe('');
    await ben.call(noteCalls.remove, { id: young.id });
    const expiry = createDocumentExpiry(core.platform, core.sync.store, [{ collection: 'notes' }]);
    await core.sync.store.write('c1', (tx) => expiry.endTrash(tx, core.now() - 5 * DAY, core.now()));
    const left = await idsOf(ben);
    expect(left).not.toContain(old.id);
    expect(left).toContain(young.id);
  });

  it('passes to the heir of a person who leaves', async () => {
    const made = await dee.call(projectCalls.create, { title: title() });
    const { id } = await note(made.id, dee);
    await dee.call(noteCalls.share, { noteId: id, shareRange: 'private' });
    await dee.call(noteCalls.remove, { id });
    await dee.call(projectCalls.remove, { id: made.id });
    await core.sync.store.write('c1', (tx) => transferTrash(core.platform.db, tx, { userId: 'dee' }, 'ann'));
    expect(await idsOf(ann)).toEqual(expect.arrayContaining([id, made.id]));
    await ann.call(trashCalls.restore, { kind: 'projects', id: made.id });
    await ann.call(trashCalls.restore, { kind: 'notes', id });
    expect(await ann.sees('projects', made.id)).toMatchObject({ ownerId: 'ann' });
    expect(await ann.sees('notes', id)).toMatchObject({ creatorId: 'ann', space: spaceOf('person', 'ann') });
    expect(await dee.sees('projects', made.id)).toBeNull();
  });
});
