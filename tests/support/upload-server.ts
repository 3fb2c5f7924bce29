/** Satchel's host with replication and recordings on an embedded database: the server end of an upload under attack. */
import { createHash } from 'node:crypto';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { coreHandlers } from '../../server/composition';
import { liveRoutes } from '../../server/live/routes';
import { SYNC_STREAM_PATH, syncRoutes } from '../../server/sync/routes';
import { TRANSCRIPTION } from '../../server/core/meetings/transcription-request';
import '../../server/core/files/tables';
import { blobKey } from '../../server/core/uploads/resumable';
import { jobOf } from '../../server/runs/queues';
import { createApi } from '../../server/platform/http/calls';
import { bind } from '../../server/platform/http/feature';
import { createHost } from '../../server/platform/http/host';
import { streamHandler } from '../../server/stream-handler';
import { newId } from '../../sync/model/ids';
import { CallError } from '../../sync/protocol/errors';
import { sessionCalls } from '../../sync/protocol/session';
import { openCore, type Core } from './core';
import { watchMemory, type MemoryUse } from './memory-use';
import { anyEngine } from './database';

export interface Outcome {
  /** recordings in the meeting's document */
  recordings: { id: string; size: number; sha256: string }[];
  /** size and hash of the stored bytes */
  stored: { size: number; sha256: string } | null;
  /** number of transcriptions that were enqueued for the meeting */
  jobs: number;
}

export interface UploadServer {
  url: string;
  outcome(meetingId: string, recordingId: string): Promise<Outcome>;
  /** Versions of a file, with the bytes of the last one. */
  fileOutcome(itemId: string): Promise<{ versions: number; stored: Outcome['stored'] }>;
  /** A project of ben's that ann may write to. */
  shareProject(): Promise<string>;
  /** Ann loses access as a contributor. */
  unshareProject(id: string): Promise<void>;
  /** Another device of ann's deletes the meeting. */
  removeMeeting(id: string): Promise<void>;
  watch(): Promise<void>;
  memory(): Promise<MemoryUse>;
  close(): Promise<void>;
}

const my = (actor: { userId: string; companyId: string; sessionId: string }): never =>
  ({
    id: actor.userId,
    name: actor.userId,
    email: `${actor.userId}@example.com`,
    actived: true,
    enabled: true,
    hasPassword: true,
    defaultCompanyId: actor.companyId,
    sessionId: actor.sessionId,
    userProfile: { id: 'up', lang: 'en', enabled: true },
    userCompany: {
      id: 'uc',
      userId: actor.userId,
      companyId: actor.companyId,
      tenantId: actor.companyId,
      userName: actor.userId,
      jobPositionId: '',
      actived: true,
      enabled: true,
    },
    companies: [{ id: actor.companyId, name: 'A company', role: 'member', logo: '' }],
    authorityCodes: [],
    createdAt: 1,
    updatedAt: 1,
  }) as never;

export async function openUploadServer(): Promise<UploadServer> {
  const core = await openCore(anyEngine());
  /** ids of runs, one for each job */
  const enqueued: string[] = [];
  const enqueue = core.platform.jobs.enqueue.bind(core.platform.jobs);
  core.platform.jobs.enqueue = (name, data, options) => {
    core.platform.afterCommit(() => {
      if (name === jobOf(TRANSCRIPTION)) enqueued.push((data as { runId: string }).runId);
    });
    return enqueue(name, data, options);
  };
  const { platform, sync, authenticator } = core;
  const calls = [
    ...core.routes,
    ...syncRoutes(sync),
    ...liveRoutes(core.live),
    bind(sessionCalls.my, async ({ actor }) => my(actor)),
    bind(sessionCalls.refresh, async () => {
      throw new CallError('JWT_TOKEN_EXPIRED');
    }),
  ];
  const host = createHost({
    platform,
    api: createApi(calls, { platform, database: core.parts.database, authenticator }),
    raw: [
      streamHandler(
        SYNC_STREAM_PATH,
        authenticator,
        (request, response, actor) => sync.stream.handle(request, response, actor),
        platform,
      ),
      ...coreHandlers(core.services, authenticator),
    ],
    locales: () => false,
    files: null,
    vite: null,
    documents: () => Promise.resolve(new Response('Not Found', { status: 404 })),
  });
  const listening = await host.listen(0, '127.0.0.1');
  let memory: ReturnType<typeof watchMemory> | null = null;
  return {
    url: `http://127.0.0.1:${listening.port}`,
    async outcome(meetingId, recordingId) {
      const row = await platform.db
        .selectFrom('upload')
        .selectAll()
        .where('recording_id', '=', recordingId)
        .executeTakeFirst();
      const meeting = await core.person('ann').call(meetingCalls.get, { id: meetingId });
      const runs = await platform.db
        .selectFrom('run')
        .select('id')
        .where('kind', '=', TRANSCRIPTION)
        .where('subject_id', '=', meetingId)
        .execute();
      return {
        recordings: meeting.recordings.map(({ id, size, sha256 }) => ({ id, size, sha256 })),
        stored: row ? await storedBytes(core, row.id) : null,
        jobs: enqueued.filter((runId) => runs.some(({ id }) => id === runId)).length,
      };
    },
    async fileOutcome(itemId) {
      const rows = await platform.db
        .selectFrom('file_version')
        .select('upload_id')
        .where('item_id', '=', itemId)
        .orderBy('version', 'desc')
        .execute();
      return { versions: rows.length, stored: rows[0] ? await storedBytes(core, rows[0].upload_id) : null };
    },
    async shareProject() {
      const { id } = await core.person('ben').call(projectCalls.create, { title: `Ours ${newId()}` });
      await core
        .person('ben')
        .call(projectCalls.setContributors, { projectId: id, userIds: ['ann'], departmentIds: [] });
      return id;
    },
    unshareProject: async (id) => {
      await core.person('ben').call(projectCalls.setContributors, { projectId: id, userIds: [], departmentIds: [] });
    },
    removeMeeting: async (id) => {
      await core.person('ann').call(meetingCalls.remove, { id });
    },
    watch: async () => {
      memory = watchMemory();
    },
    memory: async () => memory!.end(),
    async close() {
      await host.close(() => undefined);
      await core.close();
    },
  };
}

async function storedBytes(core: Core, uploadId: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of await core.platform.blobs.get(blobKey(uploadId))) {
    hash.update(part as Buffer);
    size += (part as Buffer).length;
  }
  return { size, sha256: hash.digest('hex') };
}
