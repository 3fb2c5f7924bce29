/** Meetings, their participants, notes and bookmarks: permissions of each person. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { meetingNoteId, newId } from '../../sync/model/ids';
import { newPreferences } from '../../sync/model/kinds/preferences';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { contributedProject } from '../support/shared-project';
import { writeTranscript } from '../support/transcripts';

describeOnDatabase('meetings', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let dee: Person;
  let zoe: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho, dee, zoe] = core.people('ann', 'ben', 'cho', 'dee', 'zoe');
  });
  afterAll(() => core.close());

  const offline = (over: Record<string, unknown> = {}) => {
    const id = newId();
    return {
      id,
      space: `meeting:${id}`,
      projectId: '',
      title: 'Offline',
      creatorId: 'ann',
      type: 'record',
      status: 'ended',
      language: 'ja',
      shareRange: 'private',
      shareUserIds: [],
      shareDepartmentIds: [],
      actualStartAt: 10,
      actualEndAt: 20,
      participants: [],
      recordings: [],
      enabled: true,
      outputParameters: {},
      createdAt: 1,
      ...over,
    };
  };

  it('are visible to their creator only outside projects, and to the project’s people inside', async () => {
    const alone = await ann.call(meetingCalls.create, { title: 'Alone', projectId: 0 });
    expect(alone).toMatchObject({
      creatorId: 'ann',
      companyId: 'c1',
      status: 'waiting',
      transcriptionStatus: 'none',
      shareRange: 'private',
      language: 'en',
    });
    for (const other of [ben, dee, zoe])
      expect(await code(other.refusal(meetingCalls.get, { id: alone.id }))).toBe('MEETING_NOT_FOUND');
    const project = await contributedProject(ann);
    const inside = await ben.call(meetingCalls.create, { title: 'Inside', projectId: project.id });
    expect(inside.space).toBe(project.space);
    expect((await dee.call(meetingCalls.get, { id: inside.id })).abilities).toEqual([]);
    expect(await code(dee.refusal(meetingCalls.create, { title: 'By a viewer', projectId: project.id }))).toBe(
      'MEETING_CREATE_DENIED',
    );
    for (const stranger of [cho, zoe])
      expect(await code(stranger.refusal(meetingCalls.create, { title: 'x', projectId: project.id }))).toBe(
        'PROJECT_NOT_FOUND',
      );
    expect(await code(ann.refusal(meetingCalls.create, { title: 'x', actualStartAt: 5, actualEndAt: 3 }))).toBe(
      'MEETING_TIME_INVALID',
    );
    for (const title of ['', '字'.repeat(121)])
      expect(await code(ann.refusal(meetingCalls.create, { title }))).toBe('PARAM_ERROR');
  });

  it('accept a meeting created and ended offline, with its note, and reject forged fields', async () => {
    const doc = offline();
    const note = {
      id: meetingNoteId(doc.id),
      space: doc.space,
      subject: 'meeting',
      subjectId: doc.id,
      creatorId: 'ann',
      state: toBase64(stateFromMarkdown('written offline')),
    };
    expect((await ann.push('noteContents', null, note)).rejected).toMatchObject([
      { code: 'SPACE_NOT_FOUND', retry: true },
    ]);
    expect(await ann.refused('meetings', null, doc)).toBe('');
    expect(await ann.refused('noteContents', null, note)).toBe('');
    expect(await ann.sees('meetings', doc.id)).toMatchObject({ status: 'ended', space: doc.space });
    expect((await ann.call(meetingCalls.note, { id: doc.id })).note?.content).toContain('written offline');
    expect(await ben.sees('meetings', doc.id)).toBeNull();
    expect(await ann.refused('meetings', null, offline({ creatorId: 'ben' }))).toBe('NO_PERMISSION');
    expect(
      await ann.refused(
        'meetings',
        null,
        offline({
          recordings: [
            { id: 'r', fileName: 'f.mp3', mimeType: 'audio/mpeg', size: 1, durationMs: 1, sha256: 'a', uploadedAt: 1 },
          ],
        }),
      ),
    ).toBe('NO_PERMISSION');
    expect(await ann.refused('meetings', null, offline({ outputParameters: { forged: true } }))).toBe('NO_PERMISSION');
    expect(await ann.refused('meetings', null, offline({ space: 'company:c1' }))).toBe('DOCUMENT_INVALID');
    expect(await ann.refused('meetings', null, offline({ actualStartAt: 30 }))).toBe('MEETING_TIME_INVALID');
    expect(
      (
        await ann.push(
          'meetings',
          null,
          offline({ projectId: 'not-yet', shareRange: 'project', space: 'project:not-yet' }),
        )
      ).rejected,
    ).toMatchObject([{ code: 'SPACE_NOT_FOUND', retry: true }]);
    const stored = (await ann.sees('meetings', doc.id))!;
    expect(await ann.refused('meetings', stored, { recordings: [], enabled: false })).toBe('NO_PERMISSION');
    const stranger = { id: newId(), userId: 'zoe', type: 'member', name: 'Zoe', transcriptionOriName: '' };
    expect(await ann.refused('meetings', stored, { participants: [stranger] })).toBe('USER_NOT_FOUND');
    expect(await ann.refused('meetings', null, offline({ participants: [stranger] }))).toBe('USER_NOT_FOUND');
    expect(await ann.refused('meetings', stored, { participants: [{ ...stranger, userId: 'ben' }] })).toBe('');
  });

  it('may be maintained by contributors, but shared, moved and deleted by the creator only', async () => {
    const project = await contributedProject(ann);
    const meeting = await ann.call(meetingCalls.create, { title: 'Ours', projectId: project.id });
    expect((await ben.call(meetingCalls.update, { id: meeting.id, title: 'By ben', status: 'ended' })).title).toBe(
      'By ben',
    );
    expect(await code(ben.refusal(meetingCalls.update, { id: meeting.id, shareRange: 'team' }))).toBe(
      'MEETING_ACCESS_DENIED',
    );
    expect(await code(ben.refusal(meetingCalls.share, { meetingId: meeting.id, shareRange: 'team' }))).toBe(
      'MEETING_ACCESS_DENIED',
    );
    expect(await code(ben.refusal(meetingCalls.remove, { id: meeting.id }))).toBe('MEETING_ACCESS_DENIED');
    expect(await code(dee.refusal(meetingCalls.update, { id: meeting.id, title: 'By dee' }))).toBe(
      'MEETING_ACCESS_DENIED',
    );
    expect(await code(cho.refusal(meetingCalls.update, { id: meeting.id, title: 'By cho' }))).toBe('MEETING_NOT_FOUND');
    const row = (await ben.sees('meetings', meeting.id))!;
    expect(await ben.refused('meetings', row, { shareRange: 'public' })).toBe('MEETING_ACCESS_DENIED');
    expect(await ben.refused('meetings', row, { _deleted: true })).toBe('NO_PERMISSION');
    expect(await ben.refused('meetings', row, { title: 'pushed by ben' })).toBe('');
  });

  it('move with their transcript and note to the people they are shared with', async () => {
    const project = await contributedProject(ann);
    const meeting = await ann.call(meetingCalls.create, { title: 'Travels', projectId: project.id });
    await ben.call(meetingCalls.createNote, { meetingId: meeting.id, content: 'from ben' });
    await writeTranscript(core, meeting.id);
    const seen = async (by: Person) =>
      Promise.all([
        by.sees('meetings', meeting.id),
        by.sees('transcripts', meeting.id),
        by.sees('noteContents', meetingNoteId(meeting.id)),
      ]).then((all) => all.map((d) => d !== null));
    expect(await seen(cho)).toEqual([false, false, false]);
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'project', departmentIds: ['d-top'] });
    expect(await seen(cho)).toEqual([true, true, true]);
    expect(await seen(ben)).toEqual([true, true, true]);
    expect((await ben.sees('meetings', meeting.id))?.abilities).toEqual(['update']);
    // The project's people inherit: a person who loses access to the project loses access to the meeting.
    await ann.call(projectCalls.setContributors, { projectId: project.id, userIds: [], departmentIds: [] });
    expect(await seen(ben)).toEqual([false, false, false]);
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'private' });
    expect(await seen(cho)).toEqual([false, false, false]);
    expect(await seen(dee)).toEqual([false, false, false]);
    expect(await seen(ann)).toEqual([true, true, true]);
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'team' });
    expect(await seen(cho)).toEqual([true, true, true]);
    expect(await seen(zoe)).toEqual([false, false, false]);
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'project' });
    expect(await seen(dee)).toEqual([true, true, true]);
    expect(await seen(cho)).toEqual([false, false, false]);
    await ann.call(meetingCalls.remove, { id: meeting.id });
    expect(await seen(ann)).toEqual([false, false, false]);
  });

  it('move by a push into a project, and are visible to its people', async () => {
    const project = await contributedProject(ann);
    const doc = offline();
    await ann.push('meetings', null, doc);
    const other = await ben.call(projectCalls.create, { title: `Ben’s ${newId()}` });
    const stored = (await ann.sees('meetings', doc.id))!;
    expect(
      await ann.refused('meetings', stored, { projectId: other.id, shareRange: 'project', space: other.space }),
    ).toMatch(/NO_PERMISSION|NOT_FOUND/);
    expect(await ann.refused('meetings', stored, { projectId: project.id, space: project.space })).toBe('');
    expect(await dee.sees('meetings', doc.id)).toMatchObject({ shareRange: 'project', space: project.space });
    await ann.call(projectCalls.remove, { id: project.id });
    expect(await ann.sees('meetings', doc.id)).toBeNull();
  });

  it('are listed by their creator, by day, and by project', async () => {
    const project = await contributedProject(ann);
    const ids: string[] = [];
    for (const [i, day] of [1, 1, 2].entries())
      ids.push(
        (
          await ann.call(meetingCalls.create, {
            title: `Day ${day}, meeting ${i}`,
            projectId: project.id,
            actualStartAt: Date.UTC(2026, 0, day, 23, 30),
          })
        ).id,
      );
    const page = await dee.call(meetingCalls.myPage, {
      projectId: project.id,
      titleLike: 'day',
      pageSize: 2,
      orderBys: 'ID_DESC',
    });
    expect([page.total, page.list.map((m) => m.id)]).toEqual([3, [ids[2], ids[1]]]);
    const latest = await ann.call(meetingCalls.myLatest, { projectId: project.id });
    expect(latest.myMeetingList.map((g) => [g.startDate, g.meetings.length])).toEqual([
      ['2026-01-02', 1],
      ['2026-01-01', 2],
    ]);
    // half past eight of the next morning
    await core.sync.store.write('c1', (tx) =>
      tx.put('preferences', 'ann', { ...newPreferences('ann', 'ja'), timeZone: 'Asia/Tokyo' }),
    );
    const inTokyo = await ann.call(meetingCalls.myLatest, { projectId: project.id });
    expect(inTokyo.myMeetingList.map((g) => [g.startDate, g.meetings.length])).toEqual([
      ['2026-01-03', 1],
      ['2026-01-02', 2],
    ]);
    await core.sync.store.write('c1', (tx) => tx.put('preferences', 'ann', { timeZone: '' }));
    expect((await ben.call(meetingCalls.projectPage, { projectId: project.id })).total).toBe(3);
    expect(await code(cho.refusal(meetingCalls.projectPage, { projectId: project.id }))).toBe('PROJECT_NOT_FOUND');
    expect((await cho.call(meetingCalls.myPage, { projectId: project.id })).total).toBe(0);
  });

  it('have participants that can be added, renamed, linked and unlinked', async () => {
    const project = await contributedProject(ann);
    const meeting = await ann.call(meetingCalls.create, { title: 'People', projectId: project.id });
    const guest = await ben.call(meetingCalls.createParticipant, { meetingId: meeting.id, name: 'Guest' });
    expect(guest).toMatchObject({ meetingId: meeting.id, companyId: 'c1', userId: '', type: 'guest' });
    expect(await code(ben.refusal(meetingCalls.createParticipant, { meetingId: meeting.id, name: 'Guest' }))).toBe(
      'SAME_PARTICIPANT_EXIST',
    );
    expect(await code(ben.refusal(meetingCalls.createParticipant, { meetingId: meeting.id, name: '' }))).toBe(
      'PARAM_ERROR',
    );
    expect(await code(dee.refusal(meetingCalls.createParticipant, { meetingId: meeting.id, name: 'x' }))).toBe(
      'MEETING_ACCESS_DENIED',
    );
    expect(
      await code(ben.refusal(meetingCalls.createParticipant, { meetingId: meeting.id, name: 'x', userId: 'zoe' })),
    ).toBe('USER_NOT_FOUND');
    await ann.call(meetingCalls.createParticipant, {
      meetingId: meeting.id,
      name: 'Cho',
      userId: 'cho',
      type: 'member',
    });
    expect((await ann.call(meetingCalls.renameParticipant, { id: guest.id, name: 'Ben' })).name).toBe('Ben');
    expect(await code(ann.refusal(meetingCalls.linkParticipant, { id: guest.id, userId: 'cho' }))).toBe(
      'SAME_PARTICIPANT_EXIST',
    );
    expect((await ann.call(meetingCalls.linkParticipant, { id: guest.id, userId: 'ben' })).userId).toBe('ben');
    expect((await ann.call(meetingCalls.unlinkParticipant, { id: guest.id })).userId).toBe('');
    for (const stranger of [cho, zoe])
      expect(await code(stranger.refusal(meetingCalls.renameParticipant, { id: guest.id, name: 'x' }))).toBe(
        'MEETING_PARTICIPANT_NOT_FOUND',
      );
    expect((await dee.call(meetingCalls.participants, { id: meeting.id })).list.map((p) => p.name)).toEqual([
      'Ben',
      'Cho',
    ]);
  });

  it('have a note that contributors to the meeting may write', async () => {
    const project = await contributedProject(ann);
    const meeting = await ann.call(meetingCalls.create, { title: 'Noted', projectId: project.id });
    expect(await ann.call(meetingCalls.note, { id: meeting.id })).toEqual({ note: null });
    const note = await ben.call(meetingCalls.createNote, { meetingId: meeting.id, content: '# Agenda' });
    expect((await ann.call(meetingCalls.createNote, { meetingId: meeting.id, content: 'more' })).content).toMatch(
      /# Agenda\s+more/,
    );
    expect((await ann.call(meetingCalls.updateNote, { id: note.id, content: '# Agenda\n\nless' })).content).toMatch(
      /# Agenda\s+less/,
    );
    expect(await code(dee.refusal(meetingCalls.updateNote, { id: note.id, content: 'x' }))).toBe('NOTE_EDIT_DENIED');
    expect(await code(cho.refusal(meetingCalls.updateNote, { id: note.id, content: 'x' }))).toBe('NOTE_NOT_FOUND');
    expect(await code(cho.refusal(meetingCalls.createNote, { meetingId: meeting.id, content: 'x' }))).toBe(
      'MEETING_NOT_FOUND',
    );
  });

  it('keeps bookmarks and notes those of the people who made them', async () => {
    const project = await contributedProject(ann);
    const meeting = await ann.call(meetingCalls.create, { title: `M ${newId()}`, projectId: project.id });
    const moment = (id: string, userId: string, over: object = {}) => ({
      ...{ id, recordingId: 'r1', at: 5, kind: 'bookmark', text: '', userId },
      ...over,
    });
    const as = async (person: Person, moments: object[]) =>
      person.refused('meetings', (await person.sees('meetings', meeting.id))!, { moments });
    expect(await as(ben, [moment('b', 'ben')])).toBe('');
    expect(await as(ann, [moment('b', 'ben'), moment('a', 'ann')])).toBe('');
    expect(await as(ben, [moment('b', 'ben', { text: 'Budget' }), moment('a', 'ann')])).toBe('');
    const now = [moment('b', 'ben', { text: 'Budget' }), moment('a', 'ann')];
    expect(await as(ben, [...now, moment('c', 'ann')])).toBe('NO_PERMISSION');
    expect(await as(ben, [now[0]!, moment('a', 'ann', { text: 'mine' })])).toBe('MEETING_ACCESS_DENIED');
    expect(await as(ben, [now[0]!])).toBe('MEETING_ACCESS_DENIED');
    expect(await as(ben, [moment('b', 'ben', { at: 6 }), now[1]!])).toBe('NO_PERMISSION');
    // two with one id: devices would show the second one alone
    expect(await as(ben, [...now, moment('a', 'ben')])).not.toBe('');
    expect(await as(dee, [])).toBe('NO_PERMISSION');
    // the meeting is hers
    expect(await as(ann, [moment('b', 'ben', { text: '' })])).toBe('');
  });
});
