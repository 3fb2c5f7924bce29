import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../sync/protocol/errors';
import { describeOnEngines } from '../../tests/support/database';
import { createParts, type Parts } from '../../tests/support/parts';
import { RunContinues, RunFailure } from './failure';
import type { Run, RunContext } from './run';
import { cancelRunOf } from './cancel';
import { jobOf } from './queues';
import { ENDED_MS, RUN_CLEAN_UP_JOB, RUN_RESUME_JOB, Runs } from './runs';
import '../shared/identity-tables';

type Input = { pages: number };

const PARSE_JOB = jobOf('parse');

describeOnEngines('runs', (engine) => {
  let parts: Parts;
  let runs: Runs;
  let handle: (context: RunContext<Input>) => Promise<void>;
  let ended: Run[];
  let published: object[];

  const open = (): Runs => {
    const made = new Runs(parts.platform, (_company, subject, progress) => published.push({ ...subject, progress }));
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
      subject: { collection: 'projectItems', id: 'file' },
      input: { pages: 3 },
      ...(key ? { key } : {}),
    });
  const stateOf = async (id: string): Promise<string> => (await runs.get('acme', id)).state;
  /** Every job that is enqueued now, whenever it is due. */
  const work = async (): Promise<void> => {
    const { signal } = new AbortController();
    for (const { name, data } of parts.enqueued.splice(0)) await parts.runWith(name, data, signal);
  };
  const untilRetry = (): void => parts.pass(10 * 60_000);

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
    handle = () => Promise.resolve();
  });
  afterEach(async () => {
    runs.close();
    parts.enqueued.length = 0;
    await parts.platform.db.deleteFrom('run').execute();
  });
  afterAll(() => parts.close());

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
      { input: { pages: 3 }, ownerId: 'ann', subject: { collection: 'projectItems', id: 'file' }, attempt: 1 },
    ]);
    expect(ended.map(({ state }) => state)).toEqual(['SUCCEEDED']);
  });

  it('waits in a queue of its kind where attempts take minutes, also after a pause and a lost job', async () => {
    runs.define<Input>({ name: 'link.crawl', attempts: 2, handle: (context) => handle(context) });
    handle = () => Promise.reject(new RunFailure('TASK_FAILED'));
    const subject = { collection: 'projectItems' as const, id: 'site' };
    await runs.start<Input>('link.crawl', { companyId: 'acme', ownerId: 'ann', subject, input: { pages: 1 } });
    const crawl = jobOf('link.crawl');
    expect(crawl).not.toBe(PARSE_JOB);
    expect(parts.enqueued.map(({ name }) => name)).toEqual([crawl]);
    await parts.runWith(crawl, parts.enqueued.shift()!.data, new AbortController().signal);
    expect(parts.enqueued.map(({ name }) => name)).toEqual([crawl]);
    parts.enqueued.length = 0;
    parts.pass(10 * 60_000);
    await parts.run(RUN_RESUME_JOB);
    expect(parts.enqueued.map(({ name }) => name)).toEqual([crawl]);
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

  it('waits as long as its work asks, and counts no attempt', async () => {
    let executed = 0;
    handle = () => {
      executed += 1;
      // more often than a provider may defer a run, or an attempt fail
      return executed <= 60 ? Promise.reject(new RunContinues(30_000)) : Promise.resolve();
    };
    const id = await start();
    await work();
    expect(await runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
    await work();
    expect(executed).toBe(1);
    for (let n = 0; n < 60; n += 1) {
      parts.pass(30_000);
      await work();
    }
    expect([await stateOf(id), executed]).toEqual(['SUCCEEDED', 61]);
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

  it('asks its kind what an error means, except one that says it itself', async () => {
    runs.define<Input>({
      name: 'parse',
      attempts: 3,
      handle: (context) => handle(context),
      failureOf: () => new RunFailure('FILE_DAMAGED', { isFinal: true }),
    });
    handle = () => Promise.reject(new RangeError('nested too deeply'));
    const unread = await start();
    await work();
    expect(await runs.get('acme', unread)).toMatchObject({ state: 'FAILED', attempts: 1, error: 'FILE_DAMAGED' });
    handle = () => Promise.reject(new RunFailure('FILE_ENCRYPTED', { isFinal: true }));
    const encrypted = await start();
    await work();
    expect(await runs.get('acme', encrypted)).toMatchObject({ state: 'FAILED', error: 'FILE_ENCRYPTED' });
    handle = () => Promise.reject(new RunContinues(30_000));
    const continued = await start();
    await work();
    expect(await runs.get('acme', continued)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
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
    await runs.retry('acme', id, 'ann');
    await work();
    expect([await stateOf(id), parsed]).toEqual(['SUCCEEDED', 1]);
    version = 2;
    const other = await start();
    await work();
    expect([await stateOf(other), parsed]).toEqual(['SUCCEEDED', 2]);
  });

  it('repeats the finished steps that its kind names where a person retries it, and only then', async () => {
    const made = { found: 0, bought: 0 };
    let fails = true;
    runs.define<Input>({
      name: 'parse',
      attempts: 2,
      repeats: (step) => step.startsWith('find/'),
      async handle({ step }) {
        await step('find/1', '', () => Promise.resolve((made.found += 1)));
        await step('buy', '', () => Promise.resolve((made.bought += 1)));
        if (fails) throw new Error('failed');
      },
    });
    const id = await start();
    await work();
    untilRetry();
    await work();
    expect([await stateOf(id), made]).toEqual(['FAILED', { found: 1, bought: 1 }]);
    fails = false;
    await runs.retry('acme', id, 'ann');
    await work();
    expect([await stateOf(id), made]).toEqual(['SUCCEEDED', { found: 2, bought: 1 }]);
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
    parts.enqueued.push({ name: PARSE_JOB, data: { companyId: 'acme', runId: id } });
    parts.pass(61_000);
    await work();
    expect([await stateOf(id), attempts]).toEqual(['SUCCEEDED', 2]);
    handle = () => Promise.reject(new Error('too late'));
    release();
    await dead;
    expect(await runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
    expect(ended).toHaveLength(1);
  });

  it('fails without another attempt where the last one ended with its process', async () => {
    let isExecuted = false;
    handle = () => {
      isExecuted = true;
      return Promise.resolve();
    };
    const id = await start();
    await parts.platform.db
      .updateTable('run')
      .set({ state: 'EXECUTING', attempts: 3, lease_holder: 'dead', lease_until: 0 })
      .execute();
    await work();
    expect(await runs.get('acme', id)).toMatchObject({ state: 'FAILED', error: 'TASK_FAILED' });
    expect([isExecuted, ended.length]).toEqual([false, 1]);
  });

  it('is cancelled at the next renewal of its lease where the event was lost', async () => {
    handle = async ({ progress, signal }) => {
      await parts.platform.db.updateTable('run').set({ cancel_requested: true }).execute();
      await progress(0.5);
      signal.throwIfAborted();
    };
    const id = await start();
    await work();
    expect(await stateOf(id)).toBe('CANCELED');
  });

  it('is cancelled in its second attempt, although the first one of the same process ends meanwhile', async () => {
    const blocked = [1, 2].map(() => {
      let release: () => void = () => undefined;
      let enter: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const entered = new Promise<void>((resolve) => (enter = resolve));
      return { released, release, entered, enter };
    });
    handle = async ({ attempt, signal }) => {
      const { released, release, enter } = blocked[attempt - 1]!;
      if (attempt === 2) signal.addEventListener('abort', release);
      enter();
      await released;
      signal.throwIfAborted();
    };
    const id = await start();
    const first = work();
    await blocked[0]!.entered;
    parts.enqueued.push({ name: PARSE_JOB, data: { companyId: 'acme', runId: id } });
    parts.pass(61_000);
    const second = work();
    await blocked[1]!.entered;
    blocked[0]!.release();
    await first;
    await runs.cancel('acme', id);
    await second;
    expect(await stateOf(id)).toBe('CANCELED');
  });

  it('goes on elsewhere when its work ignores the end of its time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let enter: () => void = () => undefined;
      const entered = new Promise<void>((resolve) => (enter = resolve));
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      handle = ({ attempt }) => {
        enter();
        return attempt === 1 ? released : Promise.resolve();
      };
      const leaseUntil = () => parts.platform.db.selectFrom('run').select('lease_until').executeTakeFirst();
      const id = await start();
      const { data } = parts.enqueued.shift()!;
      const job = new AbortController();
      const stuck = parts.runWith(PARSE_JOB, data, job.signal);
      await entered;
      const taken = await leaseUntil();
      parts.pass(30_000);
      job.abort();
      vi.advanceTimersByTime(30_000);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await leaseUntil()).toEqual(taken);
      parts.enqueued.push({ name: PARSE_JOB, data });
      parts.pass(31_000);
      await work();
      expect(await runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
      release();
      await stuck;
    } finally {
      vi.useRealTimers();
    }
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
    await runs.retry('acme', executed, 'ann');
    expect(await stateOf(executed)).toBe('READY');
  });

  it('begins again if it is started between its cancel and the end of its attempt, unless cancelled too', async () => {
    const handled: number[] = [];
    let meanwhile = async (): Promise<void> => undefined;
    handle = async ({ signal }) => {
      if (handled.push(1) > 1) return;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await cancelRunOf(parts.platform, 'acme', 'parse', 'file');
      await aborted;
      await meanwhile();
      throw new Error('aborted');
    };
    const id = await start('file');
    meanwhile = async () => void (await start('file'));
    await work();
    await work();
    expect([await stateOf(id), handled.length]).toEqual(['SUCCEEDED', 2]);
    handled.length = 0;
    const other = await start('file');
    meanwhile = async () => {
      await start('file');
      await runs.cancelOf('acme', 'parse', 'file');
    };
    await work();
    expect([await stateOf(other), handled.length]).toEqual(['CANCELED', 1]);
  });

  it('stores and publishes its progress, at most all, and publishes more often than it stores', async () => {
    const stored = async (): Promise<number> =>
      (await runs.list('acme', 'ann', { page: 1, size: 1 })).runs[0]!.progress;
    handle = async ({ progress }) => {
      parts.pass(1_500);
      await progress(0.2);
      expect(await stored()).toBe(0);
      parts.pass(5_000);
      await progress(0.4);
      expect(await stored()).toBe(0.4);
      parts.pass(5_000);
      await progress(7);
      expect(await stored()).toBe(1);
    };
    const id = await start();
    await work();
    expect(await stateOf(id)).toBe('SUCCEEDED');
    expect(published).toEqual([0.2, 0.4, 1].map((progress) => ({ collection: 'projectItems', id: 'file', progress })));
  });

  it('publishes its last progress when another attempt begins', async () => {
    handle = async ({ progress }) => {
      parts.pass(5_000);
      await progress(0.4);
      throw new Error('the network went away');
    };
    await start();
    await work();
    published.length = 0;
    handle = () => Promise.resolve();
    untilRetry();
    await work();
    expect(published).toEqual([{ collection: 'projectItems', id: 'file', progress: 0.4 }]);
  });

  it('is executed once more where it is started again while it is executed', async () => {
    let times = 0;
    handle = async () => {
      times += 1;
      if (times === 1) await start('file');
    };
    const id = await start('file');
    await work();
    expect([await stateOf(id), times]).toEqual(['READY', 1]);
    await work();
    expect([await stateOf(id), times]).toEqual(['SUCCEEDED', 2]);
    expect(ended).toHaveLength(1);
  });

  it('resumes the failed run of its key where it is asked to, as the run of the person who asks', async () => {
    let parsed = 0;
    handle = async ({ step }) => {
      await step('pages', {}, () => Promise.resolve((parsed += 1)));
      throw new RunFailure('TASK_FAILED', { isFinal: true });
    };
    const id = await start('file');
    await work();
    const again = {
      companyId: 'acme',
      ownerId: 'ben',
      subject: { collection: 'projectItems' as const, id: 'file' },
      input: { pages: 3 },
      key: 'file',
    };
    handle = async ({ step }) => void (await step('pages', {}, () => Promise.resolve((parsed += 1))));
    expect(await runs.start('parse', { ...again, resumes: true })).toBe(id);
    await work();
    expect(await runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', ownerId: 'ben' });
    expect(parsed).toBe(1);
    // a run that succeeded is not begun again
    expect(await runs.start('parse', { ...again, resumes: true })).not.toBe(id);
  });

  it('does not begin an old run again while a newer one of its key does the work', async () => {
    handle = () => Promise.reject(new RunFailure('TASK_FAILED', { isFinal: true }));
    const old = await start('file');
    await work();
    await start('file');
    await runs.retry('acme', old, 'ann');
    expect(await stateOf(old)).toBe('FAILED');
  });

  it('hands over to a new job between two steps after eight minutes, without counting an attempt', async () => {
    const done: string[] = [];
    handle = async ({ step, attempt }) => {
      for (const name of ['a', 'b', 'c'])
        await step(name, {}, () => {
          done.push(`${name}${attempt}`);
          parts.pass(9 * 60_000);
          return Promise.resolve(null);
        });
    };
    const id = await start();
    await work();
    expect([await stateOf(id), done]).toEqual(['READY', ['a1']]);
    await work();
    await work();
    expect([await stateOf(id), done]).toEqual(['SUCCEEDED', ['a1', 'b1', 'c1']]);
  });

  it('counts no attempt where a provider asks for a pause, and fails by the number of attempts afterwards', async () => {
    handle = () => Promise.reject(new RunFailure('TASK_FAILED', { retryAfterMs: 60_000 }));
    const id = await start();
    for (let time = 0; time < 5; time += 1) {
      await work();
      untilRetry();
    }
    expect(await runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0 });
    handle = () => Promise.reject(new RunFailure('TASK_FAILED'));
    for (let time = 0; time < 3; time += 1) {
      await work();
      untilRetry();
    }
    expect(await stateOf(id)).toBe('FAILED');
  });

  it('is enqueued again where its job or its process was lost', async () => {
    const lostJob = await start();
    const lostProcess = await start();
    parts.enqueued.length = 0;
    await parts.run(RUN_RESUME_JOB);
    expect(parts.enqueued).toEqual([]);
    await parts.platform.db
      .updateTable('run')
      .set({ state: 'EXECUTING', lease_holder: 'dead', lease_until: parts.platform.clock.now() + 30_000 })
      .where('id', '=', lostProcess)
      .execute();
    parts.pass(120_000);
    await parts.run(RUN_RESUME_JOB);
    await work();
    expect([await stateOf(lostJob), await stateOf(lostProcess)]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });

  it('goes on at once after a start that is alone with the database', async () => {
    const id = await start();
    await parts.platform.db
      .updateTable('run')
      .set({ state: 'EXECUTING', lease_holder: 'dead', lease_until: parts.platform.clock.now() + 30_000 })
      .execute();
    parts.enqueued.length = 0;
    await runs.started({ isAlone: false });
    expect(parts.enqueued).toEqual([]);
    await runs.started({ isAlone: true });
    await work();
    expect(await stateOf(id)).toBe('SUCCEEDED');
  });

  it('forgets the steps whose content was deleted', async () => {
    handle = async ({ step }) => {
      await step('r1/0-9', {}, () => Promise.resolve('words'));
      await step('r2/0-9', {}, () => Promise.resolve('words'));
      throw new RunFailure('TASK_FAILED', { isFinal: true });
    };
    await start();
    await work();
    const names = async (): Promise<string[]> =>
      (await parts.platform.db.selectFrom('run_step').select('name').execute()).map(({ name }) => name);
    await runs.forgetSteps('acme', { collection: 'projectItems', id: 'another' }, 'r1/');
    expect(await names()).toHaveLength(2);
    await runs.forgetSteps('acme', { collection: 'projectItems', id: 'file' }, 'r1/');
    expect(await names()).toEqual(['r2/0-9']);
  });

  it('gives the outputs of its finished steps until it has succeeded', async () => {
    let fails = true;
    handle = async ({ step }) => {
      await step('pages', { version: 1 }, () => Promise.resolve(['a page']));
      if (fails) throw new RunFailure('TASK_FAILED', { isFinal: true });
    };
    const id = await start();
    await work();
    const outputs = await runs.outputs('acme', id);
    expect([outputs.get('pages', { version: 1 }), outputs.get('pages', { version: 2 })]).toEqual([
      ['a page'],
      undefined,
    ]);
    expect([outputs.has('pages'), outputs.has('other')]).toEqual([true, false]);
    expect((await runs.outputs('other', id)).has('pages')).toBe(false);
    fails = false;
    await runs.retry('acme', id, 'ann');
    await work();
    expect((await runs.outputs('acme', id)).has('pages')).toBe(false);
  });

  it('is listed for its owner, by state', async () => {
    const id = await start();
    const list = (ownerId: string, state?: 'READY' | 'FAILED') =>
      runs.list('acme', ownerId, { page: 1, size: 10, state }).then(({ runs: found, total }) => [found.length, total]);
    expect([await list('ann'), await list('ann', 'READY'), await list('ann', 'FAILED'), await list('ben')]).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    await expect(runs.get('other', id)).rejects.toThrow(CallError);
  });

  it('is cancelled, or passed to the heir, when its owner leaves, as its kind says', async () => {
    const cancelled = await start();
    runs.define<Input>({ name: 'transcribe', whenOwnerLeaves: 'transfer', handle: (context) => handle(context) });
    const passed = await runs.start<Input>('transcribe', {
      companyId: 'acme',
      ownerId: 'ann',
      subject: { collection: 'transcripts', id: 'meeting' },
      input: { pages: 1 },
    });
    await runs.ownerLeft('acme', 'ann', 'ben');
    expect(await stateOf(cancelled)).toBe('CANCELED');
    expect(await runs.get('acme', passed)).toMatchObject({ state: 'READY', ownerId: 'ben' });
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
    const executing = parts.runWith(PARSE_JOB, job!.data, ending.signal);
    ending.abort();
    await executing;
    expect(await runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
  });
});
