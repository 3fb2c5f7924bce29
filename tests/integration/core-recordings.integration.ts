/** Recordings on the server: upload, verification, playback, deletion. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { createTrash } from '../../server/core/trash/service';
import { createUploads } from '../../server/core/uploads/service';
import { newId } from '../../sync/model/ids';
import { levelsOf } from '../../sync/model/peaks';
import { uploadCalls } from '../../sync/protocol/uploads';
import { describeOnDatabase } from '../support/database';
import { readWav } from '../support/sound';
import { Choices } from '../support/fuzz/random';
import { code, type Person } from '../support/core';
import { RIFF, sha256, openRecordings, type Recordings, type Ticket } from '../support/recordings';

describeOnDatabase('recordings', (engine) => {
  let recordings: Recordings;
  let core: Recordings['core'];
  let server: Recordings['server'];
  let origin: Recordings['origin'];
  let ann: Recordings['ann'];
  let ben: Recordings['ben'];
  let cho: Recordings['cho'];
  let spoken: Recordings['spoken'];
  let meeting: Recordings['meeting'];
  let apply: Recordings['apply'];
  let headers: Recordings['headers'];
  let patch: Recordings['patch'];
  let offset: Recordings['offset'];
  let finish: Recordings['finish'];
  let record: Recordings['record'];
  beforeAll(async () => {
    recordings = await openRecordings(engine);
    ({ core, server, origin, ann, ben, cho, spoken, meeting, apply, headers, patch, offset, finish, record } =
      recordings);
  });
  afterAll(() => recordings.close());

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
    const audio = await fetch(`${origin}/api/core/meeting/recording/${recordingId}/audio`, {
      headers: { authorization: 'Bearer ann' },
    });
    expect(sha256(Buffer.from(await audio.arrayBuffer()))).toBe(sha256(bytes));
    // Safari does not play what is sent as an attachment
    expect(audio.headers.get('content-disposition')).toMatch(/^inline;/);
    expect([audio.headers.get('content-type'), audio.headers.get('accept-ranges')]).toEqual(['audio/wav', 'bytes']);
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
    await core.runJobs();
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
    const jobs = core.waitingJobs().map(({ name }) => name);
    expect(jobs.sort()).toEqual(['recording-peaks', 'run-transcription']);
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
  it('have peaks: those of the device, otherwise measured once by a job, for people who see the meeting', async () => {
    const m = await meeting();
    const { recordingId } = await record(m.id);
    const peaks = (by: Person, id = recordingId) => by.call(uploadCalls.peaks, { recordingId: id });
    expect(await peaks(ann)).toEqual({ peaks: null, isPending: true });
    await core.runJobs();
    const measured = await peaks(ann);
    expect(measured.isPending).toBe(false);
    const levels = levelsOf(measured.peaks!);
    const { samples, rate } = readWav(spoken);
    expect(levels.length * measured.peaks!.everyMs).toBeCloseTo((samples.length / rate) * 1000, -3);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(Math.max(...levels)).toBeCloseTo(Math.sqrt(loudest), 1);
    expect(Math.min(...levels)).toBeLessThan(Math.max(...levels) / 2);
    const none = { peaks: null, isPending: false };
    expect([await peaks(ben), await peaks(ann, newId())]).toEqual([none, none]);

    const ticket = await apply(m.id, spoken.length);
    await patch(ticket, 0, spoken);
    const own = { everyMs: 100, levels: btoa('abc') };
    const sent = await ann.call(uploadCalls.finish, {
      meetingId: m.id,
      uploadId: ticket.uploadId,
      sha256: sha256(spoken),
      peaks: own,
    });
    await core.runJobs();
    expect(await peaks(ann, sent.recordingId)).toEqual({ peaks: own, isPending: false });
    await ann.call(uploadCalls.remove, { meetingId: m.id, recordingId });
    expect(await peaks(ann)).toEqual(none);
  });
  it('that cannot be measured have no peaks, and are not read again', async () => {
    const m = await meeting();
    const { recordingId } = await record(m.id, Buffer.concat([RIFF, randomBytes(1000)]));
    await core.runJobs();
    expect(await ann.call(uploadCalls.peaks, { recordingId })).toEqual({ peaks: null, isPending: false });
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
  it('leave an imported transcript and its versions, without what they said', async () => {
    server.setScript([{ text: 'heard' }]);
    const m = await meeting();
    const { recordingId } = await record(m.id);
    await core.runJobs();
    const lines = [{ start: 0, end: 1000, speaker: '', text: 'imported' }];
    await ann.call(meetingCalls.importTranscript, { meetingId: m.id, lines });
    await ann.call(meetingCalls.importTranscript, { meetingId: m.id, lines, isReplacing: true });
    await ann.call(uploadCalls.remove, { meetingId: m.id, recordingId });
    const stored = await ann.sees('transcripts', m.id);
    expect(stored).toMatchObject({ status: 'done', segments: [{ text: 'imported' }] });
    expect(stored?.versions?.flatMap(({ segments }) => segments.map(({ text }) => text))).toEqual(['imported']);
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
