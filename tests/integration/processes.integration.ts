/** Satchel as operating system processes: shutdown, logs, and two processes on one database. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { toBase64 } from '../../sync/merge/yjs';
import { newId } from '../../sync/model/ids';
import { liveCalls } from '../../sync/protocol/live';
import { uploadCalls } from '../../sync/protocol/uploads';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { HttpDevice, type Ticket } from '../support/http-device';
import { startModelServer } from '../support/model-server';
import { startS3, type S3Server } from '../support/s3';
import { toneMp3 } from '../support/sound';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { typed } from '../support/typing';
import { startTranscriptionServer, type TranscriptionServer } from '../support/transcription-server';

const SECRET = 'a secret for tests, long enough to be one';
/** what the scripted model says that it used */
const TOKENS_OF_A_CALL = 19;
const KEY = 'key-that-no-log-shows';
const spoken = readFileSync('tests/fixtures/spoken.wav');
const sha256 = createHash('sha256').update(spoken).digest('hex');
const half = spoken.length >> 1;

const running: ServerProcess[] = [];
const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServerProcess({ SATCHEL_SECRET: SECRET, TRANSCRIPTION_API_KEY: KEY, ...env });
  running.push(server);
  return server;
};
const folder = mkdtempSync(join(tmpdir(), 'satchel-processes-'));
let speech: TranscriptionServer;
beforeAll(async () => {
  speech = await startTranscriptionServer();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end()));
});
afterAll(async () => {
  await speech.close();
  rmSync(folder, { recursive: true, force: true });
});

async function applied(device: HttpDevice): Promise<{ meetingId: string; ticket: Ticket }> {
  const meeting = await device.call(meetingCalls.create, { title: `Spoken ${newId()}` });
  const ticket = await device.call(uploadCalls.apply, {
    meetingId: meeting.id,
    recordingId: newId(),
    fileName: 'spoken.wav',
    size: spoken.length,
    mimeType: 'audio/wav',
  });
  return { meetingId: meeting.id, ticket };
}
const finish = (device: HttpDevice, meetingId: string, ticket: Ticket) =>
  device.call(uploadCalls.finish, { meetingId, uploadId: ticket.uploadId, sha256 });
const done = (device: HttpDevice, meetingId: string) =>
  expect
    .poll(async () => (await device.call(meetingCalls.transcript, { id: meetingId })).status, {
      interval: 200,
    })
    .toBe('done');

describe('a process that receives SIGTERM', () => {
  it('ends unfinished streams, uploads and jobs, and the next process resumes them', async () => {
    const env = { DATA_DIR: join(folder, 'alone'), TRANSCRIPTION_API_URL: speech.url };
    speech.setScript([{ hang: true }]);
    const first = await start(env);
    const device = await HttpDevice.signIn(first.url);
    const stream = await device.listen();

    const finished = await applied(device);
    expect((await device.patch(finished.ticket, 0, spoken as Uint8Array<ArrayBuffer>)).status).toBe(204);
    await finish(device, finished.meetingId, finished.ticket);
    await expect.poll(() => speech.requests.length).toBe(1);

    // an upload that stalls in the middle of a part
    const { meetingId, ticket } = await applied(device);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(spoken.subarray(0, half))),
    });
    const cut = device.patch(ticket, 0, body).then(
      (answer) => answer.status,
      () => 'cut',
    );

    const { code } = await first.end();
    expect(code, first.output().slice(-2000)).toBe(0);
    expect(await stream.ended).toBe('ended');
    expect(['cut', 408, 500, 503]).toContain(await cut);

    speech.setScript([{ segments: [{ start: 0, end: 3, text: 'after the restart', speaker: 'A' }] }]);
    const second = await start(env);
    const again = device.at(second.url);
    const offset = await again.offset(ticket);
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThanOrEqual(half);
    expect((await again.patch(ticket, offset, spoken.subarray(offset) as Uint8Array<ArrayBuffer>)).status).toBe(204);
    await finish(again, meetingId, ticket);
    for (const id of [finished.meetingId, meetingId]) {
      await done(again, id);
      expect((await again.call(meetingCalls.transcript, { id })).list).toMatchObject([
        { content: 'after the restart' },
      ]);
    }
    expect(await second.end()).toMatchObject({ code: 0 });
  });
});

