/**
 * A question asked before whoever wants its answer is ready: the changes of a first sync, while the databases are still being made.
 *
 *   ask ──► request ──► first line, then held back        lines of the same question ──► this answer, once
 *                                                          of another one, or too late ──► it is dropped, and asked anew
 */
import type * as v from 'valibot';
import type { LinesCall } from '../../protocol/call';
import type { CallLines } from '../../protocol/lines';

/** milliseconds for which an answer waits for its reader */
const HELD_MS = 10_000;

interface Held {
  question: string;
  answer: AsyncGenerator<unknown>;
  first: Promise<IteratorResult<unknown>>;
  request: AbortController;
  late: ReturnType<typeof setTimeout>;
}

export class Prefetch {
  private held: Held | null = null;
  private ended = false;

  constructor(private readonly inner: CallLines) {}

  ask<I extends v.GenericSchema, O extends v.GenericSchema>(call: LinesCall<I, O>, input: v.InferInput<I>): void {
    if (this.ended) return;
    this.drop();
    const request = new AbortController();
    const answer = this.inner(call, input, { signal: request.signal });
    const first = answer.next();
    // its error counts when somebody reads it
    first.catch(() => {});
    this.held = { question: asText(call, input), answer, first, request, late: setTimeout(() => this.drop(), HELD_MS) };
  }

  readonly lines: CallLines = (call, input, options) => {
    const { held } = this;
    if (held?.question !== asText(call, input)) {
      this.drop();
      return this.inner(call, input, options);
    }
    clearTimeout(held.late);
    this.held = null;
    return given(held, options?.signal);
  };

  /** Nothing is asked ahead any more, and what was is not wanted. */
  end(): void {
    this.ended = true;
    this.drop();
  }

  private drop(): void {
    const { held } = this;
    if (!held) return;
    this.held = null;
    clearTimeout(held.late);
    held.request.abort();
    held.answer.return(undefined).catch(() => {});
  }
}

const asText = (call: Pick<LinesCall, 'path'>, input: unknown): string => `${call.path} ${JSON.stringify(input)}`;

async function* given({ answer, first, request }: Held, signal?: AbortSignal): AsyncGenerator<unknown> {
  const stop = (): void => request.abort(signal!.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let next = await first; !next.done; next = await answer.next()) yield next.value;
  } finally {
    signal?.removeEventListener('abort', stop);
    await answer.return(undefined);
  }
}
