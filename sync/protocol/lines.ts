/**
 * The client of calls whose answer comes in lines (NDJSON): each line is given as soon as it is whole.
 *
 * What was given counts, whatever comes after it: a cut in the middle of a line, a line that is none, a silence end the answer with a
 * NoAnswerError, and the rest is asked for again.
 */
import type * as v from 'valibot';
import { readText } from './body-text';
import { answerOf, NoAnswerError, send, type ClientOptions } from './client';
import type { LinesCall } from './call';
import { CallError } from './errors';

/** milliseconds without a byte after which the line is dead */
const SILENCE_MS = 30_000;

export interface LinesOptions {
  signal?: AbortSignal;
  silence?: number;
}

/**
 * Throws CallError, before the first line what the server answered instead. Lines are objects as parsed: their shape is for the caller to
 * judge, who reads thousands of documents in them.
 */
export type CallLines = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: LinesCall<I, O>,
  input: v.InferInput<I>,
  options?: LinesOptions,
) => AsyncGenerator<unknown>;

export function createLinesClient(options: ClientOptions): CallLines {
  return async function* (call, input, o = {}) {
    const request = new AbortController();
    let silent = false;
    const silence = o.silence ?? SILENCE_MS;
    const fellSilent = (): void => {
      silent = true;
      request.abort();
    };
    let timer = setTimeout(fellSilent, silence);
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
          timer = setTimeout(fellSilent, silence);
          const piece = await text.read();
          // the time a caller takes for a line is no silence of the server
          clearTimeout(timer);
          if (piece === undefined) return;
          yield* parser.push(piece);
        }
      } finally {
        text.end();
      }
    } catch (error) {
      if (o.signal?.aborted || error instanceof CallError) throw error;
      throw new NoAnswerError(silent ? 'timeout' : 'network', error);
    } finally {
      clearTimeout(timer);
      o.signal?.removeEventListener('abort', stop);
    }
  };
}

/** Cuts a text that comes in pieces into lines and parses each. What follows the last line break is kept for the next piece. */
export class LineParser {
  private readonly rest: string[] = [];

  /** Throws NoAnswerError for a line that is no JSON object. */
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