describe('a process that is killed', () => {
  it('leaves its run to the next process, which continues at the unfinished step', async () => {
    const env = { DATA_DIR: join(folder, 'killed'), TRANSCRIPTION_API_URL: speech.url };
    const part = (text: string) => ({ segments: [{ start: 5, end: 8, text, speaker: 'A' }] });
    speech.setScript((_request, index) => (index === 0 ? part('before the crash') : { hang: true }));
    const first = await start(env);
    const device = await HttpDevice.signIn(first.url);
    const long = new Uint8Array(toneMp3(11));
    const meeting = await device.call(meetingCalls.create, { title: `Long ${newId()}` });
    const ticket = await device.call(uploadCalls.apply, {
      meetingId: meeting.id,
      recordingId: newId(),
      fileName: 'long.mp3',
      size: long.length,
      mimeType: 'audio/mpeg',
    });
    expect((await device.patch(ticket, 0, long)).status).toBe(204);
    await device.call(uploadCalls.finish, {
      meetingId: meeting.id,
      uploadId: ticket.uploadId,
      sha256: createHash('sha256').update(long).digest('hex'),
    });
    await expect.poll(() => speech.requests.length).toBe(2);
    await first.kill();

    speech.setScript([part('after the crash')]);
    const again = device.at((await start(env)).url);
    await done(again, meeting.id);
    expect((await again.call(meetingCalls.transcript, { id: meeting.id })).list).toMatchObject([
      { content: 'before the crash' },
      { content: 'after the crash' },
    ]);
    // setScript has cleared the list: the part that hung is requested once more, the finished one is not
    expect(speech.requests).toHaveLength(1);
    const ofMeeting = (await again.call(taskCalls.page, {})).list.filter(({ subject }) => subject.id === meeting.id);
    expect(ofMeeting).toMatchObject([{ status: 'SUCCEEDED', progress: 1 }]);
  });
});

describe('a process that is killed in the middle of an answer', () => {
  it('leaves it to the next one, which answers once and counts it once', async () => {
    const models = await startModelServer({ script: [{ pieces: ['Half ', 'an answer.'], stallAfter: 1 }] });
    try {
      const env = {
        DATA_DIR: join(folder, 'answering'),
        TRANSCRIPTION_API_URL: speech.url,
        CHAT_API_URL: models.url,
        CHAT_MODEL: 'scripted',
      };
      const first = await start(env);
      const device = await HttpDevice.signIn(first.url);
      const { id: projectId } = await device.call(projectCalls.create, { title: `Asked ${newId()}` });
      const { chatId } = await device.call(chatCalls.createInProject, { projectId, query: 'What is new?' });
      await expect.poll(() => models.requests.length).toBe(1);
      await first.kill();

      models.setScript([{ text: 'A whole answer.' }]);
      const again = device.at((await start(env)).url);
      const question = async () => (await again.call(chatCalls.get, { id: chatId })).questions[0]!;
      await expect.poll(async () => (await question()).state, { interval: 200 }).toBe('SUCCEEDED');
      expect((await question()).answer).toMatchObject({ text: 'A whole answer.[^?]', isComplete: true });
      expect(models.requests).toHaveLength(1);
      // the tokens of one call: what the model says it used
      const { companies } = await again.call(identityCalls.my, {});
      const { usedToday } = await again.call(aiProviderCalls.list, { companyId: companies[0]!.id });
      expect(usedToday.tokens).toBe(TOKENS_OF_A_CALL);
    } finally {
      await models.close();
    }
  });
});

describe('the log of a process', () => {
  it('contains no password, token or key, even at its finest level', async () => {
    speech.setScript([{ status: 401 }, { segments: [{ start: 0, end: 3, text: 'said', speaker: 'A' }] }]);
    const server = await start({
      DATA_DIR: join(folder, 'log'),
      TRANSCRIPTION_API_URL: speech.url,
      LOG_LEVEL: 'trace',
    });
    const device = await HttpDevice.signIn(server.url);
    const wrong = 'Wrong-password-nobody-logs-1';
    await expect(
      device.call(identityCalls.login, { email: DEMO_ACCOUNTS[0]!.email, password: wrong }),
    ).rejects.toMatchObject({ code: 'USER_PASSOWRD_MISMATCHED' });
    const { loginToken } = await device.call(identityCalls.login, {
      email: DEMO_ACCOUNTS[0]!.email,
      password: DEMO_ACCOUNTS[0]!.password,
    });
    await device.call(identityCalls.refresh, {});
    await fetch(`${server.url}/api/organization/user/my?accessToken=${loginToken.accessToken}`, {
      headers: { authorization: `Bearer ${loginToken.accessToken}` },
    });
    await fetch(`${server.url}/api/organization/user/login/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"x","password":"${wrong}",`,
    });
    const { meetingId, ticket } = await applied(device);
    await device.patch(ticket, 0, spoken as Uint8Array<ArrayBuffer>);
    await finish(device, meetingId, ticket);
    await expect.poll(() => speech.requests.length).toBeGreaterThan(0);
    await server.end();
    const log = server.output();
    expect(log.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(5);
    // the demo's password is printed once on purpose, for the person who starts it
    const structured = log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    for (const secret of [
      wrong,
      DEMO_ACCOUNTS[0]!.password,
      loginToken.accessToken,
      loginToken.refreshToken,
      ticket.token,
      KEY,
      SECRET,
    ])
      expect(structured.includes(secret), secret).toBe(false);
  });
});

