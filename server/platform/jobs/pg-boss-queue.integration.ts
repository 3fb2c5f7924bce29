import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEngines, openTestDatabase, type TestDatabase } from '../../../tests/support/database';
import { Metrics } from '../metrics';
import { PgBossQueue } from './pg-boss-queue';

/** seconds: a worker's own poll comes after the time limit of every test */
const NEVER = 3_600;

describeOnEngines('the job queue', (engine) => {
  let database: TestDatabase;
  let queue: PgBossQueue;
  beforeEach(async () => {
    database = await openTestDatabase(engine);
    queue = new PgBossQueue(database, pino({ level: 'silent' }), new Metrics(), NEVER);
  });
  afterEach(async () => {
    await queue.stop();
    await database.dispose();
  });

  /** Resolves with the data of a kind's jobs once `count` were handled. */
  const collect = (name: string, count: number, fail: (attempt: number) => boolean = () => false) => {
    const seen: { n: number; attempt: number }[] = [];
    let done: () => void = () => undefined;
    const all = new Promise<typeof seen>((resolve) => (done = () => resolve(seen)));
    queue.define<{ n: number }>({
      name,
      retryDelay: 1,
      concurrency: 1,
      handle: ({ n }, { attempt }) => {
        if (fail(attempt)) return Promise.reject(new Error('not yet'));
        seen.push({ n, attempt });
        if (seen.length === count) done();
        return Promise.resolve();
      },
    });
    return { all, seen };
  };

  it('runs a job immediately, and only if its transaction commits', async () => {
    // Polls find nothing, so a job that runs was announced.
    const nothing = Promise.resolve({ rows: [] } as never);
    const query: TestDatabase['query'] = (statement) =>
      statement.name === 'jobs_due' ? nothing : database.query(statement);
    queue = new PgBossQueue({ ...database, query }, pino({ level: 'silent' }), new Metrics(), NEVER);
    const { all, seen } = collect('plain', 1);
    await queue.start();
    await database
      .transaction(async () => {
        await queue.enqueue('plain', { n: 1 });
        throw new Error('on purpose');
      })
      .catch(() => undefined);
    await database.transaction(async () => void (await queue.enqueue('plain', { n: 2 })));
    expect(await all).toEqual([{ n: 2, attempt: 1 }]);
    expect(seen).toHaveLength(1);
  });

  it('retries after a failure', async () => {
    const { all } = collect('flaky', 1, (attempt) => attempt < 2);
    await queue.start();
    await queue.enqueue('flaky', { n: 1 });
    expect(await all).toEqual([{ n: 1, attempt: 2 }]);
  });

  it('gives the data of a job whose last attempt failed to its dead letter kind', async () => {
    queue.define({ name: 'broken', retryLimit: 0, deadLetter: 'ended', handle: () => Promise.reject(new Error('no')) });
    const { all } = collect('ended', 2);
    await queue.start();
    await queue.enqueue('broken', { n: 1 });
    await queue.enqueue('broken', { n: 2 });
    expect((await all).map(({ n }) => n).sort()).toEqual([1, 2]);
  });

  it('queues one job for each key, and any number without a key', async () => {
    const { all } = collect('keyed', 4);
    queue.define({ name: 'later', handle: () => Promise.resolve() });
    await queue.start();
    expect(await queue.enqueue('later', { n: 1 }, { singletonKey: 'a', startAfterSeconds: 60 })).not.toBeNull();
    expect(await queue.enqueue('later', { n: 2 }, { singletonKey: 'a', startAfterSeconds: 60 })).toBeNull();
    expect(await queue.enqueue('later', { n: 3 }, { singletonKey: 'b', startAfterSeconds: 60 })).not.toBeNull();
    await Promise.all([1, 2, 3, 4].map((n) => queue.enqueue('keyed', { n })));
    expect((await all).map((j) => j.n).sort()).toEqual([1, 2, 3, 4]);
  });

  it('lets jobs of other groups pass those of a group that has one running', async () => {
    const begun: string[] = [];
    /** the group of each job that has begun */
    const groups = (): string[] => begun.map((job) => job[0]!);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    queue.define<{ whose: string; n: number }>({
      name: 'shared',
      concurrency: 2,
      isOnePerGroup: true,
      handle: ({ whose, n }) => {
        begun.push(`${whose}${n}`);
        // which of a group's jobs begins first is not promised
        return whose === 'a' ? released : Promise.resolve();
      },
    });
    await queue.start();
    for (const [whose, n] of [
      ['a', 1],
      ['a', 2],
      ['a', 3],
      ['b', 1],
    ] as const)
      // prettier-ignore
      await queue.enqueue('shared', { whose, n }, { group: whose });
    await expect.poll(() => groups().sort()).toEqual(['a', 'b']);
    release();
    await expect.poll(() => [...begun].sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('signals running jobs at shutdown and waits for them', async () => {
    let ended = false;
    let running: () => void = () => undefined;
    const runs = new Promise<void>((resolve) => (running = resolve));
    queue.define({
      name: 'long',
      handle: (_data, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = true;
            resolve();
          });
          running();
        }),
    });
    await queue.start();
    await queue.enqueue('long', {});
    await runs;
    await queue.stop();
    expect(ended).toBe(true);
  });

  it('runs jobs of other processes by its shared poll, and delayed jobs when they are due', async () => {
    const { all } = collect('elsewhere', 2);
    await queue.start();
    const other = new PgBossQueue(database, pino({ level: 'silent' }), new Metrics(), NEVER);
    other.define({ name: 'elsewhere', handle: () => Promise.resolve() });
    await queue.enqueue('elsewhere', { n: 1 }, { startAfterSeconds: 1 });
    // The other queue is not started, so it wakes no worker.
    await other.enqueue('elsewhere', { n: 2 });
    expect((await all).map(({ n }) => n).sort()).toEqual([1, 2]);
  });

  it('polls once for all kinds instead of once for each worker', async () => {
    let polls = 0;
    let fetches = 0;
    const fourLooks = new Promise<void>((resolve) => {
      const query: TestDatabase['query'] = (statement) => {
        if (statement.name === 'jobs_due' && (polls += 1) === 4) resolve();
        if (/\bnext AS\b/.test(statement.text)) fetches += polls > 0 ? 1 : 0;
        return database.query(statement);
      };
      queue = new PgBossQueue({ ...database, query }, pino({ level: 'silent' }), new Metrics(), NEVER);
    });
    for (let kind = 0; kind < 10; kind += 1) queue.define({ name: `idle${kind}`, handle: () => Promise.resolve() });
    await queue.start();
    await fourLooks;
    // Twenty workers that poll by themselves would have run three polls each in this time.
    expect(fetches).toBeLessThan(20);
  });

  /** A queue whose polls find nothing: only wake-ups bring its jobs. `fetched` is called for each search for a job. */
  const withoutPolls = (fetched: () => void): PgBossQueue => {
    const query: TestDatabase['query'] = (statement) => {
      if (statement.name === 'jobs_due') return Promise.resolve({ rows: [] } as never);
      if (/\bnext AS\b/.test(statement.text)) fetched();
      return database.query(statement);
    };
    return new PgBossQueue({ ...database, query }, pino({ level: 'silent' }), new Metrics(), NEVER);
  };

  it('wakes one of its workers for a job, not all', async () => {
    let fetches = 0;
    queue = withoutPolls(() => (fetches += 1));
    let first: () => void = () => undefined;
    let second: () => void = () => undefined;
    const began = [
      new Promise<void>((resolve) => (first = resolve)),
      new Promise<void>((resolve) => (second = resolve)),
    ];
    const workers = 20;
    queue.define<{ n: number }>({
      name: 'wide',
      concurrency: workers,
      handle: ({ n }) => {
        (n === 1 ? first : second)();
        return Promise.resolve();
      },
    });
    await queue.start();
    // each worker fetches once at the start
    await expect.poll(() => fetches).toBeGreaterThanOrEqual(workers);
    await queue.enqueue('wide', { n: 1 });
    await began[0];
    await queue.enqueue('wide', { n: 2 });
    await began[1];
    expect(fetches - workers).toBeLessThan(10);
  });

  it('runs as many jobs side by side as the kind allows', async () => {
    queue = withoutPolls(() => undefined);
    let running = 0;
    let all: () => void = () => undefined;
    const together = new Promise<void>((resolve) => (all = resolve));
    queue.define({
      name: 'together',
      concurrency: 4,
      handle: () => {
        if ((running += 1) === 4) all();
        return together;
      },
    });
    await queue.start();
    await database.transaction(async () => {
      for (let n = 0; n < 4; n += 1) await queue.enqueue('together', { n });
    });
    await together;
    expect(running).toBe(4);
  });

  it('refuses an undefined kind', async () => {
    await queue.start();
    await expect(queue.enqueue('undefined-kind', {})).rejects.toThrow('undefined-kind');
  });
});
