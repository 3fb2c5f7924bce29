/** A zip is written as fast as it is read, whatever its size. */
import { PassThrough, Readable, type Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { writeZip, type ZippedFile } from './zip';

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 7);
const FILES = 16;
/** bytes that may wait in the streams between the files and the reader */
const AHEAD = 2 * MB;

/** Files of one megabyte; `produced` counts the bytes that were asked of them. */
function manyFiles() {
  const seen = { produced: 0, opened: 0 };
  function* bytes(): Generator<Buffer> {
    for (let at = 0; at < MB; at += CHUNK.length) {
      seen.produced += CHUNK.length;
      yield CHUNK;
    }
  }
  async function* files(): AsyncGenerator<ZippedFile> {
    for (let n = 0; n < FILES; n += 1)
      yield {
        name: `${n}.png`,
        size: MB,
        changedAt: 0,
        open: () => {
          seen.opened += 1;
          return Promise.resolve(Readable.from(bytes(), { objectMode: false }));
        },
      };
  }
  return { seen, files: files() };
}

/** Resolves when the writer does nothing more until it is read from. */
async function standstill(seen: { produced: number }): Promise<void> {
  for (let rounds = 0, before = -1; rounds < 50; rounds += 1) {
    if (seen.produced !== before) rounds = 0;
    before = seen.produced;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const write = (files: AsyncIterable<ZippedFile>, target: Writable): Promise<void> =>
  writeZip(files, target, { lang: 'en', signal: new AbortController().signal });

it('waits for a reader who has stopped, and never holds more than a part of it', async () => {
  const { seen, files } = manyFiles();
  const target = new PassThrough();
  const written = write(files, target);
  let [read, ahead] = [0, 0];
  for await (const chunk of target) {
    // the reader takes a chunk, and stops until the writer has stopped, too
    if (read < MB / 2) await standstill(seen);
    ahead = Math.max(ahead, seen.produced - read);
    read += (chunk as Buffer).length;
  }
  await written;
  expect(seen).toEqual({ produced: FILES * MB, opened: FILES });
  expect(read).toBeGreaterThan(FILES * MB);
  expect(ahead).toBeLessThan(AHEAD);
});
