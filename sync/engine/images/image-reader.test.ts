import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ImageReader } from './image-reader';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reader without images on the device; the first bytes of each response arrive, and nothing after them. */
function stalledReader() {
  const ended = new AbortController();
  let [asked, cancelled] = [0, 0];
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array([0x89, 0x50, 0x4e, 0x47])),
      cancel: () => {
        cancelled += 1;
      },
    });
  const none = { where: () => ({ equals: () => ({ filter: () => ({ first: () => Promise.resolve(undefined) }) }) }) };
  const reader = new ImageReader({
    device: { images: none } as never,
    documents: { get: () => Promise.resolve(null), stored: () => Promise.resolve([]) },
    session: {
      fetch: () => {
        asked += 1;
        return Promise.resolve(new Response(body(), { headers: { 'content-type': 'image/png' } }));
      },
      renew: () => Promise.resolve(false),
    },
    clock: { now: () => 1 } as never,
    origin: '',
    ended: ended.signal,
  });
  return { reader, ended, requests: () => ({ asked, cancelled }) };
}

test('an image whose body stalls is missing after a minute, and is asked for again by the next read', async () => {
  const { reader, requests } = stalledReader();
  for (const asked of [1, 2]) {
    const answer = reader.read('n1', 'i1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toEqual({ missing: 'offline' });
    expect(requests()).toEqual({ asked, cancelled: asked });
  }
});

test('a body that stalls is cancelled when the workspace ends', async () => {
  const { reader, ended, requests } = stalledReader();
  const answer = reader.read('n1', 'i1');
  await vi.advanceTimersByTimeAsync(1);
  ended.abort(new Error('ended'));
  expect(await answer).toEqual({ missing: 'offline' });
  expect(requests()).toEqual({ asked: 1, cancelled: 1 });
});
