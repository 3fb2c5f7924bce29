/** The trash of projects with work of several people: who restores, moves, erases and inherits what. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { transferNotes } from '../../server/core/notes/ownership';
import { historyCalls } from '../../server/core/project-history/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { transferProjects } from '../../server/core/projects/ownership';
import { trashCalls } from '../../server/core/trash/contract';
import { transferTrash } from '../../server/core/trash/service';
import { meetingNoteId, spaceOf } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { transcriptFields } from '../support/transcripts';
import { projectsOf } from '../support/shared-project';

describeOnDatabase('the trash of several people', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let dee: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho, dee] = core.people('ann', 'ben', 'cho', 'dee');
  });
  afterAll(() => core.close());

  let n = 0;
  const title = () => `Shared ${(n += 1)} of ${engine}`;
  const { project, note } = projectsOf(
    () => ann,
    () => ben,
    title,
  );
  /** A meeting with a transcript, and a note that `writer` wrote. */
  const meeting = async (projectId: string, by: Person, writer: string) => {
    const { id, space } = await by.call(meetingCalls.create, { title: title(), projectId });
    await core.sync.store.write('c1', async (tx) => {
      await tx.put('transcripts', id, transcriptFields({ id, space, creatorId: writer }, []));
      await tx.put('noteContents', meetingNoteId(id), {
        space,
        subject: 'meeting',
        subjectId: id,
        creatorId: writer,
        state: '',
      });
    });
    return id;
  };
  const idsOf = async (who: Person) => (await who.call(trashCalls.page, { pageSize: 1000 })).list.map(({ id }) => id);
  /** Ids of the documents that still have their content. */
  const stored = async (ids: string[]) => {
    const { rows } = await core.platform.query<{ name: string }>({
      text: `select distinct collection || '/' || id as name from doc where id = any($1::text[]) and data <> '{}'::jsonb order by 1`,
      values: [ids],
    });
    return rows.map(({ name }) => name);
  };

  it('erasing a project erases what its owner made in it, and leaves what others made to them', async () => {
    const projectId = await project();
    const [ofAnn, ofBen] = [await note(projectId, ann), await note(projectId)];
    // the note of each meeting was written by the other person
    const [annsMeeting, bensMeeting] = [await meeting(projectId, ann, 'ben'), await meeting(projectId, ben, 'ann')];
    await ann.call(projectCalls.remove, { id: projectId });
    expect(await code(ben.refusal(trashCalls.erase, { kind: 'projects', id: projectId }))).toBe('TRASH_NOT_FOUND');
    await ann.call(trashCalls.erase, { kind: 'projects', id: projectId });
    const all = [projectId, ofAnn, ofBen, annsMeeting, bensMeeting];
    expect(await stored([...all, meetingNoteId(annsMeeting), meetingNoteId(bensMeeting)])).toEqual(
      [
        `meetings/${bensMeeting}`,
        `noteContents/${meetingNoteId(bensMeeting)}`,
        `noteContents/${ofBen}`,
        `notes/${ofBen}`,
        `transcripts/${bensMeeting}`,
      ].sort(),
    );
    expect((await idsOf(ben)).filter((id) => all.includes(id)).sort()).toEqual([ofBen, bensMeeting].sort());
    expect((await idsOf(ann)).filter((id) => all.includes(id))).toEqual([]);
    const own = (await ben.call(projectCalls.create, { title: title() })).id;
    await ben.call(trashCalls.restore, { kind: 'notes', id: ofBen, projectId: own });
    expect((await ben.call(noteCalls.get, { id: ofBen })).content).toBe('every word\n');
    await ben.call(trashCalls.restore, { kind: 'meetings', id: bensMeeting });
    expect(await ben.sees('transcripts', bensMeeting)).not.toBeNull();
    expect(await ben.sees('noteContents', meetingNoteId(bensMeeting))).not.toBeNull();
  });

  it('emptying the trash erases a project in the same way', async () => {
    const projectId = await project();
    const [ofAnn, ofBen] = [await note(projectId, ann), await note(projectId)];
    await ann.call(projectCalls.remove, { id: projectId });
    await ann.call(trashCalls.empty, { before: core.now() });
    expect(await stored([projectId, ofAnn, ofBen])).toEqual([`noteContents/${ofBen}`, `notes/${ofBen}`]);
  });

  it('only a creator restores into another project, unless the project is gone', async () => {
    const [projectId, other] = [await project(), await project()];
    const [kept, moved, orphan] = [await note(projectId), await note(projectId), await note(projectId)];
    for (const id of [kept, moved, orphan]) await ann.call(noteCalls.remove, { id });
    expect(await code(ann.refusal(trashCalls.restore, { kind: 'notes', id: kept, projectId: other }))).toBe(
      'NO_PERMISSION',
    );
    await ann.call(trashCalls.restore, { kind: 'notes', id: kept, projectId });
    await ben.call(trashCalls.restore, { kind: 'notes', id: moved, projectId: other });
    expect([(await ben.sees('notes', kept))?.projectId, (await ben.sees('notes', moved))?.projectId]).toEqual([
      projectId,
      other,
    ]);
    await ann.call(projectCalls.remove, { id: projectId });
    // Ben could not read it there
    const closed = (await ann.call(projectCalls.create, { title: title() })).id;
    expect(await code(ann.refusal(trashCalls.restore, { kind: 'notes', id: orphan, projectId: closed }))).toBe(
      'NO_PERMISSION',
    );
    await ann.call(trashCalls.restore, { kind: 'notes', id: orphan, projectId: other });
    expect((await ann.sees('notes', orphan))?.projectId).toBe(other);
  });

  it('a person who may no longer add to a project restores nothing into it', async () => {
    const projectId = await project();
    const id = await note(projectId);
    const { id: meetingId } = await ben.call(meetingCalls.create, { title: title(), projectId });
    await ann.call(noteCalls.remove, { id });
    await ann.call(meetingCalls.remove, { id: meetingId });
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    const { list } = await ben.call(trashCalls.page, { pageSize: 1000 });
    expect(list.find((each) => each.id === id)).toMatchObject({ isProjectGone: true, canErase: true });
    expect(await code(ben.refusal(trashCalls.restore, { kind: 'notes', id }))).toBe('NO_PERMISSION');
    await ben.call(trashCalls.restore, { kind: 'meetings', id: meetingId });
    expect(await ben.sees('meetings', meetingId)).toMatchObject({ projectId: '', shareRange: 'private' });
    expect(await ann.sees('meetings', meetingId)).toBeNull();
    const own = (await ben.call(projectCalls.create, { title: title() })).id;
    await ben.call(trashCalls.restore, { kind: 'notes', id, projectId: own });
    expect((await ben.call(noteCalls.get, { id })).content).toBe('every word\n');
  });

  it('a deleted project is its owner’s alone, whatever else a person is in its space', async () => {
    const projectId = await project();
    await ann.call(projectCalls.remove, { id: projectId });
    await core.sync.store.write('c1', (tx) =>
      tx.setAccess(spaceOf('project', projectId), {
        members: [
          { userId: 'ann', role: 'owner' },
          { userId: 'dee', role: 'owner' },
        ],
      }),
    );
    expect(await idsOf(dee)).not.toContain(projectId);
    expect(await code(dee.refusal(trashCalls.restore, { kind: 'projects', id: projectId }))).toBe('TRASH_NOT_FOUND');
    expect(await code(dee.refusal(trashCalls.erase, { kind: 'projects', id: projectId }))).toBe('TRASH_NOT_FOUND');
    await dee.call(trashCalls.empty, { before: core.now() });
    expect(await idsOf(ann)).toContain(projectId);
  });

  it('meetings with sharing of their own stay without the project’s people, and return with the project', async () => {
    const [projectId, other] = [await project(), await project()];
    const make = async () => (await ben.call(meetingCalls.create, { title: title(), projectId })).id;
    const [closed, chosen, moved, gone] = [await make(), await make(), await make(), await make()];
    for (const id of [closed, moved, gone])
      await ben.call(meetingCalls.share, { meetingId: id, shareRange: 'private' });
    await ben.call(meetingCalls.share, { meetingId: chosen, shareRange: 'project', userIds: ['cho'] });
    expect(await ann.sees('meetings', chosen)).not.toBeNull();
    await ann.call(projectCalls.remove, { id: projectId });
    for (const id of [closed, chosen, moved]) expect(await ben.sees('meetings', id)).toMatchObject({ projectId: '' });
    expect(await ann.sees('meetings', chosen)).toBeNull();
    expect(await cho.sees('meetings', chosen)).not.toBeNull();
    const seen = (await ben.sees('meetings', moved))!;
    expect(await ben.refused('meetings', seen, { projectId: other })).toBe('');
    await ben.call(meetingCalls.remove, { id: gone });
    await ann.call(trashCalls.restore, { kind: 'projects', id: projectId });
    expect(await ben.sees('meetings', closed)).toMatchObject({ projectId, shareRange: 'private' });
    expect(await ann.sees('meetings', closed)).toBeNull();
    expect(await ann.sees('meetings', chosen)).toMatchObject({ projectId, shareRange: 'project' });
    expect(await ben.sees('meetings', moved)).toMatchObject({ projectId: other });
    expect(await ben.sees('meetings', gone)).toBeNull();
  });

  it('meetings return, too, with a project that an edit of a device restores; access is that of today', async () => {
    const projectId = await project();
    const { id: meetingId } = await ben.call(meetingCalls.create, { title: title(), projectId });
    await ben.call(meetingCalls.share, { meetingId, shareRange: 'project', userIds: ['cho'] });
    const noteId = await note(projectId);
    await ben.call(noteCalls.share, { noteId, shareRange: 'project', userIds: ['dee'] });
    const seen = (await ann.sees('projects', projectId))!;
    await ann.call(projectCalls.remove, { id: projectId });
    const { conflicts } = await ann.push('projects', seen, { title: title() });
    const { abilities: _abilities, rev: _rev, updatedAt: _at, recency: _recency, ...fields } = seen;
    const restored = { ...fields, contributorUserIds: [], contributorDepartmentIds: ['d-top'] };
    expect(await ann.refused('projects', conflicts[0] as never, restored)).toBe('');
    expect(await ann.sees('meetings', meetingId)).toMatchObject({ projectId });
    // cho is in the department; ben is not
    expect((await cho.sees('notes', noteId))?.id).toBe(noteId);
    expect((await ben.sees('projects', projectId))?.id).toBeUndefined();
  });

  it('transfers the trash of a member who leaves, without public links or access to projects of others', async () => {
    const projectId = await project();
    const [inside, personal] = [await note(projectId), await note(projectId)];
    await ben.call(noteCalls.share, {
      noteId: inside,
      shareRange: 'public',
      linkExpiresAt: core.now() + 1e9,
      linkIndexed: true,
    } as never);
    await ben.call(noteCalls.share, { noteId: personal, shareRange: 'private' });
    const gone = await project();
    const lost = await note(gone);
    await ben.call(noteCalls.remove, { id: inside });
    await ben.call(noteCalls.remove, { id: personal });
    await ann.call(projectCalls.remove, { id: gone });
    await core.sync.store.write('c1', (tx) => transferTrash(core.platform.db, tx, { userId: 'ben' }, 'dee'));
    // documents of an existing project pass to its owner, the others to the heir
    const trash = await idsOf(ann);
    expect([trash.includes(inside), trash.includes(personal), trash.includes(gone)]).toEqual([true, false, true]);
    expect(await idsOf(dee)).toContain(personal);
    expect(await idsOf(dee)).not.toContain(gone);
    expect(await code(dee.refusal(trashCalls.restore, { kind: 'projects', id: gone }))).toBe('TRASH_NOT_FOUND');
    await ann.call(trashCalls.restore, { kind: 'notes', id: inside });
    const after = (await ann.sees('notes', inside))!;
    expect(after).toMatchObject({ creatorId: 'ann', shareRange: 'project' });
    expect([after.linkExpiresAt ?? 0, after.linkIndexed ?? false]).toEqual([0, false]);
    expect(await ann.sees('noteContents', inside)).toMatchObject({ creatorId: 'ann' });
    await ann.call(trashCalls.restore, { kind: 'projects', id: gone });
    expect(await ann.sees('projects', gone)).toMatchObject({ ownerId: 'ann' });
    expect(await ann.sees('notes', lost)).not.toBeNull();
  });

  it('documents of a leaving person in a deleted project of another person: the heir restores them, or the restore of the project does', async () => {
    const make = async () => {
      const projectId = await project();
      const noteId = await note(projectId);
      const meetingId = await meeting(projectId, ben, 'ben');
      await ann.call(projectCalls.remove, { id: projectId });
      return { projectId, noteId, meetingId };
    };
    const [erased, restored] = [await make(), await make()];
    await core.sync.store.write('c1', (tx) => transferTrash(core.platform.db, tx, { userId: 'ben' }, 'dee'));
    await ann.call(trashCalls.erase, { kind: 'projects', id: erased.projectId });
    const trash = await idsOf(dee);
    expect([trash.includes(erased.noteId), trash.includes(erased.meetingId)]).toEqual([true, true]);
    const own = (await dee.call(projectCalls.create, { title: title() })).id;
    await dee.call(trashCalls.restore, { kind: 'notes', id: erased.noteId, projectId: own });
    expect((await dee.call(noteCalls.get, { id: erased.noteId })).content).toBe('every word\n');
    await dee.call(trashCalls.restore, { kind: 'meetings', id: erased.meetingId });
    expect(await dee.sees('transcripts', erased.meetingId)).not.toBeNull();
    expect(await dee.sees('noteContents', meetingNoteId(erased.meetingId))).not.toBeNull();
    await ann.call(trashCalls.restore, { kind: 'projects', id: restored.projectId });
    const space = spaceOf('project', restored.projectId);
    expect(await ann.sees('notes', restored.noteId)).toMatchObject({ space, creatorId: 'dee' });
    expect(await ann.sees('noteContents', restored.noteId)).toMatchObject({ space });
    expect(await ann.sees('meetings', restored.meetingId)).toMatchObject({ space, creatorId: 'dee' });
    expect(await ann.sees('transcripts', restored.meetingId)).toMatchObject({ space });
  });

  it('the notes of a leaving person lose their public link with its date', async () => {
    const projectId = await project();
    const id = await note(projectId);
    await ben.call(noteCalls.share, { noteId: id, shareRange: 'public', linkExpiresAt: core.now() + 1000 } as never);
    await core.sync.store.write('c1', (tx) => transferNotes(tx, { userId: 'ben' }, 'dee'));
    expect(await ann.sees('notes', id)).toMatchObject({ creatorId: 'ann', shareRange: 'project', linkExpiresAt: 0 });
  });

  it('the project of a leaving person takes its notes and meetings along to the heir', async () => {
    const projectId = (await cho.call(projectCalls.create, { title: title() })).id;
    await cho.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
    const noteId = await note(projectId);
    await ben.call(noteCalls.share, { noteId, shareRange: 'project', userIds: ['dee'] });
    const { id: meetingId } = await ben.call(meetingCalls.create, { title: title(), projectId });
    await ben.call(meetingCalls.share, { meetingId, shareRange: 'project', userIds: ['dee'] });
    await core.sync.store.write('c1', (tx) =>
      transferProjects(core.platform, tx, { userId: 'cho', name: 'cho' }, 'ann'),
    );
    for (const kind of ['notes', 'meetings'] as const) {
      const id = kind === 'notes' ? noteId : meetingId;
      expect((await ann.sees(kind, id))?.abilities).toContain('delete');
      expect(await cho.sees(kind, id)).toBeNull();
    }
    const { list } = await ann.call(historyCalls.page, { projectId });
    expect(list[0]).toMatchObject({ type: 'transferred', actorId: 'cho', params: { ids: ['ann'], count: 1 } });
  });
});
