/**
 * Live queries over the message channel between a page and its worker. Each query has a number; no port or round trip
 * is needed to open one.
 *
 *   page ──{ live: 7, query }──► worker
 *   page ◄──{ live: 7, value } or { live: 7, error }── worker
 *   page ──{ live: 7 }──► worker: stops the query
 *
 * Comlink shares the channel and ignores these messages: they have neither its type nor its id.
 */
import { fromPlainError, toPlainError, type PlainError } from './error-transfer';

/** A worker as seen by its page, or a worker's global scope. */
interface Line {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Calls back with every value; resolves to the function that stops the query. */
export type Live<Query> = (
  query: Query,
  onValue: (value: unknown) => void,
  onError: (error: unknown) => void,
) => Promise<() => void>;

interface QueryMessage<Query> {
  live: number;
  query?: Query;
}
type Answer = { live: number; value: unknown } | { live: number; error: PlainError };

const isLiveMessage = (data: unknown): data is { live: number } =>
  typeof (data as { live?: unknown } | null)?.live === 'number';

/** Answers live queries in the worker. */
export function offerLive<Query extends object>(line: Line, live: Live<Query>): void {
  const stops = new Map<number, Promise<() => void>>();
  line.addEventListener('message', ({ data }) => {
    if (!isLiveMessage(data)) return;
    const { live: n, query } = data as QueryMessage<Query>;
    const answer = (message: Answer): void => line.postMessage(message);
    const failed = (error: unknown): void => answer({ live: n, error: toPlainError(error) });
    if (query) {
      const end = live(query, (value) => answer({ live: n, value }), failed);
      end.catch(failed);
      stops.set(n, end);
    } else {
      stops.get(n)?.then(
        (end) => end(),
        () => undefined,
      );
      stops.delete(n);
    }
  });
}

/** Sends live queries from the page. */
export class LiveLine<Query extends object> {
  private last = 0;
  private readonly queries = new Map<number, { onValue: (value: unknown) => void; onError: (error: Error) => void }>();

  constructor(private readonly line: Line) {
    line.addEventListener('message', ({ data }) => {
      if (!isLiveMessage(data)) return;
      const answer = data as Answer;
      const asked = this.queries.get(answer.live);
      if (!asked) return;
      if ('error' in answer) asked.onError(fromPlainError(answer.error));
      else asked.onValue(answer.value);
    });
  }

  /** Starts a query; returns the function that stops it. */
  ask(query: Query, onValue: (value: unknown) => void, onError: (error: Error) => void): () => void {
    const n = (this.last += 1);
    this.queries.set(n, { onValue, onError });
    this.line.postMessage({ live: n, query } satisfies QueryMessage<Query>);
    return () => {
      if (this.queries.delete(n)) this.line.postMessage({ live: n } satisfies QueryMessage<Query>);
    };
  }
}
