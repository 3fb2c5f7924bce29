/**
 * Sends a request before its reader is ready: the changes of a first sync, while the databases are still being created.
 *
 *   request ──► first line read, the rest held back       `lines` for the same request ──► this answer, once
 *                                                          another request, or too late ──► dropped, sent anew
 */
import type * as v from 'valibot';
import type { LinesCall } from '../../protocol/call';
import type { CallLines } from '../../protocol/lines';

/** milliseconds for which an answer is held for its reader */
const HELD_MS = 10_000;

interface Held {
  request: string;
  answer: AsyncGenerator<unknown>;
  first: Promise<IteratorResult<unknown>>;
  aborter: AbortController;
  late: ReturnType<typeof setTimeout>;
}

export class Prefetch {
  private held: Held | null = null;
  private ended = false;
  /** The last answer was prefetched, so it may lack recent changes of the server. */
  isEarly = false;

  constructor(private readonly inner: CallLines) {}

  request<I extends v.GenericSchema, O extends v.GenericSchema>(call: LinesCall<I, O>, input: v.InferInput<I>): void {
    if (this.ended) return;
    this.drop();
    const aborter = new AbortController();
    const answer = this.inner(call, input, { signal: aborter.signal });
    const first = answer.next();
    // its error is thrown to the reader
    first.catch(() => {});
    this.held = { request: asText(call, input), answer, first, aborter, late: setTimeout(() => this.drop(), HELD_MS) };
  }

  readonly lines: CallLines = (call, input, options) => {
    const { held } = this;
    this.isEarly = held?.request === asText(call, input);
    if (!held || !this.isEarly) {
      this.drop();
      return this.inner(call, input, options);
    }
    clearTimeout(held.late);
    this.held = null;
    return readHeld(held, options?.signal);
  };

  /** Drops a held answer and sends no further requests ahead. */
  end(): void {
    this.ended = true;
    this.drop();
  }

  private drop(): void {
    const { held } = this;
    if (!held) return;
    this.held = null;
    clearTimeout(held.late);
    held.aborter.abort();
    held.answer.return(undefined).catch(() => {});
  }
}

const asText = (call: Pick<LinesCall, 'path'>, input: unknown): string => `${call.path} ${JSON.stringify(input)}`;

async function* readHeld({ answer, first, aborter }: Held, signal?: AbortSignal): AsyncGenerator<unknown> {
  const stop = (): void => aborter.abort(signal!.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let next = await first; !next.done; next = await answer.next()) yield next.value;
  } finally {
    signal?.removeEventListener('abort', stop);
    await answer.return(undefined);
  }
}
