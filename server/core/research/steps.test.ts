import { expect, it } from 'vitest';
import { FIRST_BUDGET } from '../../../sync/model/kinds/researches';
import { Steps } from './steps';
import type { Timeline } from './timeline';

const ASKED = { kind: 'write', name: '', input: '' } as const;

function stepsOf(money: number): Steps {
  const context = {
    step: <T>(_name: string, _input: unknown, work: () => Promise<T>): Promise<T> => work(),
    progress: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
  return new Steps({
    budget: { ...FIRST_BUDGET, money },
    price: 30,
    stored: { has: () => false, get: () => undefined },
    elapsed: () => 0,
    live: { context, timeline: { note: () => Promise.resolve() } as unknown as Timeline },
  });
}

it('adds up the stored costs of answers, and uses the highest price for answers without a stored cost', async () => {
  const steps = stepsOf(0);
  await steps.run({ ...ASKED, id: 'new' }, () => Promise.resolve({ error: '', tokens: 1000, money: 0.004 }));
  expect(steps.money).toBeCloseTo(0.004, 9);
  await steps.run({ ...ASKED, id: 'old' }, () => Promise.resolve({ error: '', tokens: 1000 }));
  expect([steps.tokens, steps.money.toFixed(3)]).toEqual([2000, '0.034']);
});

it('does not start a step that could exceed the budget with the most expensive model', async () => {
  const steps = stepsOf(0.05);
  const answer = { error: '', tokens: 1000, money: 0.03 };
  const ask = (id: string) => steps.run({ ...ASKED, id, tokens: 1000 }, () => Promise.resolve(answer));
  expect(await ask('first')).toEqual(answer);
  expect(await ask('second')).toBeNull();
  expect([...steps.reached]).toEqual(['money']);
});
