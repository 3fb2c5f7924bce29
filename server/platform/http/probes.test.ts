import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { probes } from './probes';

const platform = { config: {}, metrics: {} } as unknown as Parameters<typeof probes>[0];

/** What /readyz answers where the database answers so. */
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

test('a process whose database can be read and not written is not ready', async () => {
  const full = (text: string) =>
    /^\s*select/i.test(text) ? Promise.resolve({}) : Promise.reject(new Error('No space left on device'));
  expect(await readiness(full)).toBe(503);
  expect(await readiness(() => Promise.resolve({}))).toBe(200);
  expect(await readiness(() => Promise.resolve({}), false)).toBe(503);
});

test('however many ask, the database is written to once a second', async () => {
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
