/**
 * The core service with a real database and disk, and a company whose people make calls and push. Jobs run on request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TranscriptionProvider } from '../../server/ai/transcription/provider';
import type { CoreServices } from '../../server/core/context';
import { coreHandlers, coreRoutes, createCoreServices, defineCoreJobs } from '../../server/composition';
import { allPolicies } from '../../server/features';
import { createLive, type Live } from '../../server/live/live';
import type { RunningJobs } from '../../server/shared/feature';
import { createSync, type Sync } from '../../server/sync/sync';
import type { RequestFacts } from '../../server/platform/http/request-facts';
import type { Actor, CompanyRole, Platform } from '../../server/platform/context';
import type { Authenticator } from '../../server/platform/http/authenticator';
import type { BoundCall } from '../../server/platform/http/feature';
import type { JobKind } from '../../server/platform/jobs/queue';
import '../../server/shared/identity-tables';
import type { BlobStore } from '../../server/platform/storage/blob-store';
import { DiskStore } from '../../server/platform/storage/disk-store';
import { spaceOf } from '../../sync/model/ids';
import type { KindName } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import type { PushAnswer } from '../../sync/protocol/messages';
import { Device } from './caller';
import type { Engine } from './database';
import { startLocalServer, type LocalServer } from './local-server';
import { createParts, type Parts } from './parts';

type AnyKind = Omit<JobKind<object>, 'handle'> & {
  handle(data: object, context: { id: string; attempt: number; signal: AbortSignal }): Promise<void>;
};

/** A person who makes calls and pushes; the bearer token is the person's id. */
export class Person extends Device {
  constructor(
    private readonly core: Core,
    readonly actor: Actor,
  ) {
    super({ routes: core.routes, authenticator: core.authenticator });
    this.authorization = `Bearer ${actor.userId}`;
  }

  /** Pushes one write. `from`: the assumed revision, null for a create. */
  push(
    collection: KindName,
    from: { id: string; rev: string } | null,
    fields: Record<string, unknown>,
  ): Promise<PushAnswer> {
    const id = String(fields['id'] ?? from?.id);
    return this.core.sync.push(this.actor, collection, [
      {
        assumedMasterState: from && { rev: from.rev },
        newDocumentState: { id, rev: nextRev(from?.rev), updatedAt: this.core.now(), ...fields } as {
          id: string;
          rev: string;
        },
      },
    ]);
  }

  /** The code with which a push is rejected, '' if accepted. */
  async refused(
    collection: KindName,
    from: { id: string; rev: string } | null,
    fields: Record<string, unknown>,
  ): Promise<string> {
    const answer = await this.push(collection, from, fields);
    if (answer.conflicts.length > 0) throw new Error('a conflict');
    return answer.rejected[0]?.code ?? '';
  }

  sees<N extends KindName>(collection: N, id: string) {
    return this.core.sync.store.visible(this.actor, collection, id);
  }
}

export interface Core {
  parts: Parts;
  platform: Platform;
  sync: Sync;
  live: Live;
  services: CoreServices;
  jobs: RunningJobs;
  routes: BoundCall[];
  authenticator: {
    authenticate(request: { authorization: string | undefined }): Promise<Actor | null>;
    granted?: Authenticator['granted'];
  };
  now(): number;
  person(userId: string): Person;
  people<const T extends readonly string[]>(...userIds: T): { -readonly [K in keyof T]: Person };
  /**
   * Runs enqueued jobs, and jobs they enqueue; the clock advances to the time of a delayed one. Returns the number of
   * jobs.
   * @param afterMs runs only jobs that are due within this many milliseconds; the others stay
   */
  runJobs(options?: { afterMs?: number }): Promise<number>;
  /** Runs a scheduled job now. */
  runJob(name: string): Promise<void>;
  /** Enqueued jobs; the search indexer only with `withIndex`, because a timer starts it at any time. */
  waitingJobs(options?: { withIndex?: boolean }): { name: string; afterSeconds: number }[];
  /** the raw handlers on a separate port */
  serve(): Promise<string>;
  close(): Promise<void>;
}

/** The code of a refusal. */
export const code = async (refusal: Promise<{ code: string }>): Promise<string> => (await refusal).code;

