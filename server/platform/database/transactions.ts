/**
 * Transactions that nested code joins implicitly. The open transaction travels in AsyncLocalStorage: inside `run`,
 * every query of the façade uses its connection, so code needs no transaction parameter and cannot deadlock by waiting
 * for a second connection.
 *
 *   run ─ BEGIN ─ work ─ COMMIT ─ after-commit work        error: ROLLBACK, after-commit work is dropped
 *     └ run (nested) ─ SAVEPOINT ─ work ─ RELEASE          error: ROLLBACK TO, its own after-commit work is dropped
 *
 * A scope runs one query or one nested scope at a time, so parallel branches never end up inside each other's
 * savepoint.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { Logger } from 'pino';

export interface Statement {
  text: string;
  values?: unknown[];
  /** name under which each connection prepares the statement */
  name?: string;
}

/** A connection as Kysely and the façade use it. */
export interface Connection {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
  release(): void;
}

type AfterCommit = () => void | Promise<void>;

class Scope {
  readonly afterCommit: AfterCommit[] = [];
  readonly connection: Connection = { query: (text, values) => this.query({ text, values }), release: () => undefined };
  private last: Promise<unknown> = Promise.resolve();
  private ended = false;

  /** @param around the enclosing transaction, of this database or of another one */
  constructor(
    readonly owner: Transactions,
    readonly client: PoolClient,
    readonly depth: number,
    readonly watch: IdleWatch,
    readonly around: Scope | undefined,
  ) {}

  query<R extends QueryResultRow>(statement: Statement): Promise<QueryResult<R>> {
    if (/^\s*(begin|commit|rollback|start transaction|savepoint)\b/i.test(statement.text)) {
      return Promise.reject(
        new Error('Inside a transaction nest with transaction(), not with statements of your own.'),
      );
    }
    return this.exclusive(() => this.watch.during(() => this.client.query<R>(statement)));
  }

  /** Runs after all earlier work of this scope. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    if (this.ended) return Promise.reject(new Error('The transaction has ended; something in it was not awaited.'));
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Rejects further work; resolves when the accepted work is done. */
  async end(): Promise<void> {
    this.ended = true;
    await this.last;
  }
}

/**
 * Ends a transaction that holds its connection without a statement. PostgreSQL has idle_in_transaction_session_timeout;
 * PGlite has no timers.
 */
class IdleWatch {
  private timer: NodeJS.Timeout | undefined;
  expired: Error | null = null;

  constructor(
    private readonly limitMs: number,
    private readonly onIdle: (error: Error) => void,
  ) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.expired) throw this.expired;
    this.stop();
    try {
      return await work();
    } finally {
      this.start();
    }
  }

  start(): void {
    if (this.limitMs <= 0 || this.expired) return;
    this.timer = setTimeout(() => {
      this.expired = new Error(`A transaction was idle for ${this.limitMs / 1000} s and was rolled back.`);
      this.onIdle(this.expired);
    }, this.limitMs);
    this.timer.unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/**
 * One storage for all databases of the process: each AsyncLocalStorage adds a cost to every asynchronous step of the
 * process.
 */
const scopes = new AsyncLocalStorage<Scope | undefined>();

export class Transactions {
  /** @param idleLimitMs 0 if the server limits idle transactions itself */
  constructor(
    private readonly pool: Pool,
    private readonly idleLimitMs: number,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  private get open(): Scope | undefined {
    let scope = scopes.getStore();
    while (scope && scope.owner !== this) scope = scope.around;
    return scope;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.open;
    return outer ? outer.exclusive(() => this.runNested(outer, work)) : this.runOuter(work);
  }

  /** Runs after the commit of the open transaction; immediately without one. */
  afterCommit(work: AfterCommit): void {
    const scope = this.open;
    if (scope) scope.afterCommit.push(work);
    else this.perform([work]);
  }

  /** Runs a statement in the open transaction or on a connection of its own. */
  query<R extends QueryResultRow = QueryResultRow>(statement: Statement): Promise<QueryResult<R>> {
    const scope = this.open;
    return scope ? scope.query<R>(statement) : this.pool.query<R>(statement);
  }

  /** For Kysely: the open transaction's connection, or one from the pool. */
  async connect(): Promise<Connection> {
    return this.open?.connection ?? ((await this.pool.connect()) as unknown as Connection);
  }

  private async runOuter<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    const watch = new IdleWatch(this.idleLimitMs, () => void client.query('rollback').catch(onError));
    const scope = new Scope(this, client, 0, watch, scopes.getStore());
    try {
      await client.query('begin');
      watch.start();
      try {
        const result = await scopes.run(scope, work);
        await scope.end();
        await watch.during(() => client.query('commit'));
        this.perform(scope.afterCommit);
        return result;
      } catch (error) {
        await scope.end();
        await client.query('rollback').catch(onError);
        throw error;
      }
    } finally {
      watch.stop();
      client.off('error', onError);
      client.release(broken);
    }
  }

  private async runNested<T>(outer: Scope, work: () => Promise<T>): Promise<T> {
    const scope = new Scope(this, outer.client, outer.depth + 1, outer.watch, scopes.getStore());
    const name = `nested_${scope.depth}`;
    const execute = (sql: string): Promise<unknown> => outer.watch.during(() => outer.client.query(sql));
    await execute(`savepoint ${name}`);
    try {
      const result = await scopes.run(scope, work);
      await scope.end();
      await execute(`release savepoint ${name}`);
      outer.afterCommit.push(...scope.afterCommit);
      return result;
    } catch (error) {
      await scope.end();
      await execute(`rollback to savepoint ${name}`);
      throw error;
    }
  }

  /**
   * Runs outside every transaction, so that it writes independently. A failure is logged: the transaction has
   * committed.
   */
  private perform(work: readonly AfterCommit[]): void {
    // Not `exit`, which disables and enables the hooks of all promises.
    scopes.run(undefined, () => {
      for (const each of work) {
        const failed = (error: unknown): void => this.log.error({ err: error }, 'A callback after a commit failed.');
        try {
          void Promise.resolve(each()).catch(failed);
        } catch (error) {
          failed(error);
        }
      }
    });
  }
}
