/**
 * A streamed NDJSON response. Backpressure of the reader pauses the generator, so that memory stays constant for any
 * length.
 *
 *   generator ──line──► (br | gzip, flushed after each line) ──► socket            reader disconnected: the generator is closed
 */
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib';
import { acceptedEncoding } from './answers';
import { chunksOf, startStream, streamedAnswer } from './streamed';

export const LINES_TYPE = 'application/x-ndjson';

/** Low compression levels: the reader consumes the response as it arrives. */
const packer = (encoding: 'br' | 'gzip'): BrotliCompress | Gzip =>
  encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 } })
    : createGzip({ level: 1 });

/**
 * @param lines read immediately: an error before its first line is thrown here, a later one aborts the response
 * @param onEnd called once when the response has ended, with the error that aborted it
 */
export async function linesAnswer(
  request: Request,
  requestId: string,
  now: number,
  lines: AsyncIterable<unknown>,
  onEnd: (error: unknown) => void,
  headers: Headers = new Headers(),
): Promise<Response> {
  const { iterator, first } = await startStream(lines);
  headers.append('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
  if (encoding) headers.set('content-encoding', encoding);
  const text = chunksOf(iterator, linesOf(iterator, first), onEnd);
  const body = encoding ? packed(text, packer(encoding)) : Readable.from(text, { objectMode: false, highWaterMark: 1 });
  return streamedAnswer(body, { type: LINES_TYPE, requestId, now, headers });
}

async function* linesOf(iterator: AsyncIterator<unknown>, first: IteratorResult<unknown>): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await iterator.next()) yield Buffer.from(`${JSON.stringify(next.value)}\n`);
}

/** Flushes the compressor after each line: the first screenful must not wait for a full buffer. */
function packed(text: AsyncGenerator<Buffer>, zip: BrotliCompress | Gzip): Readable {
  // one listener for the whole response: one for each line would leak
  const closed = new Promise<void>((resolve) => void zip.once('close', resolve));
  const drained = (): Promise<void> => new Promise((resolve) => void zip.once('drain', resolve));
  const pump = async (): Promise<void> => {
    try {
      for await (const line of text) {
        if (zip.destroyed) return;
        if (!zip.write(line)) await Promise.race([drained(), closed]);
        if (zip.destroyed) return;
        // The callback fires when the reader has drained the buffer: backpressure.
        await Promise.race([
          new Promise<void>((resolve) => {
            zip.flush(() => resolve());
          }),
          closed,
        ]);
      }
      zip.end();
    } catch (error) {
      zip.destroy(error as Error);
    }
  };
  void pump();
  return zip;
}
