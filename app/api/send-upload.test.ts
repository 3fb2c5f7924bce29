import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../sync/protocol/client';
import { sendUpload } from './send-upload';

const MIB = 1024 * 1024;
const UPLOAD = { url: '/uploads/one', token: 't', finished: false };
/** milliseconds, longer than any timeout */
const LONG = 10 * 60_000;

/** bytes that the server has */
let offset = 0;
/** whether the part at an offset gets an answer */
let isAnswered: (at: number) => boolean = () => true;
const parts: number[] = [];

const answer = (): Response => new Response(null, { status: 204, headers: { 'upload-offset': String(offset) } });

beforeEach(() => {
  vi.useFakeTimers();
  offset = 0;
  isAnswered = () => true;
  parts.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { method, body, signal }: RequestInit) => {
    if (method === 'HEAD') return answer();
    parts.push(offset);
    if (!isAnswered(offset))
      return new Promise((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error), { once: true });
      });
    offset += (body as Blob).size;
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const send = (size: number, signal = new AbortController().signal) => {
  const sent: number[] = [];
  const ended = sendUpload(UPLOAD, new Blob([new Uint8Array(size)]), { signal, onSent: (bytes) => sent.push(bytes) });
  // awaited later
  ended.catch(() => undefined);
  return { sent, ended };
};

test('a part that times out is sent again from the server’s offset', async () => {
  isAnswered = (at) => at !== MIB || parts.filter((each) => each === MIB).length > 2;
  const { sent, ended } = send(2.5 * MIB);
  await vi.advanceTimersByTimeAsync(LONG);
  await ended;
  expect(parts).toEqual([0, MIB, MIB, MIB, 2 * MIB]);
  expect(sent.at(-1)).toBe(2.5 * MIB);
});

test('an upload fails after three timeouts in a row, and can be tried again', async () => {
  isAnswered = () => false;
  const { ended } = send(MIB);
  await vi.advanceTimersByTimeAsync(LONG);
  await expect(ended).rejects.toMatchObject({ reason: 'timeout' });
  await expect(ended).rejects.toBeInstanceOf(NoAnswerError);
  expect(parts).toHaveLength(3);
  isAnswered = () => true;
  await send(MIB).ended;
  expect(offset).toBe(MIB);
});

test('aborting an upload ends it immediately', async () => {
  isAnswered = () => false;
  const giving = new AbortController();
  const { ended } = send(MIB, giving.signal);
  await vi.advanceTimersByTimeAsync(10);
  giving.abort(new DOMException('left', 'AbortError'));
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  expect(parts).toHaveLength(1);
});
