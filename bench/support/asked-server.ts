/**
 * Satchel's services with the real job queue and parser in this process, over a model, a web search and websites that
 * the row scripts. Opened in a process of its own (asked-server-end.ts), whose event loop and memory it measures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { wireFeatures } from '../../server/composition';
import { SearchFollower } from '../../server/core/search/follower';
import { AccessTokens } from '../../server/organization/identity/access-token';
import { SessionStore } from '../../server/organization/identity/session-store';
import { addUser } from '../../server/organization/people/users';
import { createParsing } from '../../server/parsing/parsing';
import { readConfig } from '../../server/platform/config';
import { createApi } from '../../server/platform/http/calls';
import { createHost } from '../../server/platform/http/host';
import { openPlatform } from '../../server/platform/open';
import '../../server/runs/tables';
import { inChild } from '../../tests/support/child-end';
import { watchMemory, type MemoryUse } from '../../tests/support/memory-use';
import { openWebsites } from '../../tests/support/websites';
import { watchEventLoop, type EventLoopLag } from './event-loop';
import { pause } from './row';

const IDLE_EVERY_MS = 20;

export interface SignedIn {
  userId: string;
  companyId: string;
  /** of the header Authorization, for ten minutes */
  token: string;
}

/** Milliseconds since the epoch. */
export interface RunTimes {
  subjectId: string;
  state: string;
  createdAt: number;
  endedAt: number;
}

export interface AskedServer {
  url: string;
  /** New members of the company. */
  people(count: number): Promise<SignedIn[]>;
  /** Resolves when everything that was written can be searched. */
  index(): Promise<void>;
  /** Pages of a host of the web, by path. */
  host(name: string, pages: Record<string, string>): Promise<void>;
  /** Begins to measure event loop and memory. */
  watch(): Promise<void>;
  watched(): Promise<EventLoopLag & MemoryUse>;
  /** bytes of the heap and of buffers, after a collection of garbage */
  retained(): Promise<number>;
  /** Resolves when every run has ended. */
  idle(): Promise<void>;
  /** Runs of a kind, those that have not ended with `endedAt` 0. */
  runs(kind: string): Promise<RunTimes[]>;
  close(): Promise<void>;
}

/** Opens it in a process of its own. */
export const startAskedServer = (env: Record<string, string>): Promise<AskedServer> =>
  inChild<AskedServer>('server', [env], new URL('./asked-server-end.ts', import.meta.url));

export async function openAskedServer(env: Record<string, string>): Promise<AskedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    SATCHEL_SECRET: 'for measuring only, long enough to be one',
    SATCHEL_DEMO: 'false',
    BACKUP_DIR: '',
    ...env,
  });
  const opened = await openPlatform(config, pino({ level: 'warn' }));
  const { platform, database } = opened;
  const websites = await openWebsites();
  const features = wireFeatures(platform, {
    web: { ...websites.web, paceMs: 0 },
    parsing: createParsing({ log: platform.log }),
  });
  const { organization, authenticator } = features;
  const host = createHost({
    platform,
    api: createApi(features.calls, { platform, database, authenticator }),
    raw: features.raw,
    locales: () => false,
    files: null,
    vite: null,
    documents: () => Promise.resolve(new Response('Not Found', { status: 404 })),
  });
  await platform.jobs.start();
  await features.started();
  const { port } = await host.listen(0, '127.0.0.1');

  const sessions = new SessionStore(platform);
  const tokens = new AccessTokens(config.secret, platform.clock);
  let companyId = '';
  let added = 0;
  let loop: ReturnType<typeof watchEventLoop> | null = null;
  let memory: ReturnType<typeof watchMemory> | null = null;

  const person = async (): Promise<SignedIn> => {
    const name = `Person ${(added += 1)}`;
    const email = `person${added}@bench.example`;
    const userId = await addUser(platform, { email, name, lang: 'en', proven: { passwordHash: null } });
    if (companyId) await organization.service.addMember(companyId, { userId });
    else companyId = await organization.service.createCompany({ name: 'Bench', ownerId: userId });
    const session = await sessions.open(userId, companyId, { ip: '127.0.0.1', userAgent: 'bench' });
    return { userId, companyId, token: await tokens.issue(session) };
  };

  return {
    url: `http://127.0.0.1:${port}`,
    async people(count) {
      const people: SignedIn[] = [];
      while (people.length < count) people.push(await person());
      // as the embedded database does by itself in time
      await database.query({ text: 'analyze' });
      return people;
    },
    index: async () => {
      await new SearchFollower(platform).follow(companyId, new AbortController().signal);
    },
    host(name, pages) {
      websites.host(name, (path) => pages[path] ?? null);
      return Promise.resolve();
    },
    watch() {
      loop = watchEventLoop();
      memory = watchMemory();
      return Promise.resolve();
    },
    watched: () => Promise.resolve({ ...loop!.end(), ...memory!.end() }),
    retained() {
      globalThis.gc?.();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return Promise.resolve(heapUsed + arrayBuffers);
    },
    async idle() {
      while (await platform.db.selectFrom('run').select('id').where('ended_at', 'is', null).executeTakeFirst())
        await pause(IDLE_EVERY_MS);
    },
    async runs(kind) {
      const rows = await platform.db
        .selectFrom('run')
        .select(['subject_id', 'state', 'created_at', 'ended_at'])
        .where('kind', '=', kind)
        .execute();
      return rows.map((row) => ({
        subjectId: row.subject_id,
        state: row.state,
        createdAt: Number(row.created_at),
        endedAt: Number(row.ended_at ?? 0),
      }));
    },
    async close() {
      await host.close(() => features.close());
      await opened.close();
      await websites.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
