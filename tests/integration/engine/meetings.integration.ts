/** Moving meetings, and page sizes of collections with large documents. */
import { expect, test } from 'vitest';
import { synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';
import type { Correction } from '../../../sync/model/corrections';
import { IMPORTED_LINES } from '../../../sync/model/transcript-file';

const suite = engineSuite();

test('a private meeting moved to a project is shared with the project; a chosen range stays', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  const project = await api.run('project.create', { title: 'House' });
  const { id } = await api.run('meeting.create', { projectId: '', title: 'Kick-off', type: 'record', language: 'en' });
  await synced(api);
  expect(server.doc('meetings', id)).toMatchObject({ shareRange: 'private', space: `meeting:${id}` });
  await api.run('meeting.update', { id, projectId: project.id });
  await until(
    api,
    { kind: 'one', collection: 'meetings', id },
    (m) => m?.shareRange === 'project' && m.projectId === project.id,
  );
  await synced(api);
  const moved = server.pushed('meetings').at(-1)!;
  expect(moved[0]!.newDocumentState).toMatchObject({ shareRange: 'project', space: `project:${project.id}` });
  server.put('meetings', { id, shareRange: 'team' });
  await until(api, { kind: 'one', collection: 'meetings', id }, (m) => m?.shareRange === 'team');
  const other = await api.run('project.create', { title: 'Garden' });
  await api.run('meeting.update', { id, projectId: other.id });
  await synced(api);
  expect(server.doc('meetings', id)).toMatchObject({ shareRange: 'team', projectId: other.id });
});

test('bookmarks and note lines keep their moments without a connection, and those of two devices merge', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  const { id } = await api.run('meeting.create', { projectId: '', title: 'Kick-off', type: 'record', language: 'en' });
  await synced(api);
  const mine = { id: 'm0', recordingId: 'r1', at: 500, kind: 'note' as const, text: 'elsewhere', userId: 'u2' };
  const base = server.doc('meetings', id)!;
  const { momentId } = await api.run('moment.add', { id, recordingId: 'r1', at: 7_200.4, kind: 'bookmark', text: '' });
  server.put('meetings', { ...base, moments: [mine] });
  await api.run('moment.change', { id, momentId, text: 'Budget' });
  await until(api, { kind: 'one', collection: 'meetings', id }, (m) => m?.moments?.length === 2);
  await synced(api);
  expect(server.doc('meetings', id)).toMatchObject({
    moments: expect.arrayContaining([
      mine,
      { id: momentId, recordingId: 'r1', at: 7_200, kind: 'bookmark', text: 'Budget', userId: expect.any(String) },
    ]) as unknown,
  });
  await api.run('agenda.set', { id, items: [{ text: ' Budget ', isDone: false }] });
  await synced(api);
  expect(server.doc('meetings', id)).toMatchObject({ agenda: [{ text: 'Budget', isDone: false }] });
});

test('a transcript that is too large to be stored is refused on the device, before it is queued', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  let asked = 0;
  server.calls['POST /api/core/meeting/transcription/import'] = () => {
    asked += 1;
    return Response.json({ success: true, data: { status: 'done' } });
  };
  const { id } = await api.run('meeting.create', { projectId: '', title: 'Long', type: 'record', language: 'en' });
  await synced(api);
  const of = (length: number, text: string) =>
    Array.from({ length }, () => ({ start: -1, end: -1, speaker: '', text }));
  for (const lines of [of(1300, 'x'.repeat(10_000)), of(IMPORTED_LINES + 1, 'x')])
    await expect(api.run('transcript.import', { meetingId: id, lines, isReplacing: false })).rejects.toMatchObject({
      code: 'TRANSCRIPT_TOO_LARGE',
    });
  await synced(api);
  expect(asked).toBe(0);
});

test('a planned meeting has the time, people and agenda of its calendar entry, once each', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  const planned = {
    ...{ startAt: 1_800_000_000_000, endAt: 1_800_003_600_000, uid: 'series@x.test', agenda: ['Budget'] },
    people: [
      { name: 'Me again', userId: 'u1' },
      { name: 'Ben', userId: 'u2' },
      { name: 'Guest', userId: '' },
    ],
  };
  const fields = { projectId: '', title: 'Weekly', type: 'record' as const, language: 'en' };
  const { id } = await api.run('meeting.create', { ...fields, planned });
  await synced(api);
  const stored = server.doc('meetings', id) as unknown as { participants: { userId: string; type: string }[] };
  expect(stored).toMatchObject({
    ...{ plannedStartAt: planned.startAt, plannedEndAt: planned.endAt, calendarUid: 'series@x.test' },
    agenda: [{ text: 'Budget', isDone: false }],
  });
  expect(stored.participants.map((p) => [p.userId, p.type])).toEqual([
    ['u1', 'host'],
    ['u2', 'member'],
    ['', 'guest'],
  ]);
});

