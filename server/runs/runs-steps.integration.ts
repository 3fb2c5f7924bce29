/** Steps of a run: their stored outputs, and the pause between two of them. */
import { expect, it } from 'vitest';
import { describeOnEngines } from '../../tests/support/database';
import { RunFailure } from './failure';
import { runSuite, type Input } from '../../tests/support/run-suite';

describeOnEngines('runs', (engine) => {
  const suite = runSuite(engine);
  const { start, stateOf, work, untilRetry } = suite;

  it('does a finished step once, over attempts and retries, and again for another input', async () => {
    let parsed = 0;
    let fails = true;
    let version = 1;
    suite.handle = async ({ step }) => {
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
    await suite.runs.retry('acme', id, 'ann');
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
    suite.runs.define<Input>({
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
    await suite.runs.retry('acme', id, 'ann');
    await work();
    expect([await stateOf(id), made]).toEqual(['SUCCEEDED', { found: 2, bought: 1 }]);
  });

  it('hands over to a new job between two steps after eight minutes, without counting an attempt', async () => {
    const done: string[] = [];
    suite.handle = async ({ step, attempt }) => {
      for (const name of ['a', 'b', 'c'])
        await step(name, {}, () => {
          done.push(`${name}${attempt}`);
          suite.parts.pass(9 * 60_000);
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

  it('forgets the steps whose content was deleted', async () => {
    suite.handle = async ({ step }) => {
      await step('r1/0-9', {}, () => Promise.resolve('words'));
      await step('r2/0-9', {}, () => Promise.resolve('words'));
      throw new RunFailure('TASK_FAILED', { isFinal: true });
    };
    await start();
    await work();
    const names = async (): Promise<string[]> =>
      (await suite.parts.platform.db.selectFrom('run_step').select('name').execute()).map(({ name }) => name);
    await suite.runs.forgetSteps('acme', { collection: 'projectItems', id: 'another' }, 'r1/');
    expect(await names()).toHaveLength(2);
    await suite.runs.forgetSteps('acme', { collection: 'projectItems', id: 'file' }, 'r1/');
    expect(await names()).toEqual(['r2/0-9']);
  });

  it('gives the outputs of its finished steps until it has succeeded', async () => {
    let fails = true;
    suite.handle = async ({ step }) => {
      await step('pages', { version: 1 }, () => Promise.resolve(['a page']));
      if (fails) throw new RunFailure('TASK_FAILED', { isFinal: true });
    };
    const id = await start();
    await work();
    const outputs = await suite.runs.outputs('acme', id);
    expect([outputs.get('pages', { version: 1 }), outputs.get('pages', { version: 2 })]).toEqual([
      ['a page'],
      undefined,
    ]);
    expect([outputs.has('pages'), outputs.has('other')]).toEqual([true, false]);
    expect((await suite.runs.outputs('other', id)).has('pages')).toBe(false);
    fails = false;
    await suite.runs.retry('acme', id, 'ann');
    await work();
    expect((await suite.runs.outputs('acme', id)).has('pages')).toBe(false);
  });
});
