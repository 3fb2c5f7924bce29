import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BodyBudget, NO_ROOM } from './body-budget';
import { ClientGoneError } from './request-body';

const KB = 1024;
const here = new AbortController().signal;
let budget: BodyBudget;
beforeEach(() => {
  vi.useFakeTimers();
  budget = new BodyBudget({ total: 1000 * KB, perCaller: 600 * KB, waitMs: 1_000, readMs: 600 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests room; `inWork` is true once it is granted. */
function ask(caller: string, kb: number, disconnected: AbortSignal = here) {
  const asked = {
    inWork: false,
    error: undefined as unknown,
    room: NO_ROOM,
    release: (): void => asked.room.release(),
  };
  budget.take(caller, kb * KB, disconnected).then(
    (room) => {
      asked.inWork = true;
      asked.room = room;
    },
    (error: unknown) => {
      asked.error = error;
    },
  );
  return asked;
}
const turn = () => vi.advanceTimersByTimeAsync(0);

it('admits bodies that fit, and the next after a release', async () => {
  const [a, b, c] = [ask('ann', 500), ask('ben', 500), ask('cem', 500)];
  await turn();
  expect([a.inWork, b.inWork, c.inWork]).toEqual([true, true, false]);
  b.release();
  b.release();
  await turn();
  expect(c.inWork).toBe(true);
  const d = ask('dan', 500);
  await turn();
  expect(d.inWork).toBe(false);
});

it('a caller over its own limit waits without blocking others', async () => {
  const [first, second, other] = [ask('ann', 500), ask('ann', 500), ask('ben', 400)];
  await turn();
  expect([first.inWork, second.inWork, other.inWork]).toEqual([true, false, true]);
  first.release();
  await turn();
  expect(second.inWork).toBe(true);
});

it('a body larger than the whole budget is admitted alone, small ones always', async () => {
  const huge = ask('ann', 5_000);
  const [next, small] = [ask('ben', 100), ask('ben', 64)];
  await turn();
  expect([huge.inWork, next.inWork, small.inWork]).toEqual([true, false, true]);
  huge.release();
  await turn();
  expect(next.inWork).toBe(true);
});

it('a timed-out body gets a retry time, a disconnected one stops waiting, and both give up their turn', async () => {
  const first = ask('ann', 900);
  const leaving = new AbortController();
  const [late, left, patient] = [ask('ben', 500), ask('cem', 500, leaving.signal), ask('dan', 500)];
  leaving.abort();
  await turn();
  expect(left.error).toBeInstanceOf(ClientGoneError);
  await vi.advanceTimersByTimeAsync(999);
  expect(late.error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(late.error).toMatchObject({ code: 'OPERATE_TOO_FAST', details: { params: { seconds: 5 } } });
  expect(patient.error).toMatchObject({ code: 'OPERATE_TOO_FAST' });
  const next = ask('dan', 500);
  first.release();
  await turn();
  expect(next.inWork).toBe(true);
});

it('a body that exceeds its read time loses its room only if another body waits', async () => {
  const [slow, arrived] = [ask('ann', 500), ask('ben', 400)];
  await turn();
  arrived.room.arrived(400 * KB);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slow.room.tooSlow.aborted).toBe(false);
  const next = ask('cem', 500);
  await turn();
  expect([slow.room.tooSlow.aborted, arrived.room.tooSlow.aborted]).toEqual([true, false]);
  expect(slow.room.tooSlow.reason).toMatchObject({ code: 'OPERATE_TOO_FAST' });
  slow.release();
  await turn();
  expect(next.inWork).toBe(true);
  const after = ask('dan', 500);
  await vi.advanceTimersByTimeAsync(600);
  expect(next.room.tooSlow.aborted).toBe(true);
  next.release();
  await turn();
  expect(after.inWork).toBe(true);
});

it('a body of unknown length reserves the maximum until it has arrived', async () => {
  const [unknown, next] = [ask('ann', 900), ask('ben', 500)];
  await turn();
  expect(next.inWork).toBe(false);
  unknown.room.arrived(2 * KB);
  await turn();
  expect(next.inWork).toBe(true);
  unknown.release();
  const after = ask('cem', 500);
  await turn();
  expect(after.inWork).toBe(true);
});
