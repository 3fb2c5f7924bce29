/** Recordings on the server: upload, verification, playback, transcription. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openAiCompatible } from '../../server/ai/transcription/openai-compatible';
import {
  ProviderFailure,
  type RecognisedSegment,
  type TranscriptionProvider,
} from '../../server/ai/transcription/provider';
import { meetingCalls } from '../../server/core/meetings/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { createTrash } from '../../server/core/trash/service';
import { createUploads } from '../../server/core/uploads/service';
import { RUN_JOB } from '../../server/runs/runs';
import { newId } from '../../sync/model/ids';
import { UPLOAD_TOKEN_HEADER, uploadCalls } from '../../sync/protocol/uploads';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnEngines } from '../support/database';
import { Choices } from '../support/fuzz/random';
import { toneMp3 } from '../support/sound';
import { startTranscriptionServer, type TranscriptionServer } from '../support/transcription-server';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const RIFF = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');

describeOnEngines('recordings', (engine) => {
  let core: Core;
  let server: TranscriptionServer;
  let origin: string;
  let connected = true;
  /** replaces the scripted server */
  let standIn: TranscriptionProvider | null = null;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let spoken: Buffer;
  beforeAll(async () => {
    server = await startTranscriptionServer();
    core = await openCore(engine, {
      provider: () =>
        standIn ?? (connected ? openAiCompatible({ url: server.url, apiKey: 'k', model: 'whisper-1' }) : null),
    });
    origin = await core.serve();
    [ann, ben, cho] = ['ann', 'ben', 'cho'].map((id) => core.person(id)) as [Person, Person, Person];
    spoken = await readFile('tests/fixtures/spoken.wav');
  });
  afterAll(async () => {
    await core.close();
    await server.close();
  });

  const code = async (promise: Promise<{ code: string }>) => (await promise).code;
  const meeting = () => ann.call(meetingCalls.create, { title: `M ${newId()}` });
  type Ticket = { url: string; token: string; uploadId: string };
  const apply = (meetingId: string, size: number, over: Record<string, unknown> = {}, by = ann) =>
    by.call(uploadCalls.apply, {
      meetingId,
      recordingId: newId(),
      fileName: 'talk.wav',
      size,
      mimeType: 'audio/wav',
      ...over,
    });
  const headers = (ticket: Ticket, by = 'ann') => ({
    authorization: `Bearer ${by}`,
    [UPLOAD_TOKEN_HEADER]: ticket.token,
    'tus-resumable': '1.0.0',
  });
  const patch = (ticket: Ticket, offset: number, body: Buffer, by = 'ann') =>
    fetch(origin + ticket.url, {
      method: 'PATCH',
      headers: {
        ...headers(ticket, by),
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: body as Uint8Array<ArrayBuffer>,
    });
  const offset = async (ticket: Ticket) =>
    Number(
      (await fetch(origin + ticket.url, { method: 'HEAD', headers: headers(ticket) })).headers.get('upload-offset'),
    );
  const finish = (meetingId: string, ticket: Ticket, hash: string, by = ann) =>
    by.call(uploadCalls.finish, { meetingId, uploadId: ticket.uploadId, sha256: hash });
  /** Uploads a recording completely. */
  const record = async (meetingId: string, bytes = spoken, over: Record<string, unknown> = {}) => {
    const ticket = await apply(meetingId, bytes.length, over);
    expect((await patch(ticket, 0, bytes)).status).toBe(204);
    return finish(meetingId, ticket, sha256(bytes));
  };

  const segment = (text: string): RecognisedSegment => ({
    // The start of a part belongs to the part before it.
    start: 3_000,
    end: 4_000,
    text,
    speaker: '',
    noSpeech: null,
    logProb: null,
  });
  /** A provider that does not answer until told to. */
  const blocking = () => {
    let requests = 0;
    let entered: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (entered = resolve));
    let answer: (segments: RecognisedSegment[]) => void = () => undefined;
    const answered = new Promise<RecognisedSegment[]>((resolve) => (answer = resolve));
    let failure: Error | null = null;
    standIn = {
      name: 'p',
      model: 'm',
      transcribe: (_part, { signal }) => {
        requests += 1;
        entered();
        if (failure) return Promise.reject(failure);
        const aborted = new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        );
        return Promise.race([answered, aborted]);
      },
    };
    return { asked: () => asked, requests: () => requests, answer, fail: (error: Error) => void (failure = error) };
  };
  afterEach(() => {
    standIn = null;
  });

  it('are refused before a byte is sent if they are not recordings', async () => {
    const m = await meeting();
    expect(
      await code(
        ann.refusal(uploadCalls.apply, {
          meetingId: m.id,
          recordingId: newId(),
          fileName: 'talk.exe',
          size: 10,
          mimeType: 'audio/wav',
        }),
      ),
    ).toBe('FILE_TYPE_NOT_SUPPORT');
    const refusal = async (over: Record<string, unknown>, by = ann) =>
      code(
        by.refusal(uploadCalls.apply, {
          meetingId: m.id,
          recordingId: newId(),
          fileName: 'a.mp3',
          size: 10,
          mimeType: '',
          ...over,
        }),
      );
    expect(await refusal({ size: 0 })).toBe('FILE_CONTENT_EMPTY');
    expect(await refusal({ size: 300 * 1024 * 1024 + 1 })).toBe('FILE_MAX_LENGTH_EXCEEDED');
    expect(await refusal({ fileName: `${'x'.repeat(260)}.mp3` })).toBe('PARAM_ERROR');
    expect(await refusal({}, ben)).toBe('MEETING_NOT_FOUND');
    const project = await ann.call(projectCalls.create, { title: `P ${newId()}` });
    await ann.call(projectCalls.setShare, { projectId: project.id, shareRange: 'customize', userIds: ['cho'] });
    const inProject = await ann.call(meetingCalls.create, { title: 'x', projectId: project.id });
    expect(
      await code(
        cho.refusal(uploadCalls.apply, {
          meetingId: inProject.id,
          recordingId: newId(),
          fileName: 'a.mp3',
          size: 10,
          mimeType: '',
        }),
      ),
    ).toBe('MEETING_ACCESS_DENIED');
  });

  it('survive interruptions at any byte; the same recording gets the same upload', async () => {
    const m = await meeting();
    const bytes = Buffer.concat([RIFF, randomBytes(3_000_000)]);
    const recordingId = newId();
    let ticket = await apply(m.id, bytes.length, { recordingId });
    const seed = Number(process.env['UPLOAD_SEED'] ?? randomInt(2 ** 31));
    const choices = new Choices(seed);
    const cuts = Array.from({ length: 4 }, () => choices.below(bytes.length)).sort((a, b) => a - b);
    console.info(`cut at ${cuts.join(', ')} (UPLOAD_SEED=${seed})`);
    for (const cut of cuts) {
      const at = await offset(ticket);
      const stop = new AbortController();
      const broken = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(bytes.subarray(at, Math.max(at, cut))));
          setImmediate(() => stop.abort());
        },
      });
      await fetch(origin + ticket.url, {
        method: 'PATCH',
        headers: { ...headers(ticket), 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        body: broken,
        duplex: 'half',
        signal: stop.signal,
      } as RequestInit).catch(() => undefined);
      const again = await apply(m.id, bytes.length, { recordingId });
      expect(again.uploadId).toBe(ticket.uploadId);
      ticket = again;
    }
    expect(
      await code(
        ann.refusal(uploadCalls.finish, { meetingId: m.id, uploadId: ticket.uploadId, sha256: sha256(bytes) }),
      ),
    ).toBe('UPLOAD_INCOMPLETE');
    await new Promise<void>((resolve, reject) => {
      new TusUpload(bytes as never, {
        uploadUrl: origin + ticket.url,
        headers: headers(ticket),
        chunkSize: 512 * 1024,
        retryDelays: [0, 50, 200],
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(await finish(m.id, ticket, sha256(bytes))).toEqual({
      recordingId,
      sha256: sha256(bytes),
      size: bytes.length,
    });
    const stored = Buffer.from(
      await (
        await fetch(`${origin}/api/core/meeting/recording/${recordingId}/audio`, {
          headers: { authorization: 'Bearer ann' },
        })
      ).arrayBuffer(),
    );
    expect(sha256(stored)).toBe(sha256(bytes));
  });

  it('accept tus requests only from the person with the upload’s token', async () => {
    const m = await meeting();
    const ticket = await apply(m.id, 100);
    const other = await apply((await meeting()).id, 100);
    const status = async (t: Ticket, by = 'ann') => (await patch(t, 0, Buffer.alloc(10), by)).status;
    expect(await status({ ...ticket, token: other.token })).toBe(403);
    expect(await status({ ...ticket, token: 'x.y' })).toBe(403);
    expect(await status(ticket, 'dee')).toBe(403);
    expect(await status(ticket, 'zoe')).toBe(404);
    expect(await status(ticket, 'nobody')).toBe(401);
    for (const [method, url] of [
      ['POST', '/uploads'],
      ['POST', ticket.url],
      ['DELETE', ticket.url],
      ['GET', ticket.url],
    ])
      expect((await fetch(origin + url!, { method: method!, headers: headers(ticket) })).status).toBe(405);
    const long = await fetch(origin + ticket.url, {
      method: 'PATCH',
      headers: { ...headers(ticket), 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(101),
    }).catch(() => null);
    expect(long?.status ?? 413).toBeGreaterThanOrEqual(400);
    core.parts.pass(25 * 60 * 60 * 1000);
    expect(await status(ticket)).toBe(403);
  });

  it('discard bytes with a wrong hash or content, and start over', async () => {
    const m = await meeting();
    const recordingId = newId();
    const ticket = await apply(m.id, spoken.length, { recordingId });
    await patch(ticket, 0, spoken);
    expect(
      await code(
        ann.refusal(uploadCalls.finish, { meetingId: m.id, uploadId: ticket.uploadId, sha256: 'a'.repeat(64) }),
      ),
    ).toBe('UPLOAD_HASH_MISMATCH');
    expect(
      await code(
        ann.refusal(uploadCalls.finish, { meetingId: m.id, uploadId: ticket.uploadId, sha256: sha256(spoken) }),
      ),
    ).toBe('UPLOAD_NOT_FOUND');
    const again = await apply(m.id, spoken.length, { recordingId });
    expect([again.uploadId === ticket.uploadId, await offset(again)]).toEqual([false, 0]);
    const page = Buffer.from('<html>not a recording, whatever it is called</html>');
    const fake = await apply(m.id, page.length, { fileName: 'page.mp3' });
    await patch(fake, 0, page);
    expect(
      await code(ann.refusal(uploadCalls.finish, { meetingId: m.id, uploadId: fake.uploadId, sha256: sha256(page) })),
    ).toBe('FILE_TYPE_NOT_SUPPORT');
    expect((await ann.call(meetingCalls.get, { id: m.id })).recordings).toEqual([]);
  });

  it('finish once, however often the call is repeated', async () => {
    const m = await meeting();
    const ticket = await apply(m.id, spoken.length);
    await patch(ticket, 0, spoken);
    const before = core.waitingJobs().length;
    const answers = await Promise.all([1, 2, 3].map(() => finish(m.id, ticket, sha256(spoken))));
    expect(new Set(answers.map((a) => a.recordingId)).size).toBe(1);
    expect(await finish(m.id, ticket, sha256(spoken))).toEqual(answers[0]);
    expect(
      await code(
        ann.refusal(uploadCalls.finish, { meetingId: m.id, uploadId: ticket.uploadId, sha256: 'b'.repeat(64) }),
      ),
    ).toBe('UPLOAD_HASH_MISMATCH');
    expect(
      await code(
        ben.refusal(uploadCalls.finish, { meetingId: m.id, uploadId: ticket.uploadId, sha256: sha256(spoken) }),
      ),
    ).toBe('MEETING_NOT_FOUND');
    const made = await ann.call(meetingCalls.get, { id: m.id });
    expect(made).toMatchObject({
      transcriptionStatus: 'waiting',
      recordings: [{ fileName: 'talk.wav', mimeType: 'audio/wav', size: spoken.length, sha256: sha256(spoken) }],
    });
    expect(core.waitingJobs().length - before).toBe(1);
    expect((await patch(ticket, spoken.length, Buffer.alloc(0))).status).toBe(409);
    expect(await core.runJobs()).toBeGreaterThan(0);
  });

  it('accept the bytes of a finished recording again if they are missing', async () => {
    const m = await meeting();
    const ticket = await apply(m.id, spoken.length);
    await patch(ticket, 0, spoken);
    const { recordingId } = await finish(m.id, ticket, sha256(spoken));
    const again = () =>
      ann.call(uploadCalls.apply, {
        meetingId: m.id,
        recordingId,
        fileName: 'talk.wav',
        size: spoken.length,
        mimeType: 'audio/wav',
      });
    expect(await again()).toMatchObject({ uploadId: ticket.uploadId, finished: true });
    await core.platform.blobs.delete(`uploads/${ticket.uploadId}`);
    const opened = await again();
    expect(opened).toMatchObject({ uploadId: ticket.uploadId, finished: false });
    await patch(opened, 0, spoken);
    await finish(m.id, opened, sha256(spoken));
    expect(await core.platform.blobs.size(`uploads/${ticket.uploadId}`)).toBe(spoken.length);
    expect((await ann.call(meetingCalls.get, { id: m.id })).recordings.map(({ id }) => id)).toEqual([recordingId]);
  });

  it('are played by range, for people who see the meeting', async () => {
    const m = await meeting();
    const { recordingId } = await record(m.id);
    const get = (range?: string, by = 'ann', method = 'GET') =>
      fetch(`${origin}/api/core/meeting/recording/${recordingId}/audio`, {
        method,
        headers: { authorization: `Bearer ${by}`, ...(range ? { range } : {}) },
      });
    const whole = await get();
    expect([
      whole.status,
      whole.headers.get('content-type'),
      whole.headers.get('x-content-type-options'),
      whole.headers.get('accept-ranges'),
    ]).toEqual([200, 'audio/wav', 'nosniff', 'bytes']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(spoken)).toBe(true);
    const part = await get('bytes=1000-1999');
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${spoken.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(spoken.subarray(1000, 2000))).toBe(true);
    const tail = await get('bytes=-10');
    expect(Buffer.from(await tail.arrayBuffer()).equals(spoken.subarray(-10))).toBe(true);
    expect((await get(`bytes=${spoken.length}-`)).status).toBe(416);
    expect((await get(undefined, 'ann', 'HEAD')).headers.get('content-length')).toBe(String(spoken.length));
    expect([
      (await get(undefined, 'ben')).status,
      (await get(undefined, 'zoe')).status,
      (await get(undefined, 'nobody')).status,
    ]).toEqual([404, 404, 401]);
    await ann.call(meetingCalls.share, { meetingId: m.id, shareRange: 'team' });
    expect((await get(undefined, 'ben')).status).toBe(200);
    await core.runJobs();
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
    connected = false;
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
    connected = true;
    core.platform.events.publish('provider', { companyId: 'c1' });
    await expect.poll(() => core.waitingJobs()).toEqual([{ name: RUN_JOB, afterSeconds: 0 }]);
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      error: '',
      list: [{ content: 'late' }],
    });
    connected = false;
    const other = await meeting();
    await record(other.id);
    await core.runJobs();
    connected = true;
    await core.jobs.started();
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: other.id })).status).toBe('done');
  });

  it('are retried after temporary failures, fail after permanent ones, and can be retried by a person', async () => {
    server.setScript([{ status: 503 }, { raw: '{"segments": "no"}' }, { text: 'third time' }]);
    const m = await meeting();
    await record(m.id);
    expect(await core.runJobs()).toBe(3);
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'third time', start: -1, end: -1 }],
    });
    server.setScript([{ status: 401 }]);
    const refused = await meeting();
    await record(refused.id);
    expect(await core.runJobs()).toBe(1);
    expect(await ann.call(meetingCalls.transcript, { id: refused.id })).toMatchObject({
      status: 'failed',
      error: 'TRANSCRIPTION_FAILED',
    });
    expect(
      await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: refused.id } })),
    ).toMatchObject([{ kind: 'transcriptFailed' }]);
    server.setScript([{ status: 500 }]);
    await ann.call(meetingCalls.retryTranscription, { meetingId: refused.id });
    expect(await core.runJobs()).toBe(8);
    expect((await ann.call(meetingCalls.transcript, { id: refused.id })).status).toBe('failed');
    server.setScript([{ text: 'at last' }]);
    await ann.call(meetingCalls.retryTranscription, { meetingId: refused.id });
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: refused.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'at last' }],
    });
  });

  it('of an interrupted meeting are ordered, and accepted when the meeting is undeleted', async () => {
    server.setScript([{ text: 'first half' }, { text: 'second half' }]);
    const m = await meeting();
    await record(m.id);
    await core.runJobs();
    await record(m.id);
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).list.map((s) => s.content)).toEqual([
      'first half',
      'second half',
    ]);
    expect(server.requests).toHaveLength(2);
    const doc = (await ann.sees('meetings', m.id))!;
    await ann.call(meetingCalls.remove, { id: m.id });
    const { abilities: _abilities, rev: _rev, recency: _recency, ...fields } = doc;
    const stood = await core.sync.store.read('c1', (tx) => tx.get('meetings', m.id));
    expect(stood).toBeNull();
    const tomb = await core.platform.db
      .selectFrom('doc')
      .select('rev')
      .where('company_id', '=', 'c1')
      .where('collection', '=', 'meetings')
      .where('id', '=', m.id)
      .executeTakeFirstOrThrow();
    expect(await ann.refused('meetings', { id: m.id, rev: tomb.rev }, fields)).toBe('');
    expect((await ann.call(meetingCalls.get, { id: m.id })).recordings).toHaveLength(2);
  });

  it('report whether all bytes are stored, to people who see the meeting', async () => {
    const m = await meeting();
    const { recordingId, sha256: hash } = await record(m.id);
    const state = (by: Person, id = recordingId) => by.call(uploadCalls.state, { recordingId: id });
    const absent = { stored: false, sha256: '' };
    expect(await state(ann)).toEqual({ stored: true, sha256: hash });
    expect([await state(ben), await state(ann, newId())]).toEqual([absent, absent]);
    const { id: blob } = (await createUploads(core.services).findRecording('c1', recordingId))!;
    await core.platform.blobs.delete(`uploads/${blob}`);
    expect(await state(ann)).toEqual(absent);
  });

  it('are deleted with their part of the transcript, once, by the person who uploaded them', async () => {
    server.setScript([{ text: 'stays' }, { text: 'goes' }]);
    const project = await ann.call(projectCalls.create, { title: `P ${newId()}` });
    await ann.call(projectCalls.setShare, { projectId: project.id, shareRange: 'customize', userIds: ['cho'] });
    const m = await ann.call(meetingCalls.create, { title: 'two halves', projectId: project.id });
    const first = await record(m.id);
    await core.runJobs();
    const second = await record(m.id);
    await core.runJobs();
    const remove = { meetingId: m.id, recordingId: second.recordingId };
    expect(await code(cho.refusal(uploadCalls.remove, remove))).toBe('MEETING_ACCESS_DENIED');
    // for a person who does not see the meeting, the call does nothing and reveals nothing
    await ben.call(uploadCalls.remove, remove);
    expect(await ann.call(uploadCalls.state, { recordingId: second.recordingId })).toMatchObject({ stored: true });
    await ann.call(uploadCalls.remove, remove);
    await ann.call(uploadCalls.remove, remove);
    expect((await ann.call(meetingCalls.get, { id: m.id })).recordings.map((r) => r.id)).toEqual([first.recordingId]);
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).list.map((s) => s.content)).toEqual(['stays']);
    expect(await ann.call(uploadCalls.state, { recordingId: second.recordingId })).toMatchObject({ stored: false });
    await ann.call(uploadCalls.remove, { meetingId: m.id, recordingId: first.recordingId });
    expect(await ann.sees('transcripts', m.id)).toBeNull();
  });

  it('publish their progress live and do not rewrite the transcript for it', async () => {
    const m = await meeting();
    for (let n = 0; n < 2; n += 1) await record(m.id);
    const events: unknown[] = [];
    const stop = core.platform.events.subscribe('live', ({ topic, event }) => events.push([topic, event]));
    const stored: unknown[] = [];
    standIn = {
      name: 'p',
      model: 'm',
      transcribe: async () => {
        core.parts.pass(2_000);
        const transcript = await core.sync.store.read('c1', (tx) => tx.get('transcripts', m.id));
        stored.push([transcript!.status, transcript!.progress]);
        return [segment('said')];
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
    const { fail } = blocking();
    fail(new ProviderFailure('busy', 'later', 25 * 60_000));
    await core.runJobs({ afterMs: 0 });
    expect(core.waitingJobs()).toEqual([{ name: RUN_JOB, afterSeconds: 25 * 60 }]);
    fail(new ProviderFailure('unavailable', 'later', 5 * 60 * 60_000));
    await core.runJobs({ afterMs: 25 * 60_000 });
    expect(core.waitingJobs()).toEqual([{ name: RUN_JOB, afterSeconds: 60 * 60 }]);
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).status).toBe('processing');
    standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([segment('at last')]) };
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'at last' }],
    });
  });

  it('have one run at a time, which also transcribes recordings that arrive meanwhile', async () => {
    const m = await meeting();
    await record(m.id);
    const provider = blocking();
    const first = core.runJobs({ afterMs: 0 });
    await provider.asked();
    const [task] = (await ann.call(taskCalls.page, {})).list;
    await core.platform.jobs.enqueue(RUN_JOB, { companyId: 'c1', runId: task!.id });
    await core.runJobs({ afterMs: 0 });
    expect(provider.requests()).toBe(1);
    expect(core.waitingJobs()).toEqual([{ name: RUN_JOB, afterSeconds: expect.any(Number) }]);
    // a second recording of the meeting, while the first is at the provider
    await record(m.id);
    provider.answer([segment('once')]);
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

  it('are a task of the person who requested it: only they can see, cancel and restart it', async () => {
    const m = await meeting();
    await record(m.id);
    const provider = blocking();
    const executing = core.runJobs({ afterMs: 0 });
    await provider.asked();
    const [task] = (await ann.call(taskCalls.page, { status: 'EXECUTING' })).list;
    expect(task).toMatchObject({ subject: { collection: 'transcripts', id: m.id }, status: 'EXECUTING', error: '' });
    expect((await ben.call(taskCalls.page, {})).total).toBe(0);
    for (const call of [taskCalls.get, taskCalls.cancel, taskCalls.retry])
      expect(await code(ben.refusal(call, { id: task!.id }))).toBe('TASK_NOT_FOUND');
    await ann.call(taskCalls.cancel, { id: task!.id });
    await executing;
    expect((await ann.call(taskCalls.get, { id: task!.id })).status).toBe('CANCELED');
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'failed',
      error: 'TRANSCRIPTION_CANCELED',
    });
    expect(await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: m.id } }))).toEqual(
      [],
    );
    standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([segment('after all')]) };
    expect(await ann.call(taskCalls.retry, { id: task!.id })).toMatchObject({ status: 'READY', attempts: 0 });
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).status).toBe('waiting');
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'after all' }],
    });
  });

  it('are not restarted by a person who cannot change the meeting any more', async () => {
    const m = await meeting();
    await record(m.id);
    const provider = blocking();
    const executing = core.runJobs({ afterMs: 0 });
    await provider.asked();
    const [task] = (await ann.call(taskCalls.page, { status: 'EXECUTING' })).list;
    await ann.call(taskCalls.cancel, { id: task!.id });
    await executing;
    await core.sync.store.write('c1', (tx) => tx.remove('meetings', m.id));
    expect(await code(ann.refusal(taskCalls.retry, { id: task!.id }))).toBe('NO_PERMISSION');
    expect((await ann.call(taskCalls.get, { id: task!.id })).status).toBe('CANCELED');
  });

  it('count as one use each, which is refunded if the recording has no text in the end', async () => {
    const uses = async (): Promise<number> =>
      (await core.platform.db.selectFrom('service_use').select('id').where('company_id', '=', 'c1').execute()).length;
    const before = await uses();
    const m = await meeting();
    await record(m.id);
    standIn = { name: 'p', model: 'm', transcribe: () => Promise.reject(new ProviderFailure('refused', 'no key')) };
    await core.runJobs();
    expect([(await ann.call(meetingCalls.transcript, { id: m.id })).status, await uses()]).toEqual(['failed', before]);
    const provider = blocking();
    await ann.call(meetingCalls.retryTranscription, { meetingId: m.id });
    const executing = core.runJobs({ afterMs: 0 });
    await provider.asked();
    expect(await uses()).toBe(before + 1);
    provider.answer([segment('counted')]);
    await executing;
    expect([(await ann.call(meetingCalls.transcript, { id: m.id })).status, await uses()]).toEqual([
      'done',
      before + 1,
    ]);

    // the meeting is deleted between two attempts
    const deleted = await meeting();
    await record(deleted.id);
    blocking().fail(new ProviderFailure('unavailable', 'later'));
    await core.runJobs({ afterMs: 0 });
    expect(await uses()).toBe(before + 2);
    await ann.call(meetingCalls.remove, { id: deleted.id });
    await core.runJobs();
    expect(await uses()).toBe(before + 1);
  });

  it('stay counted if they are cancelled after they were sent, and a restart does not count again', async () => {
    const uses = async (): Promise<number> =>
      (await core.platform.db.selectFrom('service_use').select('id').where('company_id', '=', 'c1').execute()).length;
    const before = await uses();
    const m = await meeting();
    await record(m.id);
    for (const _restart of [0, 1]) {
      const provider = blocking();
      const executing = core.runJobs({ afterMs: 0 });
      await provider.asked();
      const [task] = (await ann.call(taskCalls.page, { status: 'EXECUTING' })).list;
      await ann.call(taskCalls.cancel, { id: task!.id });
      await executing;
      expect([(await ann.call(taskCalls.get, { id: task!.id })).status, await uses()]).toEqual([
        'CANCELED',
        before + 1,
      ]);
      await ann.call(taskCalls.retry, { id: task!.id });
    }
    standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([segment('counted once')]) };
    await core.runJobs();
    expect([(await ann.call(meetingCalls.transcript, { id: m.id })).status, await uses()]).toEqual([
      'done',
      before + 1,
    ]);
  });

  it('beyond the daily limit wait, report it, and are transcribed on another day', async () => {
    const requests: string[] = [];
    standIn = {
      name: 'p',
      model: 'm',
      transcribe: () => {
        requests.push('asked');
        return Promise.resolve([segment('within the limit')]);
      },
    };
    // the next day begins without uses
    core.parts.pass(24 * 60 * 60_000);
    const limit = (personPerDay: number | null) =>
      core.services.usage.setLimit('c1', 'meeting.transcription', { personPerDay, perDay: null });
    await limit(1);
    const [first, second] = [await meeting(), await meeting()];
    await record(first.id);
    const { recordingId } = await record(second.id);
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: first.id })).status).toBe('done');
    expect(await ann.call(meetingCalls.transcript, { id: second.id })).toMatchObject({
      status: 'failed',
      error: 'USER_SERVICE_QUOTA_EXCEEDED',
    });
    expect((await ann.call(taskCalls.page, { status: 'FAILED' })).list).toMatchObject([
      { subject: { id: second.id }, error: 'USER_SERVICE_QUOTA_EXCEEDED' },
      ...Array.from({ length: (await ann.call(taskCalls.page, { status: 'FAILED' })).total - 1 }, () => ({})),
    ]);
    expect(await ann.call(uploadCalls.state, { recordingId })).toMatchObject({ stored: true });
    expect(requests).toHaveLength(1);
    // refused again on the same day, accepted on the next
    await ann.call(meetingCalls.retryTranscription, { meetingId: second.id });
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: second.id })).error).toBe('USER_SERVICE_QUOTA_EXCEEDED');
    core.parts.pass(24 * 60 * 60_000);
    await ann.call(meetingCalls.retryTranscription, { meetingId: second.id });
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: second.id })).toMatchObject({
      status: 'done',
      error: '',
      list: [{ content: 'within the limit' }],
    });
    await limit(null);
  });

  it('keep recognised parts for the next attempt, until they are in the transcript or the recording is deleted', async () => {
    const long = toneMp3(11);
    const parts: string[] = [];
    const transcribe = (second: () => Promise<RecognisedSegment[]>): TranscriptionProvider => ({
      name: 'p',
      model: 'm',
      transcribe: ({ durationMs }) => {
        parts.push(durationMs > 300_000 ? 'first' : 'second');
        return durationMs > 300_000 ? Promise.resolve([segment('first')]) : second();
      },
    });
    const refused = transcribe(() => Promise.reject(new ProviderFailure('refused', 'no key')));
    const steps = async (recordingId: string): Promise<number> =>
      (await core.platform.db.selectFrom('run_step').select('name').execute()).filter(({ name }) =>
        name.startsWith(`${recordingId}/`),
      ).length;
    const [deleted, kept] = [await meeting(), await meeting()];
    standIn = refused;
    const { recordingId: gone } = await record(deleted.id, long, { fileName: 'long.mp3' });
    await core.runJobs();
    expect([parts, await steps(gone)]).toEqual([['first', 'second'], 1]);
    await ann.call(uploadCalls.remove, { meetingId: deleted.id, recordingId: gone });
    expect(await steps(gone)).toBe(0);

    const { recordingId } = await record(kept.id, long, { fileName: 'long.mp3' });
    await core.runJobs();
    parts.length = 0;
    standIn = transcribe(() => Promise.resolve([segment('second')]));
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
    standIn = {
      name: 'p',
      model: 'm',
      transcribe: async ({ durationMs }) => {
        // short recordings of other meetings begin again too
        if (durationMs < 60_000) return [segment('other')];
        heard.push(durationMs > 300_000 ? 'first' : 'second');
        if (heard.length === 1) await ann.call(meetingCalls.remove, { id: m.id });
        return [segment(heard.at(-1)!)];
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

  it('are deleted after seven days if they were not finished, and when their deleted meeting is erased', async () => {
    const m = await meeting();
    const open = await apply(m.id, 1000);
    const gone = await meeting();
    const kept = await record(m.id);
    const { recordingId } = await record(gone.id);
    await ann.call(meetingCalls.remove, { id: gone.id });
    const uploads = createUploads(core.services);
    expect(await uploads.findRecording('c1', recordingId)).not.toBeNull();
    core.parts.pass(8 * 24 * 60 * 60 * 1000);
    const { id: blob } = (await uploads.findRecording('c1', recordingId))!;
    await uploads.purge();
    expect(await uploads.findRecording('c1', recordingId), 'in the trash').not.toBeNull();
    core.parts.pass(23 * 24 * 60 * 60 * 1000);
    await createTrash(core.services).cleanUp();
    await uploads.purge();
    expect([await uploads.find('c1', open.uploadId), await uploads.findRecording('c1', recordingId)]).toEqual([
      null,
      null,
    ]);
    expect(await core.platform.blobs.size(`uploads/${blob}`)).toBeNull();
    expect((await uploads.findRecording('c1', kept.recordingId))?.state).toBe('finished');
    expect(await uploads.purge()).toBe(0);
  });

  it('are received in constant memory (50 MB)', async () => {
    const m = await meeting();
    const piece = Buffer.concat([RIFF, randomBytes(4 * 1024 * 1024 - RIFF.length)]);
    const pieces = 12;
    const ticket = await apply(m.id, piece.length * pieces);
    const hash = createHash('sha256');
    global.gc?.();
    const before = process.memoryUsage().rss;
    let peak = 0;
    for (let i = 0; i < pieces; i += 1) {
      hash.update(piece);
      expect((await patch(ticket, i * piece.length, piece)).status).toBe(204);
      peak = Math.max(peak, process.memoryUsage().rss - before);
    }
    await finish(m.id, ticket, hash.digest('hex'));
    peak = Math.max(peak, process.memoryUsage().rss - before);
    expect(peak).toBeLessThan(120 * 1024 * 1024);
  });
});
