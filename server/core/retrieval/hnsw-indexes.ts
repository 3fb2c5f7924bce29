/**
 * Maintains HNSW indexes over the vectors of all organizations: one for each number of dimensions with many vectors.
 * The organizations choose the models, so the number of indexes is limited: every statement on the table locks each of
 * them.
 *
 *   rows by dimensions ─► plan ─┬─► DROP INDEX CONCURRENTLY     no rows, invalid, or beyond the limit
 *                               └─► CREATE INDEX CONCURRENTLY
 *
 * Both statements run outside transactions and allow concurrent writes. They wait for older transactions, also for one
 * that itself waits for a lock. To avoid a deadlock, processes try the advisory lock of this work and never wait for
 * it. An interrupted build leaves an invalid index.
 */
import type { Platform, SessionConnection } from '../../platform/context';
import type { VectorIndex } from './vector-index';

/** An arbitrary key of an advisory lock, unique within the database. */
const LOCK = 7_283_003;
/** maximum dimensions of a half-precision vector in an HNSW index (pgvector) */
const DIMENSIONS_MAX = 4_000;

export interface HnswLimits {
  /** number of vectors for which an index is built; fewer are compared without one */
  rows: number;
  /** maximum number of indexes */
  indexes: number;
}
const LIMITS: HnswLimits = { rows: 5_000, indexes: 16 };

const nameOf = (dimensions: number): string => `passage_halfvec_hnsw_${dimensions}`;

/**
 * Plans the indexes to drop and to build.
 * @param rows number of vectors by their dimensions
 * @param existing the existing indexes by their dimensions, and whether each is valid
 * @returns dimensions of the indexes to drop, and of those to build, most vectors first
 */
export function planOf(
  rows: ReadonlyMap<number, number>,
  existing: ReadonlyMap<number, boolean>,
  limits: HnswLimits,
): { drop: number[]; build: number[] } {
  const isValid = (dimensions: number): boolean => existing.get(dimensions) === true;
  // prefer existing indexes, so that small changes do not cause rebuilds
  const weightOf = ([dimensions, n]: readonly [number, number]): number => (isValid(dimensions) ? 2 * n : n);
  const wanted = [...rows]
    .filter(([dimensions, n]) => dimensions <= DIMENSIONS_MAX && (isValid(dimensions) || n >= limits.rows))
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, limits.indexes)
    .map(([dimensions]) => dimensions);
  return {
    drop: [...existing.keys()].filter((dimensions) => !isValid(dimensions) || !wanted.includes(dimensions)),
    build: wanted.filter((dimensions) => !isValid(dimensions)),
  };
}

export class HnswIndexes {
  constructor(
    private readonly platform: Pick<Platform, 'session' | 'log'>,
    private readonly vectorIndex: Pick<VectorIndex, 'hasHnsw'>,
    private readonly limits = LIMITS,
  ) {}

  /** Builds missing indexes and drops unneeded ones, unless another process is doing so. A failure is logged. */
  async keep(signal: AbortSignal): Promise<void> {
    if (!(await this.vectorIndex.hasHnsw())) return;
    try {
      await this.platform.session((connection) => this.keepAlone(connection, signal));
    } catch (error) {
      if (!signal.aborted) this.platform.log.warn({ err: error }, 'a vector index could not be built');
    }
  }

  private async keepAlone(connection: SessionConnection, signal: AbortSignal): Promise<void> {
    const { rows } = await connection.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [LOCK]);
    if (!rows[0]!.isHeld) return;
    // on shutdown, only the connection ends; the database finishes the running build and holds the lock until then
    const end = (): void => void connection.end();
    signal.addEventListener('abort', end);
    try {
      signal.throwIfAborted();
      // waiting for older transactions must not fail by the timeouts of ordinary statements
      await connection.query('set lock_timeout = 0');
      await connection.query('set statement_timeout = 0');
      const { drop, build } = await this.plan(connection);
      for (const dimensions of drop) {
        this.platform.log.info({ dimensions }, 'dropping a vector index');
        await connection.query(`drop index concurrently if exists ${nameOf(dimensions)}`);
      }
      for (const dimensions of build) {
        this.platform.log.info({ dimensions }, 'building a vector index');
        await connection.query(
          `create index concurrently ${nameOf(dimensions)} on passage_halfvec
            using hnsw ((vector::halfvec(${dimensions})) halfvec_cosine_ops) where dimensions = ${dimensions}`,
        );
      }
    } finally {
      signal.removeEventListener('abort', end);
      if (!signal.aborted) {
        await connection.query('select pg_advisory_unlock($1)', [LOCK]);
        await connection.query('reset lock_timeout');
        await connection.query('reset statement_timeout');
      }
    }
  }

  private async plan(connection: SessionConnection): Promise<ReturnType<typeof planOf>> {
    const { rows: counted } = await connection.query<{ dimensions: number; n: number }>(
      'select dimensions, count(*)::int as n from passage_halfvec group by dimensions',
    );
    const { rows: existing } = await connection.query<{ dimensions: number; isValid: boolean }>(
      `select substring(c.relname from '[0-9]+$')::int as dimensions, i.indisvalid as "isValid"
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'passage_halfvec'::regclass and c.relname ~ '^passage_halfvec_hnsw_[0-9]+$'`,
    );
    return planOf(
      new Map(counted.map(({ dimensions, n }) => [dimensions, n])),
      new Map(existing.map(({ dimensions, isValid }) => [dimensions, isValid])),
      this.limits,
    );
  }
}
