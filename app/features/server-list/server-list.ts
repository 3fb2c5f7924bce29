/**
 * A list that comes from the server and is stored on this device, to be shown without a connection.
 *
 *   answer ───────────────────────► shown, and its newest rows stored; a full disk does not hide the answer
 *   no answer (NoAnswerError) ────► the rows before, otherwise the stored ones; `failure` is 'offline'
 *   refused, or any other error ──► the same rows; `failure` is the error, shown with its own text
 */
import { NoAnswerError } from '../../../sync/protocol/client';
import { PAGE_SIZE_MAX } from '../../../sync/protocol/paging';

export interface Answer<Row> {
  list: readonly Row[];
  total: number;
}

export interface ListSource<Row, A extends Answer<Row> = Answer<Row>> {
  /**
   * Name of the list. A source with another name begins without rows; one with the same name (a new search) keeps them until
   * its answer.
   */
  name: string;
  /** rows of a page */
  pageSize: number;
  page(asked: { currentPage: number; pageSize: number }): Promise<A>;
  /** The list as this device has stored it; null if it has none. */
  stored(): Promise<{ answer: A; at: number } | null>;
  /** Stores an answer. */
  store?(answer: A, at: number): Promise<unknown>;
}

/** 'offline': the server did not answer; otherwise the error of the call */
export type Failure = 'offline' | { error: unknown };

export const failureOf = (error: unknown): Failure => (error instanceof NoAnswerError ? 'offline' : { error });

export interface ListState<A> {
  /** undefined: nothing is known yet */
  answer: A | undefined;
  /** when the server reported it, milliseconds; 0: never */
  at: number;
  failure: Failure | null;
  /** `answer` is the server's answer to the present source: neither stored nor that of an earlier search */
  isCurrent: boolean;
}

const EMPTY: ListState<never> = { answer: undefined, at: 0, failure: null, isCurrent: false };

/** Stores the newest page of a list that is not on the screen. */
export async function storeNewest<Row, A extends Answer<Row>>(source: ListSource<Row, A>): Promise<void> {
  const answer = await source.page({ currentPage: 1, pageSize: source.pageSize });
  await source.store?.(answer, Date.now());
}

export class ServerList<Row, A extends Answer<Row> = Answer<Row>> {
  private state: ListState<A> = EMPTY;
  private source: ListSource<Row, A> | undefined;
  private pages = 1;
  private requests = 0;
  /** number of the latest request whose result is shown */
  private shown = 0;
  private readonly listeners = new Set<() => void>();

  readonly get = (): ListState<A> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Asks `source` from now on: shows the stored rows if there are none yet, and the server's as soon as they arrive. */
  async open(source: ListSource<Row, A>): Promise<void> {
    const before = this.source;
    this.source = source;
    if (before?.name === source.name) {
      if (before !== source) this.set({ isCurrent: false });
    } else {
      this.pages = 1;
      this.set(EMPTY);
      void this.readStored(source);
    }
    await this.refresh();
  }

  /** Asks the server again. */
  readonly refresh = async (): Promise<void> => {
    const { source } = this;
    if (!source) return;
    const request = ++this.requests;
    const isOutdated = (): boolean => source !== this.source || request < this.shown;
    try {
      const answer = await this.ask(source);
      if (isOutdated()) return;
      this.shown = request;
      const at = Date.now();
      this.set({ answer, at, failure: null, isCurrent: true });
      await source.store?.(answer, at).catch(() => undefined);
    } catch (error) {
      if (isOutdated()) return;
      if (!this.state.isCurrent) await this.readStored(source);
      if (isOutdated()) return;
      this.shown = request;
      this.set({ failure: failureOf(error) });
    }
  };

  readonly more = (): Promise<void> => {
    this.pages += 1;
    return this.refresh();
  };

  /** Shows a change of this page before the server lists it. */
  readonly change = (to: (answer: A) => A): void => {
    if (this.state.answer) this.set({ answer: to(this.state.answer) });
  };

  /** Shows what this device has stored, unless the server's answer is shown by then. */
  private async readStored(source: ListSource<Row, A>): Promise<void> {
    const stored = await source.stored().catch(() => null);
    if (stored && source === this.source && !this.state.isCurrent) this.set(stored);
  }

  /** All pages so far. One request returns at most PAGE_SIZE_MAX rows. */
  private async ask(source: ListSource<Row, A>): Promise<A> {
    const wanted = this.pages * source.pageSize;
    const pageSize = Math.min(wanted, PAGE_SIZE_MAX);
    let answer = await source.page({ currentPage: 1, pageSize });
    for (let asked = pageSize; asked < Math.min(wanted, answer.total); asked += pageSize) {
      const next = await source.page({ currentPage: asked / pageSize + 1, pageSize });
      answer = { ...next, list: [...answer.list, ...next.list] };
    }
    return answer;
  }

  private set(part: Partial<ListState<A>>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
