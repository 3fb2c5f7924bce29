import { expect, test } from 'vitest';
import { CallError } from './errors';
import { LiveLine, offerLive } from './live-line';

interface Query {
  kind: string;
}

/** Both ends of a message channel between a page and a worker; messages are cloned. */
function line(): {
  page: ConstructorParameters<typeof LiveLine>[0];
  worker: ConstructorParameters<typeof LiveLine>[0];
} {
  const listeners: ((event: MessageEvent) => void)[][] = [[], []];
  const end = (here: number): ConstructorParameters<typeof LiveLine>[0] => ({
    postMessage: (message) => {
      for (const listener of listeners[1 - here]!) listener({ data: structuredClone(message) } as MessageEvent);
    },
    addEventListener: (_, listener) => {
      listeners[here]!.push(listener);
    },
  });
  return { page: end(0), worker: end(1) };
}

test('each query receives its own values until it is stopped', async () => {
  const { page, worker } = line();
  const tell = new Map<string, (value: unknown) => void>();
  const ended: string[] = [];
  offerLive<Query>(worker, async ({ kind }, onValue) => {
    tell.set(kind, onValue);
    return () => {
      ended.push(kind);
    };
  });
  const questions = new LiveLine<Query>(page);
  const heard: unknown[] = [];
  const stop = questions.ask(
    { kind: 'a' },
    (value) => heard.push(['a', value]),
    () => {},
  );
  questions.ask(
    { kind: 'b' },
    (value) => heard.push(['b', value]),
    () => {},
  );
  // Other messages on the channel are ignored.
  worker.postMessage({ id: 'comlink', type: 'RAW', value: 1 });
  worker.postMessage(null);
  tell.get('b')!([1]);
  tell.get('a')!(2);
  stop();
  tell.get('a')!(3);
  tell.get('b')!(4);
  expect(heard).toEqual([
    ['b', [1]],
    ['a', 2],
    ['b', 4],
  ]);
  await expect.poll(() => ended).toEqual(['a']);
});

test('a failed query receives the error with its code', async () => {
  const { page, worker } = line();
  offerLive<Query>(worker, async ({ kind }, _, onError) => {
    if (kind === 'never') throw new CallError('USER_NOT_LOGIN');
    onError(new TypeError('a count of notes may only use plain fields'));
    return () => {};
  });
  const questions = new LiveLine<Query>(page);
  const errors: Error[] = [];
  for (const kind of ['count', 'never'])
    questions.ask(
      { kind },
      () => {},
      (error) => errors.push(error),
    );
  await expect
    .poll(() => errors)
    .toMatchObject([
      { name: 'TypeError', message: 'a count of notes may only use plain fields' },
      { code: 'USER_NOT_LOGIN' },
    ]);
});