/** The code of the error that a promise rejects with; 'accepted' where it resolves. */
export const resultCode = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** Company c1: ann, ben, cho (department d-child below d-top), dee (admin). Company c2: zoe. */
export async function openCore(
  engine: Engine,
  options: {
    provider?: () => TranscriptionProvider | null;
    ports?: Partial<CoreServices>;
    /** replaces the blob store; gets the folder of the data */
    blobs?: (folder: string) => BlobStore;
    env?: Record<string, string>;
  } = {},
): Promise<Core> {
  const parts = await createParts(engine, options.env);
  const folder = mkdtempSync(join(tmpdir(), 'satchel-core-'));
  const kinds = new Map<string, AnyKind>();
  const queue: { name: string; data: object; key: string; afterSeconds: number }[] = [];
  const platform: Platform = Object.create(parts.platform, {
    blobs: { value: options.blobs?.(folder) ?? new DiskStore(folder) },
    jobs: {
      value: {
        define: (kind: AnyKind) => {
          kinds.set(kind.name, kind);
        },
        enqueue: async (name: string, data: object, o: { singletonKey?: string; startAfterSeconds?: number } = {}) => {
          parts.platform.afterCommit(() => {
            const key = o.singletonKey ?? Math.random().toString();
            if (!queue.some((job) => job.name === name && job.key === key))
              queue.push({ name, data, key, afterSeconds: o.startAfterSeconds ?? 0 });
          });
          return null;
        },
        schedule: () => undefined,
        start: async () => undefined,
        stop: async () => undefined,
      },
    },
  }) as Platform;
  const sync = createSync(platform, allPolicies(platform));
  const live = createLive(platform, sync);
  const services = createCoreServices(platform, sync.store, live.channels, {
    transcriptionProvider: async () => options.provider?.() ?? null,
    ...options.ports,
  });
  const jobs = defineCoreJobs(services);
  await platform.db
    .insertInto('companies')
    .values(['c1', 'c2'].map((id) => ({ id, name: id, created_at: 1, updated_at: 1 })))
    .execute();
  const actors = await fill(sync);
  let server: LocalServer | null = null;
  const core: Core = {
    parts,
    platform,
    sync,
    live,
    services,
    jobs,
    routes: coreRoutes(services),
    authenticator: {
      authenticate: async ({ authorization }) => actors.get(authorization?.replace('Bearer ', '') ?? '') ?? null,
    },
    now: () => platform.clock.now(),
    person: (userId) => new Person(core, actors.get(userId)!),
    people: <const T extends readonly string[]>(...userIds: T) =>
      userIds.map((userId) => core.person(userId)) as { -readonly [K in keyof T]: Person },
    waitingJobs: ({ withIndex = false } = {}) =>
      queue.flatMap(({ name, afterSeconds }) =>
        name === 'search-follow' && !withIndex ? [] : [{ name, afterSeconds }],
      ),
    runJob: (name) => kinds.get(name)!.handle({}, { id: 'job', attempt: 1, signal: new AbortController().signal }),
    async runJobs({ afterMs = Infinity } = {}) {
      let made = 0;
      for (;;) {
        const next = queue.findIndex(({ afterSeconds }) => afterSeconds * 1000 <= afterMs);
        if (next < 0) return made;
        const [job] = queue.splice(next, 1);
        parts.pass(job!.afterSeconds * 1000);
        made += 1;
        await kinds.get(job!.name)!.handle(job!.data, { id: 'job', attempt: 1, signal: new AbortController().signal });
      }
    },
    async serve() {
      const handlers = coreHandlers(services, core.authenticator);
      server = await startLocalServer((request, response) => {
        const handler = handlers.find((h) => h.matches(new URL(request.url!, 'http://x').pathname, request));
        if (handler)
          void handler.handle(request, response, {
            cookies: {},
            authorization: request.headers.authorization,
            ip: '127.0.0.1',
            userAgent: '',
          } as RequestFacts);
        else response.writeHead(404).end();
      });
      return server.origin;
    },
    async close() {
      jobs.close();
      live.close();
      sync.close();
      await server?.close();
      await parts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return core;
}

async function fill(sync: Sync): Promise<Map<string, Actor>> {
  const actors = new Map<string, Actor>();
  const company = async (
    companyId: string,
    people: Record<string, { role: CompanyRole; departmentIds?: string[] }>,
    departments: Record<string, string>,
  ) =>
    sync.store.write(companyId, async (tx) => {
      for (const [id, { role, departmentIds = [] }] of Object.entries(people)) {
        await sync.setCompanyMember(tx, id, true);
        actors.set(id, { userId: id, sessionId: `s-${id}`, companyId, role, lang: 'en' });
        await tx.put('people', id, {
          space: spaceOf('company', companyId),
          kind: 'member',
          name: id,
          email: '',
          avatar: '',
          role,
          departmentIds,
          parentId: '',
          active: true,
        });
      }
      for (const [id, parentId] of Object.entries(departments)) {
        await tx.put('people', id, {
          space: spaceOf('company', companyId),
          kind: 'department',
          name: id,
          email: '',
          avatar: '',
          role: '',
          departmentIds: [],
          parentId,
          active: true,
        });
      }
    });
  await company(
    'c1',
    {
      ann: { role: 'member' },
      ben: { role: 'member' },
      cho: { role: 'member', departmentIds: ['d-child'] },
      dee: { role: 'admin' },
    },
    { 'd-top': '', 'd-child': 'd-top' },
  );
  await company('c2', { zoe: { role: 'owner' } }, {});
  return actors;
}