test('a correction of one segment of 5,000 is pushed as that segment', async () => {
  const { server } = suite;
  const segments = Array.from({ length: 5_000 }, (_, n) => ({
    id: `s${n}`,
    recordingId: 'r1',
    start: n * 1000,
    end: n * 1000 + 900,
    text: `What was said as sentence ${n} of a long meeting.`,
    original: '',
    participantId: '',
  }));
  server.put('transcripts', {
    ...{ id: 't1', space: 'meeting:t1', meetingId: 't1', creatorId: 'u1', status: 'done', progress: 1, error: '' },
    ...{ segments, provider: 'p', model: 'm', mode: 'model', generatedAt: 1 },
  });
  const { api } = await suite.device({ collections: ['meetings', 'transcripts'] });
  await until(api, { kind: 'one', collection: 'transcripts', id: 't1' }, (t) => t?.segments.length === 5_000);
  await api.run('transcript.correct', { meetingId: 't1', segmentId: 's777', text: 'Corrected.' });
  await synced(api);
  const pushed = server.pushed('transcripts').at(-1)!;
  expect(JSON.stringify(pushed).length).toBeLessThan(1000);
  const stored = server.doc('transcripts', 't1') as unknown as { segments: typeof segments };
  expect(stored.segments).toHaveLength(5_000);
  expect(stored.segments[777]).toMatchObject({ text: 'Corrected.', original: segments[777]!.text });
  await api.run('transcript.correctAll', {
    meetingId: 't1',
    changes: [
      { segmentId: 's777', text: 'Again.' },
      { segmentId: 's0', text: segments[0]!.text },
      { segmentId: 's1', text: 'Other.' },
    ],
  });
  await synced(api);
  const both = server.doc('transcripts', 't1') as unknown as { segments: typeof segments };
  expect(both.segments.slice(0, 2).map((s) => [s.text, s.original])).toEqual([
    [segments[0]!.text, ''],
    ['Other.', segments[1]!.text],
  ]);
  expect(both.segments[777]!.original).toBe(segments[777]!.text);
});

test('corrections of two devices are merged into one history, also of the same segment', async () => {
  const { server } = suite;
  const segments = [{ id: 'a', recordingId: 'r1', start: 0, end: 1, text: 'x', original: '', participantId: '' }];
  const transcript = {
    ...{ id: 't2', space: 'meeting:t2', meetingId: 't2', creatorId: 'u1', status: 'done', progress: 1, error: '' },
    ...{ segments, provider: 'p', model: 'm', mode: 'model', generatedAt: 1 },
  };
  server.put('transcripts', transcript);
  const { api } = await suite.device({ collections: ['meetings', 'transcripts'] });
  await until(api, { kind: 'one', collection: 'transcripts', id: 't2' }, (t) => t?.segments.length === 1);
  const theirs = {
    ...{ id: 'c0', segmentIds: ['a'], field: 'text', before: 'x', after: 'theirs', userId: 'u2', at: 1 },
  };
  const correcting = api.run('transcript.correct', { meetingId: 't2', segmentId: 'a', text: 'mine' });
  server.put('transcripts', {
    ...transcript,
    segments: [{ ...segments[0]!, text: 'theirs', original: 'x' }],
    corrections: [theirs],
  });
  await correcting;
  const merged = await until(
    api,
    { kind: 'one', collection: 'transcripts', id: 't2' },
    (t) => t?.corrections?.length === 2,
  );
  expect(merged!.corrections).toEqual(
    expect.arrayContaining([
      theirs,
      expect.objectContaining({
        segmentIds: ['a'],
        field: 'text',
        after: 'mine',
        userId: expect.any(String) as string,
      }),
    ]),
  );
});

