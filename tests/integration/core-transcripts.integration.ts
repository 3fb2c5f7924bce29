/** Transcripts of meetings: imports, versions, corrections, limits, and permissions of each person. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { newId } from '../../sync/model/ids';
import type { Transcript } from '../../sync/model/kinds/transcripts';
import { IMPORTED_LINES } from '../../sync/model/transcript-file';
import { LIMITS } from '../../sync/model/limits';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { contributedProject } from '../support/shared-project';
import { writeTranscript } from '../support/transcripts';

describeOnDatabase('transcripts', (engine) => {
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

  it('imports a transcript with its speakers by those who may edit the meeting; another replaces it', async () => {
    const meeting = await ann.call(meetingCalls.create, { title: `M ${newId()}` });
    const line = (start: number, speaker: string, text: string) => ({
      start,
      end: start < 0 ? -1 : start + 1,
      speaker,
      text,
    });
    const take = (person: Person, lines: ReturnType<typeof line>[]) =>
      person.call(meetingCalls.importTranscript, { meetingId: meeting.id, lines });
    const refused = (person: Person, lines: ReturnType<typeof line>[]) =>
      person.refusal(meetingCalls.importTranscript, { meetingId: meeting.id, lines });
    expect(await code(refused(zoe, [line(0, '', 'x')]))).toBe('MEETING_NOT_FOUND');
    await take(ann, [line(5, 'Tanaka', '予算\u0000'), line(-1, 'Tanaka', 'more'), line(9, '', 'who')]);
    const first = await ann.call(meetingCalls.transcript, { id: meeting.id });
    expect(first).toMatchObject({ status: 'done', mode: 'import' });
    const people = async () => (await ann.call(meetingCalls.get, { id: meeting.id })).participants;
    const [tanaka] = (await people()).filter((p) => p.name === 'Tanaka');
    expect(first.list.map((s) => [s.start, s.content, s.meetingParticipantId])).toEqual([
      [5, '予算', tanaka!.id],
      [-1, 'more', tanaka!.id],
      [9, 'who', ''],
    ]);
    await take(ann, [line(1, 'Ito', 'again')]);
    const second = await ann.call(meetingCalls.transcript, { id: meeting.id });
    expect(second.list.map((s) => s.content)).toEqual(['again']);
    expect((await people()).filter((p) => p.type === 'speaker').map((p) => p.name)).toEqual(['Ito']);
    await take(ann, [line(9, '', 'late'), line(2, '', 'early'), line(-1, '', 'after it'), line(4, '', 'between')]);
    expect((await ann.call(meetingCalls.transcript, { id: meeting.id })).list.map((s) => s.content)).toEqual([
      ...['early', 'after it', 'between', 'late'],
    ]);
    expect(await code(refused(ann, []))).toBe('PARAM_ERROR');
  });

  it('refuses a transcript that is too large to be stored with a code of its own, and keeps the present one', async () => {
    const { id } = await ann.call(meetingCalls.create, { title: `M ${newId()}` });
    const take = (text: string, count: number) =>
      ann.refusal(meetingCalls.importTranscript, {
        meetingId: id,
        lines: Array.from({ length: count }, () => ({ start: -1, end: -1, speaker: '', text })),
      });
    await ann.call(meetingCalls.importTranscript, {
      meetingId: id,
      lines: [{ start: 0, end: 1, speaker: '', text: 'Here.' }],
    });
    expect(await code(take('x'.repeat(LIMITS.segmentText.max), 1300))).toBe('TRANSCRIPT_TOO_LARGE');
    expect((await ann.call(meetingCalls.transcript, { id })).list.map((s) => s.content)).toEqual(['Here.']);
  });

  it('keeps a transcript that an import replaces as a version, with its corrections and speakers', async () => {
    const meeting = await ann.call(meetingCalls.create, { title: `M ${newId()}` });
    const { id } = meeting;
    const take = (speaker: string, text: string, isReplacing?: boolean) =>
      ann.call(meetingCalls.importTranscript, {
        meetingId: id,
        lines: [{ start: 0, end: 1000, speaker, text }],
        ...(isReplacing === undefined ? {} : { isReplacing }),
      });
    const read = () => ann.call(meetingCalls.transcript, { id });
    const texts = async () => (await read()).list.map((s) => s.content);
    const speakers = async () =>
      (await ann.call(meetingCalls.get, { id })).participants.filter((p) => p.type === 'speaker').map((p) => p.name);
    await take('Tanaka', 'frist');
    expect((await read()).versions).toEqual([]);
    await ann.call(meetingCalls.correctSegment, { id: (await read()).list[0]!.id, content: 'first' });
    // what was recognised stays beside an import, unless it is to be replaced
    await core.sync.store.write('c1', async (tx) => {
      const { segments } = (await tx.get('transcripts', id))!;
      await tx.put('transcripts', id, { segments: segments.map((s) => ({ ...s, recordingId: 'r1' })) });
    });
    await take('Ito', 'beside');
    expect([await texts(), (await read()).versions]).toEqual([['first', 'beside'], []]);
    await take('Sato', 'instead', true);
    expect([await texts(), await speakers()]).toEqual([['instead'], ['Sato']]);
    const { versions } = await read();
    expect(versions).toMatchObject([{ by: 'ann', lines: 2 }]);

    const restore = { meetingId: id, versionId: versions[0]!.id };
    expect(await code(zoe.refusal(meetingCalls.restoreTranscript, restore))).toBe('MEETING_NOT_FOUND');
    await ann.call(meetingCalls.restoreTranscript, restore);
    expect((await read()).list.map((s) => [s.content, s.original])).toEqual([
      ['first', 'frist'],
      ['beside', ''],
    ]);
    expect((await speakers()).sort()).toEqual(['Ito', 'Tanaka']);
    expect((await read()).versions).toMatchObject([{ lines: 1, mode: 'import' }]);
    expect(await code(ann.refusal(meetingCalls.restoreTranscript, restore))).toBe('TRANSCRIPT_VERSION_NOT_FOUND');
    for (let n = 0; n < LIMITS.transcriptVersions + 1; n += 1) await take('', `Import ${n}`, true);
    expect((await read()).versions).toHaveLength(LIMITS.transcriptVersions);
    const stored = (await ann.sees('transcripts', id))!;
    expect(await ann.refused('transcripts', stored, { versions: [] })).toBe('NO_PERMISSION');
    expect(
      await code(
        ann.refusal(meetingCalls.importTranscript, {
          meetingId: id,
          lines: [{ start: 0, end: 1000, speaker: '', text: ' \u0000 ' }],
          isReplacing: true,
        }),
      ),
    ).toBe('FILE_CONTENT_EMPTY');
    expect(await texts()).toEqual([`Import ${LIMITS.transcriptVersions}`]);
  });

  it('takes a transcript of 20,000 lines, and keeps of the earlier ones those that have room', async () => {
    const { id } = await ann.call(meetingCalls.create, { title: `M ${newId()}` });
    for (let turn = 0; turn < 3; turn += 1) {
      const lines = Array.from({ length: IMPORTED_LINES }, (_, n) => ({
        start: n * 2000,
        end: n * 2000 + 1900,
        speaker: `Person ${n % 40}`,
        text: `Turn ${turn}: we talk about item ${n} of the list, and why it matters to all of us.`,
      }));
      await ann.call(meetingCalls.importTranscript, { meetingId: id, lines, isReplacing: true });
    }
    const { segments, versions } = (await ann.sees('transcripts', id)) as unknown as Transcript;
    expect(segments).toHaveLength(IMPORTED_LINES);
    expect(versions!.map((version) => version.segments[0]!.text.slice(0, 6))).toEqual(['Turn 1']);
    expect(versions![0]!.segments).toHaveLength(IMPORTED_LINES);
  });

  it('have segments that can be corrected, by call and by push; the recognised text is preserved', async () => {
    const project = await contributedProject(ann);
    const meeting = await ann.call(meetingCalls.create, { title: 'Words', projectId: project.id });
    const speaker = await ann.call(meetingCalls.createParticipant, { meetingId: meeting.id, name: 'S' });
    await writeTranscript(core, meeting.id);
    const id = `${meeting.id}s1`;
    expect(await ben.call(meetingCalls.correctSegment, { id, content: 'hello' })).toMatchObject({
      content: 'hello',
      original: 'helo',
      meetingId: meeting.id,
    });
    expect(await ben.call(meetingCalls.assignSegment, { id, meetingParticipantId: speaker.id })).toMatchObject({
      meetingParticipantId: speaker.id,
    });
    expect(await code(ben.refusal(meetingCalls.assignSegment, { id, meetingParticipantId: 'nobody' }))).toBe(
      'MEETING_PARTICIPANT_NOT_FOUND',
    );
    expect(await code(dee.refusal(meetingCalls.correctSegment, { id, content: 'x' }))).toBe('MEETING_ACCESS_DENIED');
    expect(await code(cho.refusal(meetingCalls.segment, { id }))).toBe('TRANSCRIPT_SEGMENT_NOT_FOUND');
    expect((await dee.call(meetingCalls.segment, { id })).content).toBe('hello');
    const stored = (await ben.sees('transcripts', meeting.id))!;
    const [segment] = stored.segments;
    expect(await ben.refused('transcripts', stored, { segments: [{ ...segment, start: 500 }] })).toBe('NO_PERMISSION');
    expect(await ben.refused('transcripts', stored, { segments: [] })).toBe('NO_PERMISSION');
    expect(await ben.refused('transcripts', stored, { segments: [{ ...segment, original: 'forged' }] })).toBe(
      'NO_PERMISSION',
    );
    expect(await ben.refused('transcripts', stored, { status: 'failed' })).toBe('NO_PERMISSION');
    expect(await ben.refused('transcripts', stored, { segments: [{ ...segment, text: 'hallo' }] })).toBe('');
    expect(await ben.call(meetingCalls.correctSegment, { id, content: 'helo' })).toMatchObject({ original: '' });
    expect(await dee.call(meetingCalls.transcript, { id: meeting.id })).toMatchObject({
      status: 'done',
      list: [{ id, content: 'helo' }],
    });
  });
});
