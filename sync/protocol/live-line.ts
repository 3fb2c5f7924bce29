/**
 * Live queries on the line between a page and its worker: a number for each, without a port of its own and answers to be waited for.
 *
 *   page ──{ live: 7, query }──► worker      page ◄──{ live: 7, value } or { live: 7, error }── worker      page ──{ live: 7 }──► worker: it ends
 *
 * Comlink, whose messages go over the same line, passes over these: they have neither its type nor its id.
 */
import { fromPlainError, toPlainError, type PlainError } from './error-transfer';

/** A worker as its page has it, or a worker's own scope. */
interface Line {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Calls back with every value, and gives the function that ends it. */
export type Live<Query> = (
  query: Query,
  onValue: (value: unknown) => void,
  onError: (error: unknown) => void,
) => Promise<() => void>;

interface Asked<Query> {
  live: number;
  query?: Query;
}
type Answer = { live: number; value: unknown } | { live: number; error: PlainError };

const isOurs = (data: unknown): data is { live: number } =>
  typeof (data as { live?: unknown } | null)?.live === 'number';

/** The worker's end. */
export function offerLive<Query extends object>(line: Line, live: Live<Query>): void {
  const ends = new Map<number, Promise<() => void>>();
  line.addEventListener('message', ({ data }) => {
    if (!isOurs(data)) return;
    const { live: n, query } = data as Asked<Query>;
    const answer = (message: Answer): void => line.postMessage(message);
    const failed = (error: unknown): void => answer({ live: n, error: toPlainError(error) });
    if (query) {
      const end = live(query, (value) => answer({ live: n, value }), failed);
      end.catch(failed);
      ends.set(n, end);
    } else {
      ends.get(n)?.then(
        (end) => end(),
        () => undefined,
      );
      ends.delete(n);
    }
  });
}

/** The page's end. */
export class LiveLine<Query extends object> {
  private last = 0;
  private readonly heard = new Map<number, { onValue: (value: unknown) => void; onError: (error: Error) => void }>();

  constructor(private readonly line: Line) {
    line.addEventListener('message', ({ data }) => {
      if (!isOurs(data)) return;
      const answer = data as Answer;
      const asked = this.heard.get(answer.live);
      if (!asked) return;
      if ('error' in answer) asked.onError(fromPlainError(answer.error));
      else asked.onValue(answer.value);
    });
  }

  /** Gives the function that ends it. */
  ask(query: Query, onValue: (value: unknown) => void, onError: (error: Error) => void): () => void {
    const n = (this.last += 1);
    this.heard.set(n, { onValue, onError });
    this.line.postMessage({ live: n, query } satisfies Asked<Query>);
    return () => {
      if (this.heard.delete(n)) this.line.postMessage({ live: n } satisfies Asked<Query>);
    };
  }
}
