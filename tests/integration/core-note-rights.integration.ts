/** Notes of people who mean harm: ids of other texts, and projects that a person may no longer add to. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { publicNote } from '../../server/core/notes/public-link';
import { projectCalls } from '../../server/core/projects/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { meetingNoteId, spaceOf } from '../../sync/model/ids';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('rights to notes', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben] = [core.person('ann'), core.person('ben')];
  });
  afterAll(() => core.close());

  let n = 0;
  const title = () => `Right ${(n += 1)} of ${engine}`;
  const project = async (by: Person, contributors: string[] = []) => {
    const { id } = await by.call(projectCalls.create, { title: title() });
    if (contributors.length > 0)
      await by.call(projectCalls.setContributors, { projectId: id, userIds: contributors, departmentIds: [] });
    return id;
  };
  const isOpen = async (id: string): Promise<boolean> => (await publicNote(core.platform, id)) !== null;

  it('a note with the id of a meeting’s text is refused, before that text exists and after', async () => {
    const meeting = await ann.call(meetingCalls.create, { title: title() });
    const id = meetingNoteId(meeting.id);
    const projectId = await project(ben);
    const steal = () =>
      ben.push('notes', null, {
        id,
        space: spaceOf('project', projectId),
        projectId,
        title: 'x',
        snippet: '',
        type: 'note',
        creatorId: 'ben',
        shareRange: 'project',
        words: 0,
        characters: 0,
        createdAt: 1,
      });
    expect((await steal()).rejected).toMatchObject([{ code: 'DOCUMENT_INVALID' }]);
    const written = await ann.push('noteContents', null, {
      id,
      space: meeting.space,
      subject: 'meeting',
      subjectId: meeting.id,
      creatorId: 'ann',
      state: toBase64(stateFromMarkdown('We hire on Monday')),
    });
    expect(written.rejected).toEqual([]);
    expect((await steal()).rejected).toMatchObject([{ code: 'DOCUMENT_INVALID' }]);
    expect(await ann.sees('noteContents', id)).toMatchObject({ space: meeting.space });
    expect(await ben.sees('noteContents', id)).toBeNull();
  });

  it('a person who was removed from a project puts no note before its people', async () => {
    const projectId = await project(ann, ['ben']);
    const { id } = await ben.call(noteCalls.save, { projectId, title: title(), content: 'old' });
    await ben.call(noteCalls.share, { noteId: id, shareRange: 'private', userIds: ['cho'] });
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    const note = await ben.sees('notes', id);
    for (const shareRange of ['project', 'team', 'public'])
      expect((await ben.push('notes', note, { id, shareRange, shareUserIds: [] })).rejected, shareRange).toHaveLength(
        1,
      );
    // its own space has the people of the project, too
    expect((await ben.push('notes', note, { id, shareRange: 'project' })).rejected).toHaveLength(1);
    await expect(ben.call(noteCalls.share, { noteId: id, shareRange: 'project', userIds: [] })).rejects.toThrow();
    expect(await ann.sees('notes', id)).toBeNull();
    // it can still be closed
    expect((await ben.push('notes', note, { id, shareUserIds: [] })).rejected).toEqual([]);
  });

  it('a person who was removed from a project puts no meeting before its people', async () => {
    const projectId = await project(ann, ['ben']);
    const { id } = await ben.call(meetingCalls.create, { title: title(), projectId });
    const made = await ben.sees('meetings', id);
    const closed = { id, shareRange: 'private', shareUserIds: ['cho'] };
    expect((await ben.push('meetings', made, closed)).rejected).toEqual([]);
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    const meeting = await ben.sees('meetings', id);
    for (const shareRange of ['project', 'team', 'public'])
      expect((await ben.push('meetings', meeting, { id, shareRange })).rejected, shareRange).toHaveLength(1);
    expect(await ann.sees('meetings', id)).toBeNull();
    expect((await ben.push('meetings', meeting, { id, shareUserIds: [] })).rejected).toEqual([]);
  });

  it('a public link ends where its creator reads the project only, and with the organization', async () => {
    const projectId = await project(ann, ['ben']);
    const { id } = await ben.call(noteCalls.save, { projectId, title: title(), content: 'read by all' });
    await ben.call(noteCalls.share, { noteId: id, shareRange: 'public' });
    expect(await isOpen(id)).toBe(true);
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'company' });
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    expect(await isOpen(id)).toBe(false);
    const note = await ben.sees('notes', id);
    expect((await ben.push('notes', note, { id, shareRange: 'project' })).rejected).toEqual([]);
    const closed = await ben.sees('notes', id);
    expect((await ben.push('notes', closed, { id, shareRange: 'public' })).rejected).toHaveLength(1);
  });

  it('a restore by another person does not publish a note again', async () => {
    const projectId = await project(ann, ['ben']);
    const { id } = await ben.call(noteCalls.save, { projectId, title: title(), content: 'no longer public' });
    await ben.call(noteCalls.share, { noteId: id, shareRange: 'public' });
    await ben.call(noteCalls.remove, { id });
    expect(await isOpen(id)).toBe(false);
    await ann.call(trashCalls.restore, { kind: 'notes', id });
    expect(await ann.sees('notes', id)).toMatchObject({ shareRange: 'project' });
    expect(await isOpen(id)).toBe(false);
  });
});
