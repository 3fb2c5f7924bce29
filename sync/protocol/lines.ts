/**
 * Client of calls with an NDJSON response: each line is yielded as soon as it is complete.
 *
 * Yielded lines remain valid whatever follows: a truncated line, an invalid line or silence ends the response with a
 * NoAnswerError, and the caller requests the rest again.
 */
import type * as v from 'valibot';
import { readText } from './body-text';
import { answerOf, NoAnswerError, send, type ClientOptions } from './client';
import type { LinesCall } from './call';
import { CallError } from './errors';

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
    const once = (): Promise<Response> =>
      send(options, call, input, {}, request.signal, 'application/x-ndjson, application/json');
    try {
      o.signal?.throwIfAborted();
      let response = await once();
      if (response.status === 401 && options.renew && (await options.renew())) response = await once();
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('application/x-ndjson')) {
        answerOf(response.status, await response.text());
        throw new NoAnswerError('not-json');
      }
      const text = readText(response.body, request.signal);
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
