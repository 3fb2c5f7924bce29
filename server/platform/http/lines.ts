/**
 * An answer in lines (NDJSON), made while it is read: a slow reader holds back its maker, so that memory stays flat however much there is.
 *
 *   maker ──line──► (br | gzip, flushed after each line) ──► socket            reader gone: the maker is ended
 */
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib';
import { SERVER_TIME_HEADER } from '../../../sync/protocol/messages';
import { acceptedEncoding } from './answers';

export const LINES_TYPE = 'application/x-ndjson';

/** Quick rather than small: what is sent is read as fast as it comes. */
const packer = (encoding: 'br' | 'gzip'): BrotliCompress | Gzip =>
  encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 } })
    : createGzip({ level: 1 });

/**
 * @param lines begins to be read at once: what it throws before its first line is thrown here, what it throws later cuts the answer
 * @param onEnd told once when the answer has ended, with what cut it
 */
export async function linesAnswer(
  request: Request,
  requestId: string,
  now: number,
  lines: AsyncIterable<unknown>,
  onEnd: (error: unknown) => void,
  headers: Headers = new Headers(),
): Promise<Response> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  headers.set('content-type', `${LINES_TYPE}; charset=utf-8`);
  headers.set('cache-control', 'no-store');
  headers.set(SERVER_TIME_HEADER, String(now));
  headers.set('x-request-id', requestId);
  headers.append('vary', 'accept-encoding');
  // a proxy that gathers the whole answer first would take the point of it
  headers.set('x-accel-buffering', 'no');
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
  if (encoding) headers.set('content-encoding', encoding);
  const text = textOf(iterator, first, onEnd);
  const body = encoding ? packed(text, packer(encoding)) : Readable.from(text, { objectMode: false, highWaterMark: 1 });
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status: 200, headers });
}

async function* textOf(
  iterator: AsyncIterator<unknown>,
  first: IteratorResult<unknown>,
  onEnd: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  let failed: unknown = null;
  try {
    for (let next = first; !next.done; next = await iterator.next())
      yield Buffer.from(`${JSON.stringify(next.value)}\n`);
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    await iterator.return?.();
    onEnd(failed);
  }
}

/** Each line leaves the compressor when it is made: a first screenful must not wait until its buffer is full. */
function packed(text: AsyncGenerator<Buffer>, zip: BrotliCompress | Gzip): Readable {
  // one listener for the whole answer: one a line would pile up
  const closed = new Promise<void>((resolve) => void zip.once('close', resolve));
  const drained = (): Promise<void> => new Promise((resolve) => void zip.once('drain', resolve));
  const pump = async (): Promise<void> => {
    try {
      for await (const line of text) {
        if (zip.destroyed) return;
        if (!zip.write(line)) await Promise.race([drained(), closed]);
        if (zip.destroyed) return;
        // called once the reader has taken enough: this is where a slow one holds back
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
