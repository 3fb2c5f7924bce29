/** Transcription of recordings: attempts, their order and what they keep. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ProviderFailure } from '../../server/ai/failure';
import type { RecognisedSegment, TranscriptionProvider } from '../../server/ai/transcription/provider';
import { meetingCalls } from '../../server/core/meetings/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { TRANSCRIPTION } from '../../server/core/meetings/transcription-request';
import { jobOf } from '../../server/runs/queues';
import { newId } from '../../sync/model/ids';
import { uploadCalls } from '../../sync/protocol/uploads';
import { code } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { recognised, openRecordings, type Recordings } from '../support/recordings';
import { toneMp3 } from '../support/sound';

describeOnDatabase('recordings', (engine) => {
  let recordings: Recordings;
  let core: Recordings['core'];
  let speech: Recordings['speech'];
  let server: Recordings['server'];
  let ann: Recordings['ann'];
  let ben: Recordings['ben'];
  let meeting: Recordings['meeting'];
  let record: Recordings['record'];
  beforeAll(async () => {
    recordings = await openRecordings(engine);
    ({ core, speech, server, ann, ben, meeting, record } = recordings);
  });
  afterAll(() => recordings.close());
  afterEach(() => {
    speech.standIn = null;
  });

  it('are transcribed to segments, speakers as participants and a notification; corrections survive another transcription', async () => {
    server.setScript([
      {
        segments: [
          { start: 0, end: 4, text: 'Good mornin.', speaker: 'A' },
          { start: 4, end: 8, text: 'Hello.', speaker_id: 1 },
        ],
      },
    ]);
    const m = await meeting();
    await record(m.id);
    await core.runJobs();
    const transcript = await ann.call(meetingCalls.transcript, { id: m.id });
    expect(transcript).toMatchObject({
      status: 'done',
      error: '',
      mode: 'model',
      model: 'whisper-1',
      list: [
        { content: 'Good mornin.', start: 0, end: 4000 },
        { content: 'Hello.', start: 4000 },
      ],
    });
    expect(transcript.generatedAt).toBeGreaterThan(0);
    const people = (await ann.call(meetingCalls.participants, { id: m.id })).list;
    expect(people.map((p) => p.transcriptionOriName)).toEqual(['Speaker 1', 'Speaker 2']);
    expect(transcript.list.map((s) => s.meetingParticipantId)).toEqual(people.map((p) => p.id));
    expect((await ann.call(meetingCalls.get, { id: m.id })).recordings[0]!.durationMs).toBeGreaterThan(22_000);
    const notices = await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: m.id } }));
    expect(notices).toMatchObject([
      {
        kind: 'transcriptReady',
        link: `/meeting/${m.id}?tab=transcript`,
        params: { title: m.title },
        space: 'person:ann',
      },
    ]);

    await ann.call(meetingCalls.correctSegment, { id: transcript.list[0]!.id, content: 'Good morning.' });
    await ann.call(meetingCalls.renameParticipant, { id: people[0]!.id, name: 'Aiko' });
    expect(await ann.call(meetingCalls.retryTranscription, { meetingId: m.id })).toEqual({ status: 'waiting' });
    await core.runJobs();
    const again = await ann.call(meetingCalls.transcript, { id: m.id });
    expect(again.list.map((s) => [s.content, s.original])).toEqual([
      ['Good morning.', 'Good mornin.'],
      ['Hello.', ''],
    ]);
    expect((await ann.call(meetingCalls.participants, { id: m.id })).list.map((p) => p.name)).toEqual([
      'Aiko',
      'Speaker 2',
    ]);
    expect(server.requests.length).toBe(2);
    expect(server.requests[1]!.fields['prompt']).toContain('Aiko');
    expect(await code(ben.refusal(meetingCalls.retryTranscription, { meetingId: m.id }))).toBe('MEETING_NOT_FOUND');
    expect(await code(ann.refusal(meetingCalls.retryTranscription, { meetingId: (await meeting()).id }))).toBe(
      'MEETING_RECORDING_FILE_NOT_FOUND',
    );
  });
  it('wait without a provider, and are transcribed as soon as one is configured', async () => {
    server.setScript([{ segments: [{ start: 0, end: 2, text: 'late' }] }]);
    speech.connected = false;
    const m = await meeting();
    await record(m.id);
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'waiting',
      error: 'TRANSCRIPTION_PROVIDER_NOT_FOUND',
      list: [],
    });
    expect(await ann.call(meetingCalls.retryTranscription, { meetingId: m.id })).toEqual({ status: 'waiting' });
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'waiting',
      error: 'TRANSCRIPTION_PROVIDER_NOT_FOUND',
    });
    expect(
      await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: m.id } })),
    ).toMatchObject([{ kind: 'transcriptionWaiting' }]);
    speech.connected = true;
    core.platform.events.publish('provider', { companyId: 'c1' });
    // jobs of other features may follow what is written meanwhile
    await expect.poll(() => core.waitingJobs()).toContainEqual({ name: jobOf(TRANSCRIPTION), afterSeconds: 0 });
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      error: '',
      list: [{ content: 'late' }],
    });
    speech.connected = false;
    const other = await meeting();
    await record(other.id);
    await core.runJobs();
    speech.connected = true;
    await core.jobs.started();
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: other.id })).status).toBe('done');
  });
  it('are transcribed later, though a transcript is imported while they wait', async () => {
    server.setScript([{ segments: [{ start: 0, end: 2, text: 'heard' }] }]);
    speech.connected = false;
    const m = await meeting();
    await record(m.id);
    await core.runJobs();
    const lines = [{ start: 0, end: 1000, speaker: '', text: 'imported' }];
    for (const isReplacing of [false, true])
      expect(await ann.call(meetingCalls.importTranscript, { meetingId: m.id, lines, isReplacing })).toEqual({
        status: 'waiting',
      });
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'waiting',
      error: 'TRANSCRIPTION_PROVIDER_NOT_FOUND',
      list: [{ content: 'imported' }],
    });
    speech.connected = true;
    await core.jobs.started();
    await core.runJobs();
    const { status, list } = await ann.call(meetingCalls.transcript, { id: m.id });
    expect([status, list.map((s) => s.content).sort()]).toEqual(['done', ['heard', 'imported']]);
    // nothing waits any more
    expect(await ann.call(meetingCalls.importTranscript, { meetingId: m.id, lines })).toEqual({ status: 'done' });
  });
  it('replace the draft of live captions; what people wrote into it stays as a version', async () => {
    server.setScript([{ segments: [{ start: 0, end: 2, text: 'The budget is open.' }] }]);
    const m = await meeting();
    const recordingId = newId();
    const draft = (text: string, by = ann) =>
      by.call(meetingCalls.draftTranscript, { meetingId: m.id, recordingId, lines: [{ start: 0, end: 900, text }] });
    expect(
      await code(
        ben.refusal(meetingCalls.draftTranscript, {
          meetingId: m.id,
          recordingId,
          lines: [{ start: 0, end: 1, text: 'x' }],
        }),
      ),
    ).toBe('MEETING_NOT_FOUND');
    expect(await draft('the budge it')).toEqual({ status: 'none' });
    await draft('the budget is');
    const read = () => ann.call(meetingCalls.transcript, { id: m.id });
    expect(await read()).toMatchObject({
      mode: 'browser',
      status: 'none',
      list: [{ content: 'the budget is', recordingId }],
    });
    await ann.call(meetingCalls.correctSegment, { id: (await read()).list[0]!.id, content: 'The budget is' });
    await record(m.id, undefined, { recordingId });
    expect((await read()).list).toHaveLength(1);
    await core.runJobs();
    const done = await read();
    expect(done).toMatchObject({ mode: 'model', status: 'done', versions: [{ mode: 'browser', lines: 1 }] });
    expect(done.list.map((s) => s.content)).toEqual(['The budget is open.']);
    // one that comes late
    expect(await draft('too late')).toEqual({ status: 'done' });
    expect((await read()).list.map((s) => s.content)).toEqual(['The budget is open.']);
  });
  it('that are deleted before they are uploaded leave no draft', async () => {
    const m = await meeting();
    const recordingId = newId();
    const lines = [{ start: 0, end: 900, text: 'not to be kept' }];
    await ann.call(meetingCalls.draftTranscript, { meetingId: m.id, recordingId, lines });
    await ben.call(uploadCalls.remove, { meetingId: m.id, recordingId });
    expect((await ann.sees('transcripts', m.id))?.segments).toHaveLength(1);
    await ann.call(uploadCalls.remove, { meetingId: m.id, recordingId });
    expect(await ann.sees('transcripts', m.id)).toBeNull();
  });
  it('are retried after temporary failures, fail after permanent ones, and can be retried by a person', async () => {
    server.setScript([{ status: 503 }, { raw: '{"segments": "no"}' }, { text: 'third time' }]);
    /** How often the provider is called while the jobs run; the search index follows in jobs of its own. */
    const attempts = async (): Promise<number> => {
      const before = server.requests.length;
      await core.runJobs();
      return server.requests.length - before;
    };
    const m = await meeting();
    await record(m.id);
    expect(await attempts()).toBe(3);
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'third time', start: -1, end: -1 }],
    });
    server.setScript([{ status: 401 }]);
    const refused = await meeting();
    await record(refused.id);
    expect(await attempts()).toBe(1);
    expect(await ann.call(meetingCalls.transcript, { id: refused.id })).toMatchObject({
      status: 'failed',
      error: 'TRANSCRIPTION_FAILED',
    });
    expect(
      await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: refused.id } })),
    ).toMatchObject([{ kind: 'transcriptFailed' }]);
    server.setScript([{ status: 500 }]);
    await ann.call(meetingCalls.retryTranscription, { meetingId: refused.id });
    expect(await attempts()).toBe(8);
    expect((await ann.call(meetingCalls.transcript, { id: refused.id })).status).toBe('failed');
    server.setScript([{ text: 'at last' }]);
    await ann.call(meetingCalls.retryTranscription, { meetingId: refused.id });
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: refused.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'at last' }],
    });
  });
  it('publish their progress live and do not rewrite the transcript for it', async () => {
    const m = await meeting();
    for (let n = 0; n < 2; n += 1) await record(m.id);
    const events: unknown[] = [];
    const stop = core.platform.events.subscribe('live', ({ topic, event }) => events.push([topic, event]));
    const stored: unknown[] = [];
    speech.standIn = {
      name: 'p',
      model: 'm',
      transcribe: async () => {
        core.parts.pass(2_000);
        const transcript = await core.sync.store.read('c1', (tx) => tx.get('transcripts', m.id));
        stored.push([transcript!.status, transcript!.progress]);
        return [recognised('said')];
      },
    };
    await core.runJobs();
    const topic = { collection: 'transcripts', id: m.id };
    // the run does not await the publication
    await expect.poll(() => events).toEqual([0.5, 1].map((progress) => [topic, { type: 'progress', progress }]));
    stop();
    expect(stored).toEqual([
      ['processing', 0],
      ['processing', 0],
    ]);
  });
  it('are retried when a provider asks for it, after an hour at most', async () => {
    const m = await meeting();
    await record(m.id);
    const { fail } = speech.blocking();
    fail(new ProviderFailure('busy', 'later', 25 * 60_000));
    await core.runJobs({ afterMs: 0 });
    expect(core.waitingJobs()).toEqual([{ name: jobOf(TRANSCRIPTION), afterSeconds: 25 * 60 }]);
    fail(new ProviderFailure('unavailable', 'later', 5 * 60 * 60_000));
    await core.runJobs({ afterMs: 25 * 60_000 });
    expect(core.waitingJobs()).toEqual([{ name: jobOf(TRANSCRIPTION), afterSeconds: 60 * 60 }]);
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).status).toBe('processing');
    speech.standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([recognised('at last')]) };
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'at last' }],
    });
  });
  it('have one run at a time, which also transcribes recordings that arrive meanwhile', async () => {
    const m = await meeting();
    await record(m.id);
    const provider = speech.blocking();
    const first = core.runJobs({ afterMs: 0 });
    await provider.asked();
    const [task] = (await ann.call(taskCalls.page, {})).list;
    await core.platform.jobs.enqueue(jobOf(TRANSCRIPTION), { companyId: 'c1', runId: task!.id });
    await core.runJobs({ afterMs: 0 });
    expect(provider.requests()).toBe(1);
    expect(core.waitingJobs()).toEqual([{ name: jobOf(TRANSCRIPTION), afterSeconds: expect.any(Number) }]);
    // a second recording of the meeting, while the first is at the provider
    await record(m.id);
    provider.answer([recognised('once')]);
    await first;
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'once' }, { content: 'once' }],
    });
    expect(provider.requests()).toBe(2);
    // finished recordings are not requested again
    await core.runJobs();
    expect(provider.requests()).toBe(2);
    expect(await ann.call(taskCalls.get, { id: task!.id })).toMatchObject({
      kind: 'transcription',
      subject: { collection: 'transcripts', id: m.id },
      status: 'SUCCEEDED',
      progress: 1,
    });
  });
  it('keep recognised parts for the next attempt, until they are in the transcript or the recording is deleted', async () => {
    const long = toneMp3(11);
    const parts: string[] = [];
    const transcribe = (second: () => Promise<RecognisedSegment[]>): TranscriptionProvider => ({
      name: 'p',
      model: 'm',
      transcribe: ({ durationMs }) => {
        parts.push(durationMs > 300_000 ? 'first' : 'second');
        return durationMs > 300_000 ? Promise.resolve([recognised('first')]) : second();
      },
    });
    const refused = transcribe(() => Promise.reject(new ProviderFailure('refused', 'no key')));
    const steps = async (recordingId: string): Promise<number> =>
      (await core.platform.db.selectFrom('run_step').select('name').execute()).filter(({ name }) =>
        name.startsWith(`${recordingId}/`),
      ).length;
    const [deleted, kept] = [await meeting(), await meeting()];
    speech.standIn = refused;
    const { recordingId: gone } = await record(deleted.id, long, { fileName: 'long.mp3' });
    await core.runJobs();
    expect([parts, await steps(gone)]).toEqual([['first', 'second'], 1]);
    await ann.call(uploadCalls.remove, { meetingId: deleted.id, recordingId: gone });
    expect(await steps(gone)).toBe(0);

    const { recordingId } = await record(kept.id, long, { fileName: 'long.mp3' });
    await core.runJobs();
    parts.length = 0;
    speech.standIn = transcribe(() => Promise.resolve([recognised('second')]));
    await ann.call(meetingCalls.retryTranscription, { meetingId: kept.id });
    await core.runJobs();
    expect([parts, await steps(recordingId)]).toEqual([['second'], 0]);
    expect(await ann.call(meetingCalls.transcript, { id: kept.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'first' }, { content: 'second' }],
    });
  });
  it('end when their meeting is deleted, and continue from the recognised parts when it is restored', async () => {
    const m = await meeting();
    const heard: string[] = [];
    speech.standIn = {
      name: 'p',
      model: 'm',
      transcribe: async ({ durationMs }) => {
        // short recordings of other meetings begin again too
        if (durationMs < 60_000) return [recognised('other')];
        heard.push(durationMs > 300_000 ? 'first' : 'second');
        if (heard.length === 1) await ann.call(meetingCalls.remove, { id: m.id });
        return [recognised(heard.at(-1)!)];
      },
    };
    const { recordingId } = await record(m.id, toneMp3(11), { fileName: 'long.mp3' });
    await core.runJobs();
    expect(heard).toEqual(['first']);
    expect((await ann.call(taskCalls.page, {})).list[0]).toMatchObject({
      status: 'FAILED',
      error: 'MEETING_NOT_FOUND',
    });

    await ann.call(trashCalls.restore, { kind: 'meetings', id: m.id });
    await core.jobs.started();
    await core.runJobs();
    expect(heard).toEqual(['first', 'second']);
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'first' }, { content: 'second' }],
    });
    expect((await ann.call(uploadCalls.state, { recordingId })).stored).toBe(true);
  });
});
