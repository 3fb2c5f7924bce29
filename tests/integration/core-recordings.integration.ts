/** A recording's way: applied for, sent in pieces, checked, played, transcribed. */
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
  /** in place of the scripted server */
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
  /** The whole way in one go. */
  const record = async (meetingId: string, bytes = spoken, over: Record<string, unknown> = {}) => {
    const ticket = await apply(meetingId, bytes.length, over);
    expect((await patch(ticket, 0, bytes)).status).toBe(204);
    return finish(meetingId, ticket, sha256(bytes));
  };

  const said = (text: string): RecognisedSegment => ({
    // the beginning of a part is owned by the part before it
    start: 3_000,
    end: 4_000,
    text,
    speaker: '',
    noSpeech: null,
    logProb: null,
  });
  /** Takes the place of the provider: it does not answer until it is told to. */
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

  it('refuses what is no recording, before a byte is sent', async () => {
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

  it('survives cuts at any byte, and the same recording is the same upload', async () => {
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

  it('answers tus only to the person with the token of this upload', async () => {
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

  it('makes nothing of a wrong hash or content, and starts anew', async () => {
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

  it('finishes once, however often it is asked', async () => {
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

  it('takes the bytes of a finished recording again where they are gone', async () => {
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

  it('plays in parts, to those who see the meeting', async () => {
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

  it('transcribes: segments, speakers as participants, notification; corrections outlive another round', async () => {
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

  it('keeps a recording without a provider, and goes on by itself when one is there', async () => {
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

  it('tries again where it may help, fails for good where it does not, and can be asked again', async () => {
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

  it('puts two recordings of an interrupted meeting one after the other, and knows them when the meeting comes back', async () => {
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

  it('says whether it has a recording with all its bytes, to who sees the meeting', async () => {
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

  it('deletes one recording with its part of the transcript, once, for who uploaded it', async () => {
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
    // who does not see the meeting hears of nothing and deletes nothing
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

  it('publishes its progress live and does not rewrite the transcript for it', async () => {
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
        return [said('said')];
      },
    };
    await core.runJobs();
    const topic = { collection: 'transcripts', id: m.id };
    // publishing is not awaited by the run
    await expect.poll(() => events).toEqual([0.5, 1].map((progress) => [topic, { type: 'progress', progress }]));
    stop();
    expect(stored).toEqual([
      ['processing', 0],
      ['processing', 0],
    ]);
  });

  it('comes back when a provider asks for it, an hour later at most', async () => {
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
    standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([said('at last')]) };
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'at last' }],
    });
  });

  it('is with the provider once at a time, and transcribes what arrives meanwhile', async () => {
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
    // a second recording of the meeting, while the first is with the provider
    await record(m.id);
    provider.answer([said('once')]);
    await first;
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'once' }, { content: 'once' }],
    });
    expect(provider.requests()).toBe(2);
    // what is done is not asked for again
    await core.runJobs();
    expect(provider.requests()).toBe(2);
    expect(await ann.call(taskCalls.get, { id: task!.id })).toMatchObject({
      kind: 'transcription',
      subject: { collection: 'transcripts', id: m.id },
      status: 'SUCCEEDED',
      progress: 1,
    });
  });

  it('is a task of the person who asked: seen, cancelled and begun again by them alone', async () => {
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
    standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([said('after all')]) };
    expect(await ann.call(taskCalls.retry, { id: task!.id })).toMatchObject({ status: 'READY', attempts: 0 });
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).status).toBe('waiting');
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'after all' }],
    });
  });

  it('counts each recording as a use, and gives it back where it has no text in the end', async () => {
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
    provider.answer([said('counted')]);
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

  it('keeps a recording beyond the limit of the day, says so, and transcribes it another day', async () => {
    const requests: string[] = [];
    standIn = {
      name: 'p',
      model: 'm',
      transcribe: () => {
        requests.push('asked');
        return Promise.resolve([said('within the limit')]);
      },
    };
    // the next day begins without a use
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
    // at once it is refused again, on the next day it is not
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

  it('keeps recognised parts for the next attempt, until they are in the transcript or their recording is deleted', async () => {
    const long = toneMp3(11);
    const parts: string[] = [];
    const transcribe = (second: () => Promise<RecognisedSegment[]>): TranscriptionProvider => ({
      name: 'p',
      model: 'm',
      transcribe: ({ durationMs }) => {
        parts.push(durationMs > 300_000 ? 'first' : 'second');
        return durationMs > 300_000 ? Promise.resolve([said('first')]) : second();
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
    standIn = transcribe(() => Promise.resolve([said('second')]));
    await ann.call(meetingCalls.retryTranscription, { meetingId: kept.id });
    await core.runJobs();
    expect([parts, await steps(recordingId)]).toEqual([['second'], 0]);
    expect(await ann.call(meetingCalls.transcript, { id: kept.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'first' }, { content: 'second' }],
    });
  });

  it('drops what nobody finished after seven days, and recordings of deleted meetings', async () => {
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
    expect([await uploads.find('c1', open.uploadId), await uploads.findRecording('c1', recordingId)]).toEqual([
      null,
      null,
    ]);
    expect(await core.platform.blobs.size(`uploads/${blob}`)).toBeNull();
    expect((await uploads.findRecording('c1', kept.recordingId))?.state).toBe('finished');
    expect(await uploads.purge()).toBe(0);
  });

  it('takes 50 MB with flat memory', async () => {
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
