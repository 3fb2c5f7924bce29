import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64 } from '../../merge/yjs';
import { NoAnswerError, type Call } from '../../protocol/client';
import { LIVE_UPDATE_MAX_BYTES, liveCalls, type LiveTopic } from '../../protocol/live';
import { LiveUpdates } from './live-updates';
import { Subscriptions } from './subscriptions';

/** A text typed character by character, and its copy at a subscriber. */
function typing() {
  const [mine, theirs] = [new Y.Doc(), new Y.Doc()];
  const calls: { answer(heard?: boolean): Promise<void>; fail(): Promise<void> }[] = [];
  let time = 0;
  let online = true;
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  };
  const call = vi.fn(
    (_: unknown, { update }: { update: string }) =>
      new Promise((resolve, reject) => {
        calls.push({
          answer: (heard = true) => {
            if (heard) Y.applyUpdate(theirs, fromBase64(update));
            resolve({ heard });
            return settled();
          },
          fail: () => {
            reject(new NoAnswerError('timeout'));
            return settled();
          },
        });
      }),
  );
  const liveUpdates = new LiveUpdates({ call: call as unknown as Call, online: () => online, now: () => time });
  mine.on('update', (update: Uint8Array) => liveUpdates.send('n1', update));
  return {
    asked: calls,
    call,
    type: (words: string) => {
      const text = mine.getText('');
      text.insert(text.length, words);
    },
    read: () => theirs.getText('').toString(),
    pass: (ms: number) => {
      time += ms;
    },
    cut: (cut: boolean) => {
      online = !cut;
    },
  };
}

test('one call runs at a time; updates typed meanwhile are merged into the next call', async () => {
  const t = typing();
  for (const letter of 'letters') t.type(letter);
  expect(t.asked).toHaveLength(1);
  await t.asked[0]!.answer();
  expect(t.asked).toHaveLength(2);
  await t.asked[1]!.answer();
  expect(t.read()).toBe('letters');
  expect(t.asked).toHaveLength(2);
});

test('without a subscriber, one call per second sends all undelivered updates', async () => {
  const t = typing();
  t.type('a');
  t.type('b');
  await t.asked[0]!.answer(false);
  t.pass(999);
  t.type('c');
  expect(t.asked).toHaveLength(1);
  t.pass(1);
  t.type('d');
  expect(t.asked).toHaveLength(2);
  await t.asked[1]!.answer();
  expect(t.read()).toBe('abcd');
});

test('after an error, the next update after five seconds is sent', async () => {
  const t = typing();
  t.type('a');
  t.type('b');
  await t.asked[0]!.fail();
  t.pass(4_999);
  t.type('c');
  t.pass(1);
  expect(t.asked).toHaveLength(1);
  t.type('d');
  expect(t.asked).toHaveLength(2);
  await t.asked[1]!.answer();
  expect(t.read()).toBe('abcd');
});

test('updates that are too old or too large are left to replication', async () => {
  const t = typing();
  t.type('x'.repeat(LIVE_UPDATE_MAX_BYTES));
  expect(t.asked).toHaveLength(0);
  t.type('y');
  const size = (call: number): number => t.call.mock.calls[call]![1].update.length;
  expect(size(0)).toBeLessThan(100);
  await t.asked[0]!.fail();
  t.pass(9_000);
  t.cut(true);
  t.type('z'.repeat(500));
  t.pass(2_000);
  t.type('z');
  expect(t.asked).toHaveLength(1);
  t.cut(false);
  t.type('z');
  expect([t.asked.length, size(1) > 500 && size(1) < 1_000]).toEqual([2, true]);
});

test('each stream is subscribed to the open texts, and again when they change', async () => {
  const subscribed: string[][] = [];
  let open: string[] = [];
  let failing = false;
  const call = async (definition: unknown, { topics }: { topics: LiveTopic[] }): Promise<unknown> => {
    expect(definition).toBe(liveCalls.subscribe);
    if (failing) throw new NoAnswerError('network');
    subscribed.push(topics.map(({ id }) => id));
    return {};
  };
  const subscriptions = new Subscriptions({
    call: call as unknown as Call,
    open: () => Promise.resolve(open.map((id) => ({ collection: 'noteContents', id }))),
    seen: () => Promise.resolve([]),
  });
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  const change = async (...texts: string[]): Promise<void> => {
    open = texts;
    subscriptions.changed();
    await settled();
  };
  await change('a');
  expect(subscribed).toEqual([]);
  subscriptions.opened();
  await settled();
  await change('a', 'a');
  await change('b', 'a');
  expect(subscribed).toEqual([['a'], ['a', 'b']]);
  failing = true;
  await change();
  failing = false;
  subscriptions.closed();
  await change('c');
  expect(subscribed).toHaveLength(2);
  subscriptions.opened();
  await settled();
  await change();
  expect(subscribed.slice(2)).toEqual([['c'], []]);
});

test('a subscription that failed is sent again, without another change', async () => {
  let failures = 2;
  const subscribed: unknown[] = [];
  const waited: number[] = [];
  const done = new Promise<void>((resolve) => {
    const subscriptions = new Subscriptions({
      call: (async (_: unknown, { topics }: { topics: LiveTopic[] }) => {
        if ((failures -= 1) >= 0) throw new NoAnswerError('network');
        subscribed.push(topics.map(({ id }) => id));
        resolve();
      }) as unknown as Call,
      open: () => Promise.resolve([{ collection: 'noteContents', id: 'a' }]),
      seen: () => Promise.resolve([]),
      retryAfterMs: (failed) => {
        waited.push(failed);
        return 0;
      },
    });
    subscriptions.opened();
  });
  await done;
  expect([subscribed, waited]).toEqual([[['a']], [1, 2]]);
});

test('only documents that the person sees are confirmed to the server', async () => {
  const answered: unknown[] = [];
  const subscriptions = new Subscriptions({
    call: (async (definition: unknown, input: unknown) => {
      expect(definition).toBe(liveCalls.watching);
      answered.push(input);
      throw new NoAnswerError('network');
    }) as unknown as Call,
    open: () => Promise.resolve(['seen', 'hidden'].map((id) => ({ collection: 'turns', id }))),
    seen: () => Promise.resolve([{ collection: 'turns', id: 'seen' }]),
  });
  await subscriptions.answer({ collection: 'turns', id: 'closed' }, 'first');
  await subscriptions.answer({ collection: 'turns', id: 'hidden' }, 'second');
  await subscriptions.answer({ collection: 'turns', id: 'seen' }, 'third');
  expect(answered).toEqual([{ askId: 'third' }]);
});
