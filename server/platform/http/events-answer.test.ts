import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventsAnswer } from './events-answer';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((open) => (resolve = open));
  return { promise, resolve };
}

async function* events(wait: () => Promise<void> = () => Promise.resolve()): AsyncGenerator<object> {
  yield { type: 'text', text: 'a\nb' };
  await wait();
  yield { type: 'done' };
}

it('names each event by its type, and its data is one line', async () => {
  const ended = vi.fn();
  const answer = await eventsAnswer('id', 1, events(), ended);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await answer.text()).toBe(
    'event: text\ndata: {"type":"text","text":"a\\nb"}\n\nevent: done\ndata: {"type":"done"}\n\n',
  );
  expect(ended).toHaveBeenCalledExactlyOnceWith(null);
});

it('keeps a silent answer open with comments', async () => {
  const { promise, resolve } = gate();
  const answer = await eventsAnswer(
    'id',
    1,
    events(() => promise),
    () => undefined,
  );
  const text = answer.text();
  await vi.advanceTimersByTimeAsync(50_000);
  resolve();
  expect(await text).toMatch(/^event: text\n.*\n\n:\n\n:\n\nevent: done/);
});

it('throws a failure before the first event, and ends the answer at a later one', async () => {
  async function* failing(): AsyncGenerator<object> {
    await Promise.resolve();
    throw new Error('early');
  }
  await expect(eventsAnswer('id', 1, failing(), () => undefined)).rejects.toThrow('early');
  const ended = vi.fn();
  const late = events(() => Promise.reject(new Error('late')));
  await expect((await eventsAnswer('id', 1, late, ended)).text()).rejects.toThrow();
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'late' }));
});

it('closes the source of events when the client disconnects', async () => {
  const { promise, resolve } = gate();
  async function* watched(): AsyncGenerator<object> {
    try {
      for (;;) {
        await Promise.resolve();
        yield { type: 'text' };
      }
    } finally {
      resolve();
    }
  }
  const answer = await eventsAnswer('id', 1, watched(), () => undefined);
  await answer.body!.cancel();
  await promise;
});
