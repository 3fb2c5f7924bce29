import { expect, test, vi } from 'vitest';
import { NoAnswerError, type Call } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import { syncCalls } from '../../protocol/messages';
import { backoff, pause, RETRY_MAX_MS } from './backoff';
import { concernsConnection, ConnectionMonitor, monitored } from './connection';

const monitor = (probe: () => Promise<void>): ConnectionMonitor =>
  new ConnectionMonitor({ probe, now: () => 5, random: () => 1, retryMin: 100 });

test('backoff doubles up to a minute and is randomised', () => {
  expect([1, 2, 3].map((n) => backoff(n, () => 1))).toEqual([1_000, 2_000, 4_000]);
  expect(backoff(50, () => 1)).toBe(RETRY_MAX_MS);
  expect(backoff(3, () => 0)).toBe(2_000);
});

test('a pause ends when its signal fires', async () => {
  const controller = new AbortController();
  const waiting = pause(60_000, controller.signal);
  controller.abort();
  await waiting;
  await pause(60_000, controller.signal);
});

test('errors about the request itself do not affect the connection', () => {
  for (const code of ['PARAM_ERROR', 'PROJECT_NOT_FOUND', 'CHECKPOINT_TOO_OLD', 'PERMISSION_DENIED'] as const)
    expect(concernsConnection(new CallError(code)), code).toBe(false);
  for (const code of ['USER_NOT_LOGIN', 'NO_PERMISSION', 'IP_BLOCKED', 'HTTP_503', 'OPERATE_TOO_FAST'] as const)
    expect(concernsConnection(new CallError(code)), code).toBe(true);
  expect(concernsConnection(new NoAnswerError('timeout'))).toBe(true);
  expect(concernsConnection(new TypeError('unrelated'))).toBe(false);
});

