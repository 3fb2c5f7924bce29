import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallError } from '../../sync/protocol/errors';
import { describeOnEngines } from '../../tests/support/database';
import { createParts, type Parts } from '../../tests/support/parts';
import { RunFailure } from './failure';
import { ENDED_MS, RUN_CLEAN_UP_JOB, RUN_JOB, Runs, type Run, type RunContext } from './runs';
import '../shared/identity-tables';

type Input = { pages: number };

describeOnEngines('runs', (engine) => {
  let parts: Parts;
  let runs: Runs;
  let handle: (context: RunContext<Input>) => Promise<void>;
  let ended: Run[];

  const open = (): Runs => {
    const made = new Runs(parts.platform);
    made.define<Input>({
      name: 'parse',
      attempts: 3,
      handle: (context) => handle(context),
      ended: (run) => {
        ended.push(run);
        return Promise.resolve();
      },
    });
    return made;
  };
  const start = (key?: string): Promise<string> =>
    runs.start<Input>('parse', {
      companyId: 'acme',
      ownerId: 'ann',
      subject: { collection: 'files', id: 'file' },
      input: { pages: 3 },
      ...(key ? { key } : {}),
    });
  const stateOf = async (id: string): Promise<string> => (await runs.get('acme', id)).state;
  /** Every job that is enqueued now, whenever it is due. */
  const work = async (): Promise<void> => {
    const { signal } = new AbortController();
    for (const { data } of parts.enqueued.splice(0)) await parts.runWith(RUN_JOB, data, signal);
  };
  const untilRetry = (): void => parts.pass(10 * 60_000);

  beforeEach(async () => {
    parts = await createParts(engine);
    ended = [];
    await parts.platform.db
      .insertInto('companies')
      .values({ id: 'acme', name: 'Acme', created_at: 1, updated_at: 1 })
      .execute();
    runs = open();
    handle = () => Promise.resolve();
  });
  afterEach(async () => {
    runs.close();
    await parts.close();
  });

  it('goes from READY to SUCCEEDED, with its input, owner and subject', async () => {
    const seen: Partial<RunContext<Input>>[] = [];
    handle = ({ input, ownerId, subject, attempt }) => {
      seen.push({ input, ownerId, subject, attempt });
      return Promise.resolve();
    };
    const id = await start();
    expect(await stateOf(id)).toBe('READY');
    await work();
    expect(await runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', progress: 1, attempts: 1, error: '' });
    expect(seen).toEqual([
      { input: { pages: 3 }, ownerId: 'ann', subject: { collection: 'files', id: 'file' }, attempt: 1 },
    ]);
    expect(ended.map(({ state }) => state)).toEqual(['SUCCEEDED']);
  });

  it('exists only if the transaction that started it commits', async () => {
    await parts.platform
      .transaction(async () => {
        await start();
        throw new Error('on purpose');
      })
      .catch(() => undefined);
    expect(await runs.list('acme', 'ann', { page: 1, size: 10 })).toEqual({ runs: [], total: 0 });
  });

  it('has one unfinished run of a key, and a new one afterwards', async () => {
    const first = await start('file');
    expect(await start('file')).toBe(first);
    expect(await start('another')).not.toBe(first);
    await work();
    expect(await start('file')).not.toBe(first);
  });

  it('is tried again after a pause, at most as often as its kind says, and says why it failed', async () => {
    handle = () => Promise.reject(new RunFailure('TRANSCRIPTION_FAILED'));
    const id = await start();
    for (const expected of ['RETRY', 'RETRY', 'FAILED']) {
      await work();
      expect(await stateOf(id)).toBe(expected);
      untilRetry();
    }
    expect(await runs.get('acme', id)).toMatchObject({ attempts: 3, error: 'TRANSCRIPTION_FAILED' });
    expect(ended).toHaveLength(1);
  });

  it('waits for the time of its next attempt, however often a job comes', async () => {
    let attempts = 0;
    handle = () => {
      attempts += 1;
      return Promise.reject(new RunFailure('TASK_FAILED', { retryAfterMs: 20 * 60_000 }));
    };
    const id = await start();
    await work();
    untilRetry();
    await work();
    expect([attempts, await stateOf(id)]).toEqual([1, 'RETRY']);
    untilRetry();
    await work();
    expect(attempts).toBe(2);
  });

  it('ends at once where no further attempt can succeed', async () => {
    handle = () => Promise.reject(new RunFailure('TASK_FAILED', { isFinal: true }));
    const id = await start();
    await work();
    expect(await stateOf(id)).toBe('FAILED');
  });

  it('does a finished step once, over attempts and retries, and again for another input', async () => {
    let parsed = 0;
    let fails = true;
    let version = 1;
    handle = async ({ step }) => {
      expect(await step('pages', { version }, () => Promise.resolve({ pages: (parsed += 1) }))).toEqual({
        pages: parsed,
      });
      if (fails) throw new Error('killed');
    };
    const id = await start();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await work();
      untilRetry();
    }
    expect([await stateOf(id), parsed]).toEqual(['FAILED', 1]);
    fails = false;
    await runs.retry('acme', id);
    await work();
    expect([await stateOf(id), parsed]).toEqual(['SUCCEEDED', 1]);
    version = 2;
    const other = await start();
    await work();
    expect([await stateOf(other), parsed]).toEqual(['SUCCEEDED', 2]);
  });

  it('goes on in another process when the one that executes it dies, and the dead one changes nothing any more', async () => {
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    let attempts = 0;
    handle = ({ attempt }) => {
      attempts = attempt;
      if (attempt > 1) return Promise.resolve();
      entered();
      return blocked;
    };
    const id = await start();
    const dead = work();
    await inside;
    // pg-boss brings the job again; the lease of the first still holds
    parts.enqueued.push({ name: RUN_JOB, data: { companyId: 'acme', runId: id } });
    parts.pass(61_000);
    await work();
    expect([await stateOf(id), attempts]).toEqual(['SUCCEEDED', 2]);
    handle = () => Promise.reject(new Error('too late'));
    release();
    await dead;
    expect(await runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
    expect(ended).toHaveLength(1);
  });

  it('is cancelled at once while it waits, and by its signal while it is executed', async () => {
    const waiting = await start();
    await runs.cancel('acme', waiting);
    expect(await stateOf(waiting)).toBe('CANCELED');
    await work();
    expect(await stateOf(waiting)).toBe('CANCELED');

    let inside: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (inside = resolve));
    handle = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        inside();
      });
    const executed = await start();
    const done = work();
    await entered;
    await runs.cancel('acme', executed);
    await done;
    expect(await stateOf(executed)).toBe('CANCELED');
    // what has ended stays so
    await runs.cancel('acme', executed);
    await runs.retry('acme', executed);
    expect(await stateOf(executed)).toBe('READY');
  });

  it('tells its progress, and never more than all', async () => {
    handle = async ({ progress }) => {
      parts.pass(5_000);
      await progress(0.4);
      expect((await runs.list('acme', 'ann', { page: 1, size: 1 })).runs[0]!.progress).toBe(0.4);
      parts.pass(5_000);
      await progress(7);
      expect((await runs.list('acme', 'ann', { page: 1, size: 1 })).runs[0]!.progress).toBe(1);
    };
    const id = await start();
    await work();
    expect(await stateOf(id)).toBe('SUCCEEDED');
  });

  it("ends what waits of a person who leaves, and shows nobody's runs to others", async () => {
    const id = await start();
    expect((await runs.list('acme', 'ben', { page: 1, size: 10 })).total).toBe(0);
    await expect(runs.get('other', id)).rejects.toThrow(CallError);
    await runs.ownerLeft('acme', 'ann');
    expect(await stateOf(id)).toBe('CANCELED');
  });

  it('forgets what ended a month ago, with its steps', async () => {
    handle = async ({ step }) => void (await step('a', {}, () => Promise.resolve(1)));
    const old = await start();
    await work();
    const open = await start();
    parts.pass(ENDED_MS + 60_000);
    await parts.run(RUN_CLEAN_UP_JOB);
    await expect(runs.get('acme', old)).rejects.toThrow('TASK_NOT_FOUND');
    expect(await stateOf(open)).toBe('READY');
    expect(await parts.platform.db.selectFrom('run_step').select('run_id').execute()).toEqual([]);
  });

  it('is given to the next process, as if nothing had been tried, where the process of an attempt ends', async () => {
    handle = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const id = await start();
    const ending = new AbortController();
    const [job] = parts.enqueued.splice(0, 1);
    const executing = parts.runWith(RUN_JOB, job!.data, ending.signal);
    ending.abort();
    await executing;
    expect(await runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
  });
});
