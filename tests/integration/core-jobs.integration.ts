/** The assembled server: a finished upload is transcribed by the real job queue, also after a restart. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreHandlers, coreRoutes, createCoreServices, defineCoreJobs } from '../../server/composition';
import { allPolicies } from '../../server/features';
import { meetingCalls } from '../../server/core/meetings/contract';
import { createLive } from '../../server/live/live';
import { createSync } from '../../server/sync/sync';
import type { Actor } from '../../server/platform/context';
import { readConfig } from '../../server/platform/config';
import { openPlatform } from '../../server/platform/open';
import { UPLOAD_TOKEN_HEADER, uploadCalls } from '../../sync/protocol/uploads';
import { newId } from '../../sync/model/ids';
import { Device } from '../support/caller';
import { startLocalServer } from '../support/local-server';
import { startTranscriptionServer, type TranscriptionServer } from '../support/transcription-server';

const actor: Actor = { userId: 'ann', sessionId: 's', companyId: 'c1', role: 'member', lang: 'en' };
const authenticator = { authenticate: async () => actor };

async function start(dataDir: string, env: Record<string, string>) {
  const opened = await openPlatform(
    readConfig({ DATA_DIR: dataDir, SATCHEL_DEMO: 'false', ...env }),
    pino({ level: 'silent' }),
  );
  const { platform } = opened;
  const sync = createSync(platform, allPolicies(platform));
  const live = createLive(platform, sync);
  const core = createCoreServices(platform, sync.store, live.channels);
  const jobs = defineCoreJobs(core);
  const handlers = coreHandlers(core, authenticator);
  const server = await startLocalServer(
    (request, response) =>
      void handlers.find((h) => h.matches(request.url!, request))!.handle(request, response, undefined as never),
  );
  await platform.jobs.start();
  await platform.db
    .insertInto('companies')
    .values({ id: 'c1', name: 'c1', created_at: 1, updated_at: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sync.store.write('c1', (tx) => sync.setCompanyMember(tx, 'ann', true));
  await jobs.started();
  return {
    ann: new Device({ routes: coreRoutes(core), authenticator }),
    origin: server.origin,
    async stop() {
      await server.close();
      jobs.close();
      live.close();
      sync.close();
      await opened.close();
    },
  };
}

describe('transcription by the job queue', () => {
  let server: TranscriptionServer;
  let dataDir: string;
  beforeAll(async () => {
    server = await startTranscriptionServer({
      script: [{ status: 503 }, { segments: [{ start: 0, end: 3, text: 'second attempt', speaker: 'A' }] }],
    });
    dataDir = mkdtempSync(join(tmpdir(), 'satchel-jobs-'));
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('waits without a provider, and runs after a start with one, despite a failed attempt', async () => {
    const bytes = await readFile('tests/fixtures/spoken.wav');
    const before = await start(dataDir, {});
    const meeting = await before.ann.call(meetingCalls.create, { title: 'Queued' });
    const ticket = await before.ann.call(uploadCalls.apply, {
      meetingId: meeting.id,
      recordingId: newId(),
      fileName: 'a.wav',
      size: bytes.length,
      mimeType: 'audio/wav',
    });
    await fetch(before.origin + ticket.url, {
      method: 'PATCH',
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: {
        [UPLOAD_TOKEN_HEADER]: ticket.token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    });
    await before.ann.call(uploadCalls.finish, {
      meetingId: meeting.id,
      uploadId: ticket.uploadId,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await expect
      .poll(async () => (await before.ann.call(meetingCalls.transcript, { id: meeting.id })).error)
      .toBe('TRANSCRIPTION_PROVIDER_NOT_FOUND');
    await before.stop();

    const after = await start(dataDir, { TRANSCRIPTION_API_URL: server.url, TRANSCRIPTION_API_KEY: 'key' });
    await expect
      .poll(async () => (await after.ann.call(meetingCalls.transcript, { id: meeting.id })).status)
      .toBe('done');
    expect((await after.ann.call(meetingCalls.transcript, { id: meeting.id })).list).toMatchObject([
      { content: 'second attempt', end: 3000 },
    ]);
    expect(server.requests.map((r) => r.authorized)).toEqual([true, true]);
    await after.stop();
  });
});