test('an offline connection probes the server with exponential backoff', async () => {
  vi.useFakeTimers();
  try {
    let answers = false;
    const probe = vi.fn(async () => {
      if (!answers) throw new NoAnswerError('network');
    });
    const connection = monitor(probe);
    await connection.probe();
    expect(connection.state$.value).toEqual({
      state: 'offline',
      reason: 'serverUnreachable',
      since: 5,
      nextTryAt: 105,
    });
    await vi.advanceTimersByTimeAsync(100);
    await vi.advanceTimersByTimeAsync(200);
    expect(probe).toHaveBeenCalledTimes(3);
    answers = true;
    await vi.advanceTimersByTimeAsync(400);
    expect(connection.state$.value).toEqual({ state: 'online', since: 5 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(probe).toHaveBeenCalledTimes(4);
    connection.close();
  } finally {
    vi.useRealTimers();
  }
});

test('requests that fail at the same time or late count as one failure, and do not postpone the probe', async () => {
  vi.useFakeTimers();
  try {
    const probe = vi.fn(async () => {
      throw new NoAnswerError('network');
    });
    const connection = monitor(probe);
    connection.succeeded(connection.requestToken());
    for (let i = 0; i < 5; i += 1) connection.failed(new NoAnswerError('network'));
    expect(connection.state$.value).toMatchObject({ state: 'offline', nextTryAt: 105 });
    await vi.advanceTimersByTimeAsync(90);
    connection.failed(new NoAnswerError('timeout'));
    await vi.advanceTimersByTimeAsync(10);
    expect(probe).toHaveBeenCalledTimes(1);
    // the failed probe doubled the backoff
    await vi.advanceTimersByTimeAsync(190);
    connection.failed(new NoAnswerError('timeout'));
    expect(probe).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(probe).toHaveBeenCalledTimes(2);
    connection.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a write that fails on a full disk does not postpone the probe', async () => {
  vi.useFakeTimers();
  try {
    const probe = vi.fn(async () => {});
    const connection = monitor(probe);
    connection.failed(new CallError('DEVICE_STORAGE_FULL'));
    await vi.advanceTimersByTimeAsync(29_000);
    connection.failed(new CallError('DEVICE_STORAGE_FULL'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(connection.online).toBe(true);
    connection.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a probe with an unexpected error is repeated while the connection is not online', async () => {
  vi.useFakeTimers();
  try {
    let error: Error | null = new TypeError('unexpected');
    const probe = vi.fn(async () => {
      if (error) throw error;
    });
    const connection = monitor(probe);
    await connection.probe();
    expect(connection.state$.value).toMatchObject({ state: 'offline', reason: 'serverUnreachable', nextTryAt: 105 });
    error = null;
    await vi.advanceTimersByTimeAsync(100);
    expect(connection.online).toBe(true);
    error = new TypeError('unexpected');
    await connection.probe();
    expect(connection.online).toBe(true);
    connection.close();
  } finally {
    vi.useRealTimers();
  }
});

test('an offline hint is ignored while the server answers', async () => {
  const connection = monitor(async () => {});
  await connection.probe();
  connection.hint('offline');
  await Promise.resolve();
  expect(connection.online).toBe(true);
  connection.close();
});

test('a signed-out connection probes again when the window gets the focus', async () => {
  let signedIn = false;
  const probe = vi.fn(async () => {
    if (!signedIn) throw new CallError('USER_NOT_LOGIN');
  });
  const connection = monitor(probe);
  await connection.probe();
  expect(connection.state$.value).toEqual({ state: 'blocked', reason: 'signedOut', since: 5 });
  signedIn = true;
  connection.hint('focus');
  await connection.whenOnline(new AbortController().signal);
  expect(connection.online).toBe(true);
  connection.close();
});

test('a write on a full disk blocks the connection until a probe', async () => {
  const connection = monitor(async () => {});
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  connection.failed(new Error('the transaction was aborted', { cause: full }));
  expect(connection.state$.value).toEqual({ state: 'blocked', reason: 'storageFull', since: 5 });
  connection.hint('focus');
  await connection.whenOnline(new AbortController().signal);
  expect(connection.online).toBe(true);
  connection.close();
});

test('a hint during a probe causes another probe', async () => {
  let answer = (): void => {};
  let cut = false;
  const probe = vi.fn(() =>
    cut
      ? Promise.reject(new NoAnswerError('network'))
      : new Promise<void>((resolve) => {
          answer = resolve;
        }),
  );
  const connection = monitor(probe);
  const first = connection.probe();
  cut = true;
  connection.hint('offline');
  answer();
  await first;
  expect(probe).toHaveBeenCalledTimes(2);
  expect(connection.state$.value).toMatchObject({ state: 'offline', reason: 'noNetwork' });
  connection.close();
});

test('a response requested before a failure does not set the connection online', async () => {
  let cut = true;
  const probe = vi.fn(async () => {
    if (cut) throw new NoAnswerError('network');
  });
  const connection = monitor(probe);
  const states: string[] = [];
  const asked = connection.requestToken();
  connection.succeeded(asked);
  connection.hint('offline');
  connection.failed(new NoAnswerError('network'));
  connection.state$.subscribe((c) => states.push(c.state));
  connection.succeeded(asked);
  await expect.poll(() => probe.mock.calls.length).toBe(2);
  expect(states).not.toContain('online');
  // It only triggers a probe, whose response counts.
  cut = false;
  connection.succeeded(asked);
  await connection.whenOnline(new AbortController().signal);
  expect(probe).toHaveBeenCalledTimes(3);
  connection.close();
});

test('an outdated response while online changes nothing and sends no probe', async () => {
  const probe = vi.fn(async () => {});
  const connection = monitor(probe);
  const asked = connection.requestToken();
  connection.failed(new NoAnswerError('timeout'));
  await connection.probe();
  connection.succeeded(asked);
  expect(connection.online).toBe(true);
  expect(probe).toHaveBeenCalledTimes(1);
  connection.close();
});

test('a probe during which another call failed is repeated', async () => {
  let answer = (): void => {};
  const probe = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const connection = monitor(probe);
  const first = connection.probe();
  connection.failed(new CallError('USER_NOT_LOGIN'));
  answer();
  await expect.poll(() => probe.mock.calls.length).toBe(2);
  expect(connection.state$.value).toMatchObject({ state: 'blocked', reason: 'signedOut' });
  answer();
  await first;
  expect(connection.online).toBe(true);
  connection.close();
});

test('each successful call sets the connection online; a failed one is not reported by the wrapper', async () => {
  const connection = monitor(async () => {
    throw new CallError('CLIENT_TOO_OLD');
  });
  let answer: () => Promise<never> = () => Promise.resolve({} as never);
  const call = monitored((() => answer()) as Call, connection);
  const pull = (): Promise<unknown> => call(syncCalls.pull, { collection: 'notes' });
  answer = () => Promise.reject(new NoAnswerError('network'));
  await expect(pull()).rejects.toThrow();
  expect(connection.state$.value.state).toBe('starting');
  let arrive = (): void => {};
  answer = () =>
    new Promise((resolve) => {
      arrive = () => resolve({} as never);
    });
  const under = pull();
  connection.failed(new CallError('CLIENT_TOO_OLD'));
  arrive();
  answer = () => Promise.resolve({} as never);
  await under;
  expect(connection.online).toBe(false);
  await connection.probe();
  await pull();
  expect(connection.online).toBe(true);
  connection.close();
});
