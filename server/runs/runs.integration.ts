/** Runs from their start to their end: attempts, pauses, keys, progress, lists and owners. */
import { expect, it } from 'vitest';
import { CallError } from '../../sync/protocol/errors';
import { describeOnEngines } from '../../tests/support/database';
import { RunContinues, RunFailure } from './failure';
import type { RunContext } from './run';
import { jobOf } from './queues';
import { ENDED_MS, RUN_CLEAN_UP_JOB, RUN_RESUME_JOB } from './runs';
import { PARSE_JOB, runSuite, type Input } from '../../tests/support/run-suite';

describeOnEngines('runs', (engine) => {
  const suite = runSuite(engine);
  const { start, stateOf, work, untilRetry } = suite;

  it('goes from READY to SUCCEEDED, with its input, owner and subject', async () => {
    const seen: Partial<RunContext<Input>>[] = [];
    suite.handle = ({ input, ownerId, subject, attempt }) => {
      seen.push({ input, ownerId, subject, attempt });
      return Promise.resolve();
    };
    const id = await start();
    expect(await stateOf(id)).toBe('READY');
    await work();
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', progress: 1, attempts: 1, error: '' });
    expect(seen).toEqual([
      { input: { pages: 3 }, ownerId: 'ann', subject: { collection: 'projectItems', id: 'file' }, attempt: 1 },
    ]);
    expect(suite.ended.map(({ state }) => state)).toEqual(['SUCCEEDED']);
  });

  it('waits in a queue of its kind where attempts take minutes, also after a pause and a lost job', async () => {
    suite.runs.define<Input>({ name: 'link.crawl', attempts: 2, handle: (context) => suite.handle(context) });
    suite.handle = () => Promise.reject(new RunFailure('TASK_FAILED'));
    const subject = { collection: 'projectItems' as const, id: 'site' };
    await suite.runs.start<Input>('link.crawl', { companyId: 'acme', ownerId: 'ann', subject, input: { pages: 1 } });
    const crawl = jobOf('link.crawl');
    expect(crawl).not.toBe(PARSE_JOB);
    expect(suite.parts.enqueued.map(({ name }) => name)).toEqual([crawl]);
    await suite.parts.runWith(crawl, suite.parts.enqueued.shift()!.data, new AbortController().signal);
    expect(suite.parts.enqueued.map(({ name }) => name)).toEqual([crawl]);
    suite.parts.enqueued.length = 0;
    suite.parts.pass(10 * 60_000);
    await suite.parts.run(RUN_RESUME_JOB);
    expect(suite.parts.enqueued.map(({ name }) => name)).toEqual([crawl]);
  });

  it('exists only if the transaction that started it commits', async () => {
    await suite.parts.platform
      .transaction(async () => {
        await start();
        throw new Error('on purpose');
      })
      .catch(() => undefined);
    expect(await suite.runs.list('acme', 'ann', { page: 1, size: 10 })).toEqual({ runs: [], total: 0 });
  });

  it('has one unfinished run of a key, and a new one afterwards', async () => {
    const first = await start('file');
    expect(await start('file')).toBe(first);
    expect(await start('another')).not.toBe(first);
    await work();
    expect(await start('file')).not.toBe(first);
  });

  it('is tried again after a pause, at most as often as its kind says, and says why it failed', async () => {
    suite.handle = () => Promise.reject(new RunFailure('TRANSCRIPTION_FAILED'));
    const id = await start();
    for (const expected of ['RETRY', 'RETRY', 'FAILED']) {
      await work();
      expect(await stateOf(id)).toBe(expected);
      untilRetry();
    }
    expect(await suite.runs.get('acme', id)).toMatchObject({ attempts: 3, error: 'TRANSCRIPTION_FAILED' });
    expect(suite.ended).toHaveLength(1);
  });

  it('waits as long as its work asks, and counts no attempt', async () => {
    let executed = 0;
    suite.handle = () => {
      executed += 1;
      // more often than a provider may defer a run, or an attempt fail
      return executed <= 60 ? Promise.reject(new RunContinues(30_000)) : Promise.resolve();
    };
    const id = await start();
    await work();
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
    await work();
    expect(executed).toBe(1);
    for (let n = 0; n < 60; n += 1) {
      suite.parts.pass(30_000);
      await work();
    }
    expect([await stateOf(id), executed]).toEqual(['SUCCEEDED', 61]);
  });

  it('waits for the time of its next attempt, however often a job comes', async () => {
    let attempts = 0;
    suite.handle = () => {
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
    suite.handle = () => Promise.reject(new RunFailure('TASK_FAILED', { isFinal: true }));
    const id = await start();
    await work();
    expect(await stateOf(id)).toBe('FAILED');
  });

  it('asks its kind what an error means, except one that says it itself', async () => {
    suite.runs.define<Input>({
      name: 'parse',
      attempts: 3,
      handle: (context) => suite.handle(context),
      failureOf: () => new RunFailure('FILE_DAMAGED', { isFinal: true }),
    });
    suite.handle = () => Promise.reject(new RangeError('nested too deeply'));
    const unread = await start();
    await work();
    expect(await suite.runs.get('acme', unread)).toMatchObject({ state: 'FAILED', attempts: 1, error: 'FILE_DAMAGED' });
    suite.handle = () => Promise.reject(new RunFailure('FILE_ENCRYPTED', { isFinal: true }));
    const encrypted = await start();
    await work();
    expect(await suite.runs.get('acme', encrypted)).toMatchObject({ state: 'FAILED', error: 'FILE_ENCRYPTED' });
    suite.handle = () => Promise.reject(new RunContinues(30_000));
    const continued = await start();
    await work();
    expect(await suite.runs.get('acme', continued)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
  });

  it('stores and publishes its progress, at most all, and publishes more often than it stores', async () => {
    const stored = async (): Promise<number> =>
      (await suite.runs.list('acme', 'ann', { page: 1, size: 1 })).runs[0]!.progress;
    suite.handle = async ({ progress }) => {
      suite.parts.pass(1_500);
      await progress(0.2);
      expect(await stored()).toBe(0);
      suite.parts.pass(5_000);
      await progress(0.4);
      expect(await stored()).toBe(0.4);
      suite.parts.pass(5_000);
      await progress(7);
      expect(await stored()).toBe(1);
    };
    const id = await start();
    await work();
    expect(await stateOf(id)).toBe('SUCCEEDED');
    expect(suite.published).toEqual(
      [0.2, 0.4, 1].map((progress) => ({ collection: 'projectItems', id: 'file', progress })),
    );
  });

  it('publishes its last progress when another attempt begins', async () => {
    suite.handle = async ({ progress }) => {
      suite.parts.pass(5_000);
      await progress(0.4);
      throw new Error('the network went away');
    };
    await start();
    await work();
    suite.published.length = 0;
    suite.handle = () => Promise.resolve();
    untilRetry();
    await work();
    expect(suite.published).toEqual([{ collection: 'projectItems', id: 'file', progress: 0.4 }]);
  });

  it('is executed once more where it is started again while it is executed', async () => {
    let times = 0;
    suite.handle = async () => {
      times += 1;
      if (times === 1) await start('file');
    };
    const id = await start('file');
    await work();
    expect([await stateOf(id), times]).toEqual(['READY', 1]);
    await work();
    expect([await stateOf(id), times]).toEqual(['SUCCEEDED', 2]);
    expect(suite.ended).toHaveLength(1);
  });

  it('resumes the failed run of its key where it is asked to, as the run of the person who asks', async () => {
    let parsed = 0;
    suite.handle = async ({ step }) => {
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
    suite.handle = async ({ step }) => void (await step('pages', {}, () => Promise.resolve((parsed += 1))));
    expect(await suite.runs.start('parse', { ...again, resumes: true })).toBe(id);
    await work();
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', ownerId: 'ben' });
    expect(parsed).toBe(1);
    // a run that succeeded is not begun again
    expect(await suite.runs.start('parse', { ...again, resumes: true })).not.toBe(id);
  });

  it('does not begin an old run again while a newer one of its key does the work', async () => {
    suite.handle = () => Promise.reject(new RunFailure('TASK_FAILED', { isFinal: true }));
    const old = await start('file');
    await work();
    await start('file');
    await suite.runs.retry('acme', old, 'ann');
    expect(await stateOf(old)).toBe('FAILED');
  });

  it('counts no attempt where a provider asks for a pause, and fails by the number of attempts afterwards', async () => {
    suite.handle = () => Promise.reject(new RunFailure('TASK_FAILED', { retryAfterMs: 60_000 }));
    const id = await start();
    for (let time = 0; time < 5; time += 1) {
      await work();
      untilRetry();
    }
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0 });
    suite.handle = () => Promise.reject(new RunFailure('TASK_FAILED'));
    for (let time = 0; time < 3; time += 1) {
      await work();
      untilRetry();
    }
    expect(await stateOf(id)).toBe('FAILED');
  });

  it('is listed for its owner, by state', async () => {
    const id = await start();
    const list = (ownerId: string, state?: 'READY' | 'FAILED') =>
      suite.runs
        .list('acme', ownerId, { page: 1, size: 10, state })
        .then(({ runs: found, total }) => [found.length, total]);
    expect([await list('ann'), await list('ann', 'READY'), await list('ann', 'FAILED'), await list('ben')]).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    await expect(suite.runs.get('other', id)).rejects.toThrow(CallError);
  });

  it('is cancelled, or passed to the heir, when its owner leaves, as its kind says', async () => {
    const cancelled = await start();
    suite.runs.define<Input>({
      name: 'transcribe',
      whenOwnerLeaves: 'transfer',
      handle: (context) => suite.handle(context),
    });
    const passed = await suite.runs.start<Input>('transcribe', {
      companyId: 'acme',
      ownerId: 'ann',
      subject: { collection: 'transcripts', id: 'meeting' },
      input: { pages: 1 },
    });
    await suite.runs.ownerLeft('acme', 'ann', 'ben');
    expect(await stateOf(cancelled)).toBe('CANCELED');
    expect(await suite.runs.get('acme', passed)).toMatchObject({ state: 'READY', ownerId: 'ben' });
  });

  it('forgets what ended a month ago, with its steps', async () => {
    suite.handle = async ({ step }) => void (await step('a', {}, () => Promise.resolve(1)));
    const old = await start();
    await work();
    const open = await start();
    suite.parts.pass(ENDED_MS + 60_000);
    await suite.parts.run(RUN_CLEAN_UP_JOB);
    await expect(suite.runs.get('acme', old)).rejects.toThrow('TASK_NOT_FOUND');
    expect(await stateOf(open)).toBe('READY');
    expect(await suite.parts.platform.db.selectFrom('run_step').select('run_id').execute()).toEqual([]);
  });
});
