/** Runs of one kind, whose work each test defines. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Engine } from './database';
import { createParts, type Parts } from './parts';
import type { Run, RunContext } from '../../server/runs/run';
import { jobOf } from '../../server/runs/queues';
import { Runs } from '../../server/runs/runs';
import '../../server/shared/identity-tables';

export type Input = { pages: number };

export const PARSE_JOB = jobOf('parse');

export interface RunSuite {
  readonly parts: Parts;
  readonly runs: Runs;
  /** the work of an attempt; a test replaces it */
  handle: (context: RunContext<Input>) => Promise<void>;
  readonly ended: Run[];
  /** published progress with its subject */
  readonly published: object[];
  start: (key?: string) => Promise<string>;
  stateOf: (id: string) => Promise<string>;
  /** Runs all jobs that are enqueued now, even if they are not due. */
  work: () => Promise<void>;
  /** Passes the longest pause between two attempts. */
  untilRetry: () => void;
}

/** Runs of the kind `parse` in a company. Must be called in a `describe`: it registers hooks. */
export function runSuite(engine: Engine): RunSuite {
  let parts: Parts;
  let runs: Runs;
  let ended: Run[];
  let published: object[];

  const suite: RunSuite = {
    get parts() {
      return parts;
    },
    get runs() {
      return runs;
    },
    handle: () => Promise.resolve(),
    get ended() {
      return ended;
    },
    get published() {
      return published;
    },
    start: (key) =>
      runs.start<Input>('parse', {
        companyId: 'acme',
        ownerId: 'ann',
        subject: { collection: 'projectItems', id: 'file' },
        input: { pages: 3 },
        ...(key ? { key } : {}),
      }),
    stateOf: async (id) => (await runs.get('acme', id)).state,
    work: async () => {
      const { signal } = new AbortController();
      for (const { name, data } of parts.enqueued.splice(0)) await parts.runWith(name, data, signal);
    },
    untilRetry: () => parts.pass(10 * 60_000),
  };
  const open = (): Runs => {
    const made = new Runs(parts.platform, (_company, subject, progress) => published.push({ ...subject, progress }));
    made.define<Input>({
      name: 'parse',
      attempts: 3,
      handle: (context) => suite.handle(context),
      ended: (run) => {
        ended.push(run);
        return Promise.resolve();
      },
    });
    return made;
  };

  beforeAll(async () => {
    parts = await createParts(engine);
    await parts.platform.db
      .insertInto('companies')
      .values({ id: 'acme', name: 'Acme', created_at: 1, updated_at: 1 })
      .execute();
  });
  beforeEach(() => {
    ended = [];
    published = [];
    runs = open();
    suite.handle = () => Promise.resolve();
  });
  afterEach(async () => {
    runs.close();
    parts.enqueued.length = 0;
    await parts.platform.db.deleteFrom('run').execute();
  });
  afterAll(() => parts.close());
  return suite;
}