if (process.env['TEST_DATABASE_URL'])
  describe('two processes on one database', () => {
    let database: TestDatabase;
    let s3: S3Server;
    let env: Record<string, string>;
    beforeAll(async () => {
      database = await openTestDatabase('postgres');
      s3 = await startS3();
      env = {
        DATABASE_URL: database.url!,
        DATA_DIR: join(folder, 'shared'),
        TRANSCRIPTION_API_URL: speech.url,
        S3_BUCKET: 'b',
        S3_ENDPOINT: s3.url,
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret-of-s3',
        S3_FORCE_PATH_STYLE: 'true',
      };
    });
    afterAll(async () => {
      await Promise.all(running.splice(0).map((server) => server.end()));
      await s3.stop();
      await database.dispose();
    });

    it('share pokes, live updates, sessions, uploads and jobs', async () => {
      speech.setScript([{ delayMs: 500, segments: [{ start: 0, end: 3, text: 'once', speaker: 'A' }] }]);
      const [here, there] = await Promise.all([start(env), start(env)]);
      const [laptop, phone] = [await HttpDevice.signIn(here.url), await HttpDevice.signIn(there.url)];

      const stream = await phone.listen();
      const waits: number[] = [];
      // A busy machine delays some pokes and accelerates none: repeat until one is in time.
      for (let n = 1; n <= 3 || (n <= 30 && Math.min(...waits) >= 1000); n += 1) {
        const before = (await stream.received('')).length;
        const began = performance.now();
        await laptop.call(projectCalls.create, { title: `Across ${n} ${newId()}` });
        const created = performance.now();
        await stream.received(new RegExp(`^[\\s\\S]{${before},}"collections":\\[[^\\]]*"projects"`));
        waits.push(Math.min(performance.now() - began, performance.now() - created));
      }
      expect(Math.min(...waits)).toBeLessThan(1000);

      const project = await laptop.call(projectCalls.create, { title: `Live ${newId()}` });
      const note = await laptop.call(noteCalls.save, { projectId: project.id, title: 'Read elsewhere', content: 'x' });
      const update = toBase64(typed(new Uint8Array(), 'across').update);
      await phone.at(here.url).call(liveCalls.subscribe, { topics: [{ collection: 'noteContents', id: note.id }] });
      expect(await laptop.call(liveCalls.update, { contentId: note.id, update })).toEqual({ heard: true });
      const event = `{"type":"update","update":"${update.replace(/[+]/g, '[+]')}"}`;
      const expected = `event: live\ndata: {"topic":{"collection":"noteContents","id":"${note.id}"},"event":${event}}`;
      await stream.received(expected);
      // a stream that opens later, at the other process, receives the recent events when it subscribes
      const tablet = await HttpDevice.signIn(there.url);
      const late = await tablet.listen();
      await tablet.call(liveCalls.subscribe, { topics: [{ collection: 'noteContents', id: note.id }] });
      await late.received(expected);

      const { meetingId, ticket } = await applied(laptop);
      expect((await laptop.patch(ticket, 0, spoken.subarray(0, half) as Uint8Array<ArrayBuffer>)).status).toBe(204);
      const other = laptop.at(there.url);
      expect(await other.offset(ticket)).toBe(half);
      expect((await other.patch(ticket, half, spoken.subarray(half) as Uint8Array<ArrayBuffer>)).status).toBe(204);
      await finish(other, meetingId, ticket);
      await done(laptop, meetingId);
      expect((await other.call(meetingCalls.transcript, { id: meetingId })).list).toMatchObject([{ content: 'once' }]);
      expect(speech.requests).toHaveLength(1);

      // Faster than the expiry of the other process's cache (5 s), so the event was delivered; repeated with another
      // phone on a slow machine.
      const ends: number[] = [];
      for (
        let of = phone;
        ends.length === 0 || (ends.length < 5 && Math.min(...ends) >= 3_000);
        of = await HttpDevice.signIn(there.url)
      ) {
        const { sessionId } = await of.call(identityCalls.my, {});
        await laptop.call(deviceCalls.revoke, { sessionId });
        const began = performance.now();
        await expect
          .poll(
            () =>
              of.call(identityCalls.my, {}).then(
                () => 'signed in',
                (error: { code: string }) => error.code,
              ),
            { interval: 50 },
          )
          .toBe('SESSION_REVOKED');
        ends.push(performance.now() - began);
      }
      expect(Math.min(...ends)).toBeLessThan(3_000);
      expect(await stream.ended).toBe('ended');
      expect((await Promise.all([here.end(), there.end()])).map((end) => end.code)).toEqual([0, 0]);
    });
  });
