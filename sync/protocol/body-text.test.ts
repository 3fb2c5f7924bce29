import { expect, test } from 'vitest';
import { readText } from './body-text';

test('gives characters whole, however the bytes were cut, and then the end', async () => {
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

test('who gives up does not wait for a body that hears nothing of it', async () => {
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

test('a body that broke is told as that', async () => {
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
