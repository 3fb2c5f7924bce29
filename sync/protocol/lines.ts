/**
 * Client of calls with an NDJSON response: each line is yielded as soon as it is complete.
 *
 * Yielded lines remain valid whatever follows: a truncated line, an invalid line or silence ends the response with a
 * NoAnswerError, and the caller requests the rest again.
 */
import type * as v from 'valibot';
import { readText } from './body-text';
import { answerOf, NoAnswerError, renewAfter401, send, type ClientOptions } from './client';
import type { LinesCall } from './call';
import { CallError } from './errors';

const NDJSON = 'application/x-ndjson';
/** milliseconds without a byte after which the connection counts as lost */
const SILENCE_MS = 30_000;

export interface LinesOptions {
  signal?: AbortSignal;
  silence?: number;
}

/**
 * Throws CallError; before the first line, the error that the server answered instead. Lines are parsed but not
 * validated, because the caller checks thousands of documents itself.
 */
export type CallLines = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: LinesCall<I, O>,
  input: v.InferInput<I>,
  options?: LinesOptions,
) => AsyncGenerator<unknown>;

interface OtherAnswer {
  status: number;
  body: string;
}

/** The body of a response if it consists of lines; otherwise its status and text. */
async function linesOf(response: Response): Promise<ReadableStream<Uint8Array> | OtherAnswer> {
  const { ok, body, headers, status } = response;
  return ok && body && headers.get('content-type')?.startsWith(NDJSON) ? body : { status, body: await response.text() };
}

/** Creates a client for calls with an NDJSON response. */
export function createLinesClient(options: ClientOptions): CallLines {
  return async function* (call, input, o = {}) {
    const request = new AbortController();
    let isSilent = false;
    const silence = o.silence ?? SILENCE_MS;
    const onSilence = (): void => {
      isSilent = true;
      request.abort();
    };
    let timer = setTimeout(onSilence, silence);
    const stop = (): void => request.abort(o.signal!.reason);
    o.signal?.addEventListener('abort', stop, { once: true });
    const once = async (): Promise<ReadableStream<Uint8Array> | OtherAnswer> =>
      linesOf(await send(options, call, input, {}, request.signal, `${NDJSON}, application/json`));
    try {
      o.signal?.throwIfAborted();
      let lines = await once();
      if ('status' in lines && (await renewAfter401(options, lines))) lines = await once();
      if ('status' in lines) {
        answerOf(lines.status, lines.body);
        throw new NoAnswerError('not-json');
      }
      const text = readText(lines, request.signal);
      const parser = new LineParser();
      try {
        for (;;) {
          clearTimeout(timer);
          timer = setTimeout(onSilence, silence);
          const piece = await text.read();
          // The time that the caller takes for a line does not count as silence of the server.
          clearTimeout(timer);
          if (piece === undefined) return;
          yield* parser.push(piece);
        }
      } finally {
        text.end();
      }
    } catch (error) {
      if (o.signal?.aborted || error instanceof CallError) throw error;
      throw new NoAnswerError(isSilent ? 'timeout' : 'network', error);
    } finally {
      clearTimeout(timer);
      o.signal?.removeEventListener('abort', stop);
    }
  };
}

/** Splits a chunked text into lines and parses each. An incomplete last line is buffered until the next chunk. */
export class LineParser {
  private readonly rest: string[] = [];

  /** Throws NoAnswerError for a line that is not a JSON object. */
  *push(text: string): Generator<unknown> {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.rest.push(text.slice(from, at));
      const line = this.rest.join('');
      this.rest.length = 0;
      from = at + 1;
      if (line.trim() !== '') yield parsed(line);
    }
    if (from < text.length) this.rest.push(text.slice(from));
  }
}

function parsed(line: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new NoAnswerError('not-json', cause);
  }
  if (typeof value !== 'object' || value === null) throw new NoAnswerError('not-json');
  return value;
}
