import { expect, test } from 'vitest';
import { readText } from './body-text';

test('returns whole characters, wherever the bytes are split, and then undefined', async () => {
  const bytes = new TextEncoder().encode('漢字é');
  const text = readText(
    new ReadableStream({
      start: (to) => {
        for (const byte of bytes) to.enqueue(Uint8Array.of(byte));
        to.close();
      },
    }),
    new AbortController().signal,
  );
  let all = '';
  for (let piece = await text.read(); piece !== undefined; piece = await text.read()) all += piece;
  expect(all).toBe('漢字é');
});

test('an abort rejects the read even if the body does not react to its cancellation', async () => {
  const giveUp = new AbortController();
  let cancelled = false;
  const text = readText(
    new ReadableStream({
      cancel: () => {
        cancelled = true;
        return new Promise(() => {});
      },
    }),
    giveUp.signal,
  );
  const read = text.read();
  giveUp.abort(new Error('on purpose'));
  await expect(read).rejects.toThrow('on purpose');
  await expect(text.read()).rejects.toThrow('on purpose');
  expect(cancelled).toBe(true);
});

test('a broken body rejects with its own error', async () => {
  const text = readText(
    new ReadableStream({
      start: (to) => {
        to.error(new Error('cut'));
      },
    }),
    new AbortController().signal,
  );
  await expect(text.read()).rejects.toThrow('cut');
});