test('segments are assigned together, and two speakers become one', async () => {
  const { server } = suite;
  const { api } = await suite.device({ collections: ['meetings', 'noteContents', 'transcripts'] });
  const { id } = await api.run('meeting.create', { projectId: '', title: 'Weekly', type: 'record', language: 'en' });
  const [ann, ben] = [
    (await api.run('meeting.addParticipant', { id, name: 'Ann' })).participantId,
    (await api.run('meeting.addParticipant', { id, name: 'Ben' })).participantId,
  ];
  const segment = { recordingId: 'r1', start: 0, end: 1, text: 'x', original: '' };
  server.put('transcripts', {
    ...{ id, space: `meeting:${id}`, meetingId: id, creatorId: 'u1', status: 'done', progress: 1, error: '' },
    ...{ provider: 'p', model: 'm', mode: 'model', generatedAt: 1 },
    segments: ['a', 'b', 'c'].map((name) => ({ ...segment, id: name, participantId: ann })),
  });
  await until(api, { kind: 'one', collection: 'transcripts', id }, (t) => t?.segments.length === 3);
  await api.run('transcript.assignAll', { meetingId: id, segmentIds: ['b', 'c'], participantId: ben });
  const speakers = async (): Promise<string[]> => {
    await synced(api);
    return (server.doc('transcripts', id) as unknown as { segments: { participantId: string }[] }).segments.map(
      (s) => s.participantId,
    );
  };
  expect(await speakers()).toEqual([ann, ben, ben]);
  expect(server.doc('transcripts', id)).toMatchObject({
    corrections: [{ segmentIds: ['b', 'c'], field: 'speaker', before: ann, after: ben, userId: expect.any(String) }],
  });
  await api.run('meeting.mergeSpeakers', { id, from: ben, into: ann });
  expect(await speakers()).toEqual([ann, ann, ann]);
  const { participants } = server.doc('meetings', id) as unknown as { participants: { name: string }[] };
  expect(participants.map((p) => p.name)).not.toContain('Ben');
  const history = () =>
    (server.doc('transcripts', id) as unknown as { corrections: Correction[] }).corrections.toSorted(
      (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1),
    );
  const merge = history().find(({ merged }) => merged);
  expect(merge).toMatchObject({
    ...{ field: 'speaker', segmentIds: ['b', 'c'], before: ben, after: ann },
    merged: { id: ben, name: 'Ben' },
  });

  // what was assigned otherwise since stays so
  await api.run('transcript.assign', { meetingId: id, segmentId: 'c', participantId: '' });
  await api.run('meeting.undoMerge', { id, correctionId: merge!.id });
  expect(await speakers()).toEqual([ann, ben, '']);
  expect(server.doc('meetings', id)).toMatchObject({
    participants: expect.arrayContaining([expect.objectContaining({ id: ben, name: 'Ben' })]) as unknown,
  });

  await api.run('meeting.renameSpeaker', { id, participantId: ben, name: 'Benjamin' });
  await api.run('meeting.renameSpeaker', { id, participantId: ben, name: 'Benjamin' });
  await synced(api);
  expect(history().filter(({ field }) => field === 'name')).toEqual([
    expect.objectContaining({ participantId: ben, before: 'Ben', after: 'Benjamin' }),
  ]);

  // the history names the person who removed a speaker, and can restore the speaker with all segments
  await api.run('meeting.removeParticipant', { id, participantId: ben });
  await api.run('meeting.removeParticipant', { id, participantId: ben });
  await synced(api);
  const removals = history().filter(({ field, merged }) => field === 'name' && merged);
  expect(removals).toEqual([
    expect.objectContaining({
      participantId: ben,
      before: 'Benjamin',
      after: '',
      userId: expect.any(String) as string,
    }),
  ]);
  await api.run('meeting.restoreParticipant', { id, correctionId: removals[0]!.id });
  expect(await speakers()).toEqual([ann, ben, '']);
  expect(server.doc('meetings', id)).toMatchObject({
    participants: expect.arrayContaining([expect.objectContaining({ id: ben, name: 'Benjamin' })]) as unknown,
  });
  expect(history().at(-1)).toMatchObject({ field: 'name', participantId: ben, before: '', after: 'Benjamin' });
  await expect(api.run('meeting.mergeSpeakers', { id, from: ann, into: ann })).rejects.toMatchObject({
    code: 'MEETING_PARTICIPANT_NOT_FOUND',
  });
});

test('texts are pulled in small pages, other documents in large ones', async () => {
  const { server } = suite;
  for (let i = 0; i < 60; i += 1)
    server.put('noteContents', {
      id: `n${i}`,
      space: 'project:p1',
      subject: 'note',
      subjectId: `n${i}`,
      creatorId: 'u1',
      state: '',
    });
  const { api } = await suite.device();
  await synced(api);
  await until(api, { kind: 'count', collection: 'noteContents' }, (n) => n === 60);
  const limits = (collection: string): number[] =>
    server.requests
      .filter((r) => r.path.endsWith(`/${collection}/pull`))
      .map((r) => (r.body as { limit: number }).limit);
  expect(new Set(limits('noteContents'))).toEqual(new Set([25]));
  expect(limits('noteContents').length).toBeGreaterThanOrEqual(3);
  expect(new Set(limits('projects'))).toEqual(new Set([200]));
});
