import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { probes } from './probes';

const platform = { config: {}, metrics: {} } as unknown as Parameters<typeof probes>[0];

/** Response of /readyz for a database that answers this way. */
async function readiness(query: (text: string) => Promise<unknown>, accepting = true): Promise<number> {
  const handler = probes(platform, { query: ({ text }: { text: string }) => query(text) } as never, { accepting });
  let status = 0;
  const response = {
    writeHead: (code: number) => {
      status = code;
      return response;
    },
    end: () => response,
  };
  await handler.handle(
    { url: '/readyz', headers: {}, socket: {} } as IncomingMessage,
    response as unknown as ServerResponse,
    {} as never,
  );
  return status;
}

test('a process with a read-only database is not ready', async () => {
  const full = (text: string) =>
    /^\s*select/i.test(text) ? Promise.resolve({}) : Promise.reject(new Error('No space left on device'));
  expect(await readiness(full)).toBe(503);
  expect(await readiness(() => Promise.resolve({}))).toBe(200);
  expect(await readiness(() => Promise.resolve({}), false)).toBe(503);
});

test('concurrent probes write to the database once a second', async () => {
  vi.useFakeTimers();
  try {
    let writes = 0;
    const answers: string[] = [];
    const handler = probes(
      platform,
      {
        query: () => {
          writes += 1;
          return Promise.resolve({});
        },
      } as never,
      { accepting: true },
    );
    const ask = async (): Promise<void> => {
      const response = { writeHead: () => response, end: (text: string) => void answers.push(text) };
      await handler.handle(
        { url: '/readyz', headers: {}, socket: {} } as IncomingMessage,
        response as unknown as ServerResponse,
        {} as never,
      );
    };
    await Promise.all(Array.from({ length: 50 }, ask));
    await ask();
    expect([writes, answers.length]).toEqual([1, 51]);
    await vi.advanceTimersByTimeAsync(1_000);
    await ask();
    expect(writes).toBe(2);
    expect(new Set(answers)).toEqual(new Set(['ready']));
  } finally {
    vi.useRealTimers();
  }
});
