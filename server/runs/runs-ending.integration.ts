/** Attempts that are cancelled, or end with their process or their time. */
import { expect, it, vi } from 'vitest';
import { describeOnEngines } from '../../tests/support/database';
import { cancelRunOf } from './cancel';
import { RUN_RESUME_JOB } from './runs';
import { PARSE_JOB, runSuite } from '../../tests/support/run-suite';

describeOnEngines('runs', (engine) => {
  const suite = runSuite(engine);
  const { start, stateOf, work } = suite;

  it('goes on in another process when the one that executes it dies, and the dead one changes nothing any more', async () => {
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    let attempts = 0;
    suite.handle = ({ attempt }) => {
      attempts = attempt;
      if (attempt > 1) return Promise.resolve();
      entered();
      return blocked;
    };
    const id = await start();
    const dead = work();
    await inside;
    // pg-boss brings the job again; the lease of the first still holds
    suite.parts.enqueued.push({ name: PARSE_JOB, data: { companyId: 'acme', runId: id } });
    suite.parts.pass(61_000);
    await work();
    expect([await stateOf(id), attempts]).toEqual(['SUCCEEDED', 2]);
    suite.handle = () => Promise.reject(new Error('too late'));
    release();
    await dead;
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
    expect(suite.ended).toHaveLength(1);
  });

  it('fails without another attempt where the last one ended with its process', async () => {
    let isExecuted = false;
    suite.handle = () => {
      isExecuted = true;
      return Promise.resolve();
    };
    const id = await start();
    await suite.parts.platform.db
      .updateTable('run')
      .set({ state: 'EXECUTING', attempts: 3, lease_holder: 'dead', lease_until: 0 })
      .execute();
    await work();
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'FAILED', error: 'TASK_FAILED' });
    expect([isExecuted, suite.ended.length]).toEqual([false, 1]);
  });

  it('is cancelled at the next renewal of its lease where the event was lost', async () => {
    suite.handle = async ({ progress, signal }) => {
      await suite.parts.platform.db.updateTable('run').set({ cancel_requested: true }).execute();
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
    suite.handle = async ({ attempt, signal }) => {
      const { released, release, enter } = blocked[attempt - 1]!;
      if (attempt === 2) signal.addEventListener('abort', release);
      enter();
      await released;
      signal.throwIfAborted();
    };
    const id = await start();
    const first = work();
    await blocked[0]!.entered;
    suite.parts.enqueued.push({ name: PARSE_JOB, data: { companyId: 'acme', runId: id } });
    suite.parts.pass(61_000);
    const second = work();
    await blocked[1]!.entered;
    blocked[0]!.release();
    await first;
    await suite.runs.cancel('acme', id);
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
      suite.handle = ({ attempt }) => {
        enter();
        return attempt === 1 ? released : Promise.resolve();
      };
      const leaseUntil = () => suite.parts.platform.db.selectFrom('run').select('lease_until').executeTakeFirst();
      const id = await start();
      const { data } = suite.parts.enqueued.shift()!;
      const job = new AbortController();
      const stuck = suite.parts.runWith(PARSE_JOB, data, job.signal);
      await entered;
      const taken = await leaseUntil();
      suite.parts.pass(30_000);
      job.abort();
      vi.advanceTimersByTime(30_000);
      // a renewal would have sent its statement already
      expect(await leaseUntil()).toEqual(taken);
      suite.parts.enqueued.push({ name: PARSE_JOB, data });
      suite.parts.pass(31_000);
      await work();
      expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'SUCCEEDED', attempts: 2 });
      release();
      await stuck;
    } finally {
      vi.useRealTimers();
    }
  });

  it('is cancelled at once while it waits, and by its signal while it is executed', async () => {
    const waiting = await start();
    await suite.runs.cancel('acme', waiting);
    expect(await stateOf(waiting)).toBe('CANCELED');
    await work();
    expect(await stateOf(waiting)).toBe('CANCELED');

    let inside: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (inside = resolve));
    suite.handle = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        inside();
      });
    const executed = await start();
    const done = work();
    await entered;
    await suite.runs.cancel('acme', executed);
    await done;
    expect(await stateOf(executed)).toBe('CANCELED');
    // a second cancellation of an ended run has no effect, and a retry starts the run again
    await suite.runs.cancel('acme', executed);
    await suite.runs.retry('acme', executed, 'ann');
    expect(await stateOf(executed)).toBe('READY');
  });

  it('begins again if it is started between its cancel and the end of its attempt, unless cancelled too', async () => {
    const handled: number[] = [];
    let meanwhile = async (): Promise<void> => undefined;
    suite.handle = async ({ signal }) => {
      if (handled.push(1) > 1) return;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await cancelRunOf(suite.parts.platform, 'acme', 'parse', 'file');
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
      await suite.runs.cancelOf('acme', 'parse', 'file');
    };
    await work();
    expect([await stateOf(other), handled.length]).toEqual(['CANCELED', 1]);
  });

  it('is enqueued again where its job or its process was lost', async () => {
    const lostJob = await start();
    const lostProcess = await start();
    suite.parts.enqueued.length = 0;
    await suite.parts.run(RUN_RESUME_JOB);
    expect(suite.parts.enqueued).toEqual([]);
    await suite.parts.platform.db
      .updateTable('run')
      .set({ state: 'EXECUTING', lease_holder: 'dead', lease_until: suite.parts.platform.clock.now() + 30_000 })
      .where('id', '=', lostProcess)
      .execute();
    suite.parts.pass(120_000);
    await suite.parts.run(RUN_RESUME_JOB);
    await work();
    expect([await stateOf(lostJob), await stateOf(lostProcess)]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });

  it('goes on at once after a start that is alone with the database', async () => {
    const id = await start();
    await suite.parts.platform.db
      .updateTable('run')
      .set({ state: 'EXECUTING', lease_holder: 'dead', lease_until: suite.parts.platform.clock.now() + 30_000 })
      .execute();
    suite.parts.enqueued.length = 0;
    await suite.runs.started({ isAlone: false });
    expect(suite.parts.enqueued).toEqual([]);
    await suite.runs.started({ isAlone: true });
    await work();
    expect(await stateOf(id)).toBe('SUCCEEDED');
  });

  it('is given to the next process, as if nothing had been tried, where the process of an attempt ends', async () => {
    suite.handle = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const id = await start();
    const ending = new AbortController();
    const [job] = suite.parts.enqueued.splice(0, 1);
    const executing = suite.parts.runWith(PARSE_JOB, job!.data, ending.signal);
    ending.abort();
    await executing;
    expect(await suite.runs.get('acme', id)).toMatchObject({ state: 'RETRY', attempts: 0, error: '' });
  });
});
