/**
 * An index of the vectors of all passages, if the database has the extension pgvector (decision 143). Without it, only
 * the exact search (vector-search.ts) compares passages: of found and of recent documents. The table `passage_halfvec`
 * is a copy of `passage_vector`, the source of truth. It is created outside the migrations, since it depends on the
 * extension, and may be missing at any time.
 *
 *   passage_vector ─► rows that are missing or outdated in the copy ─► passage_halfvec ─► HNSW indexes (./hnsw-indexes)
 *
 * The quantised bytes are integers, which a half-precision vector represents exactly, so that both searches compute the
 * same similarity. A failure of the index is logged, and the exact search answers alone.
 */
import type { Actor, Platform } from '../../platform/context';
import { lockUntilCommit } from '../../platform/database/transaction-lock';
import type { Scope } from '../search/question';
import { inScope, SEEN_DOCUMENT, SEEN_SPACES } from './seen-sources';
import type { StoredPassage } from './stored-passage';

/** milliseconds between two checks for the extension */
const LOOK_MS = 10 * 60_000;
/** sources that one query compares with the copy, and rows that one statement copies */
const COMPARED = 50;
const COPIED = 200;
/** maximum dimensions of a half-precision vector (pgvector) */
const DIMENSIONS_MAX = 16_000;
/** passages of the company that one search reads from the index before access and scope are checked */
const ASKED = 400;
/** timeout of one search in milliseconds */
const SEARCH_MS = 2_000;
/** SQLSTATE query_canceled: the timeout was reached */
const TIMED_OUT = '57014';
/** largest component of the scaled query vector: half precision has a maximum of 65,504 */
const LONGEST = 127;

export interface IndexQuestion {
  model: string;
  vector: Float32Array;
  scope: Scope;
  /** maximum number of passages */
  limit: number;
}

interface Capability {
  /** whether HNSW indexes support iterative scans, which read on until enough rows pass the filters (pgvector 0.8) */
  hasHnsw: boolean;
}

export class VectorIndex {
  private found: { at: number; capability: Promise<Capability | null> } | null = null;
  private isCreationTried = false;
  /** companies whose vectors this process has copied completely */
  private readonly copied = new Set<string>();

  constructor(private readonly platform: Pick<Platform, 'db' | 'query' | 'transaction' | 'clock' | 'log'>) {}

  /** Whether the index may lack vectors of a company, so that `copy` must be called. */
  async isBehind(companyId: string): Promise<boolean> {
    return (await this.capability()) !== null && !this.copied.has(companyId);
  }

  /** Whether the database supports the HNSW indexes that the search needs. */
  async hasHnsw(): Promise<boolean> {
    return (await this.capability())?.hasHnsw ?? false;
  }

  /**
   * Copies the vectors of a company that the index lacks: the first time of all sources, later of `sources`. The caller
   * must hold the lease of the company's vectors.
   * @param sources numbers of the sources that were written
   * @param goOn called after each group of rows; false if another process has taken the lease
   * @param signal stops copying after a group
   */
  async copy(
    companyId: string,
    sources: readonly number[],
    goOn: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    if (!(await this.capability())) return;
    const compared = this.copied.has(companyId) ? sources : null;
    if (compared?.length === 0) return;
    // if this copy fails, the next one compares all sources
    this.copied.delete(companyId);
    try {
      let isWhole = true;
      for (let page = await this.page(companyId, compared, 0); page.length > 0;) {
        const missing = await this.missing(companyId, page);
        const written = missing.length > 0 ? await this.write(companyId, missing) : 0;
        // rows that were deleted or changed meanwhile are compared again by the next copy
        isWhole &&= written === missing.length;
        if (missing.length > 0 && !(await goOn())) return;
        if (signal.aborted) return;
        if (missing.length < COPIED || written < COPIED) page = await this.page(companyId, compared, page.at(-1)!);
      }
      if (isWhole) this.copied.add(companyId);
    } catch (error) {
      this.failed(error, companyId);
    }
  }

  /** The nearest passages that the person may see, nearest first. Empty without the extension and after a failure. */
  async nearest(actor: Pick<Actor, 'companyId' | 'userId'>, question: IndexQuestion): Promise<StoredPassage[]> {
    const capability = await this.capability();
    if (!capability || question.vector.length > DIMENSIONS_MAX) return [];
    let nearest: StoredPassage[] = [];
    try {
      nearest = await this.search(OF_COMPANY, capability, actor, question);
      // The person may not see most of the nearest passages, or the scope excludes them: compare all that remain.
      if (nearest.length < question.limit) nearest = await this.search(OF_PERSON, capability, actor, question);
    } catch (error) {
      this.failed(error, actor.companyId);
    }
    return nearest;
  }

  private search(
    sql: (dimensions: number) => string,
    { hasHnsw }: Capability,
    { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
    { model, vector, scope, limit }: IndexQuestion,
  ): Promise<StoredPassage[]> {
    const longest = vector.reduce((max, each) => Math.max(max, Math.abs(each)), 0);
    const scale = longest === 0 ? 0 : LONGEST / longest;
    const values = [companyId, userId, model, `{${Array.from(vector, (each) => each * scale).join()}}`];
    return this.platform.transaction(async () => {
      await this.platform.query({
        text: `select set_config('statement_timeout', $1, true)${
          hasHnsw
            ? `, set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '${ASKED}', true)`
            : ''
        }`,
        values: [String(SEARCH_MS)],
      });
      const { rows } = await this.platform.query<StoredPassage>({
        text: sql(vector.length),
        values: [...values, scope.projects, scope.documents, scope.kinds, limit],
      });
      return rows;
    });
  }

  /**
   * Numbers of the next sources. Sources are compared in pages: one statement over all sources would compare them all
   * again for each group of copied rows.
   * @param sources null for all sources of the company
   */
  private async page(companyId: string, sources: readonly number[] | null, after: number): Promise<number[]> {
    const { rows } = await this.platform.query<{ no: number }>({
      text: `select no from vector_source
        where company_id = $1 and no > $2 and ($3::int[] is null or no = any($3)) order by no limit ${COMPARED}`,
      values: [companyId, after, sources],
    });
    return rows.map(({ no }) => no);
  }

  private async missing(companyId: string, sources: readonly number[]): Promise<Missing[]> {
    const { rows } = await this.platform.query<Missing>({
      text: `select p.source_no as "sourceNo", p.n, s.model, encode(p.hash, 'hex') as hash,
          encode(p.vector, 'base64') as vector
        from vector_source s join passage_vector p on p.source_no = s.no
          left join passage_halfvec i
            on i.source_no = p.source_no and i.n = p.n and i.hash = p.hash and i.model = s.model
        where s.company_id = $1 and s.no = any($2) and i.source_no is null
          and octet_length(p.vector) between 1 and ${DIMENSIONS_MAX}
        limit ${COPIED}`,
      values: [companyId, sources],
    });
    return rows;
  }

  /** Copies rows. Returns the number of rows that still exist unchanged. */
  private async write(companyId: string, missing: readonly Missing[]): Promise<number> {
    const rows = missing.map((each) => ({ ...each, numbers: numbersOf(each.vector) }));
    const { rows: written } = await this.platform.query({
      text: `insert into passage_halfvec (source_no, n, company_id, model, hash, dimensions, vector)
        select p.source_no, p.n, s.company_id, k.model, p.hash, k.dimensions, k.vector::real[]::halfvec
        from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[])
            as k (source_no, n, model, hash, dimensions, vector)
          join passage_vector p on p.source_no = k.source_no and p.n = k.n and p.hash = decode(k.hash, 'hex')
          join vector_source s on s.no = p.source_no and s.company_id = $1 and s.model = k.model
        on conflict (source_no, n) do update set model = excluded.model, hash = excluded.hash,
          dimensions = excluded.dimensions, vector = excluded.vector
        returning n`,
      values: [
        companyId,
        rows.map(({ sourceNo }) => sourceNo),
        rows.map(({ n }) => n),
        rows.map(({ model }) => model),
        rows.map(({ hash }) => hash),
        rows.map(({ numbers }) => numbers.length),
        rows.map(({ numbers }) => `{${numbers.join()}}`),
      ],
    });
    return written.length;
  }

  /** null if the database has no usable pgvector */
  private capability(): Promise<Capability | null> {
    const now = this.platform.clock.now();
    if (!this.found || now - this.found.at >= LOOK_MS) {
      const capability = this.open().catch((error: unknown) => {
        this.platform.log.warn({ err: error }, 'vectors are searched without pgvector');
        return null;
      });
      this.found = { at: now, capability };
    }
    return this.found.capability;
  }

  /** Finds or creates the extension and the table. */
  private async open(): Promise<Capability | null> {
    await this.createExtension();
    return this.platform.transaction(async () => {
      // one process at a time creates the table
      await lockUntilCommit(this.platform, 'passage_halfvec');
      const { rows } = await this.platform.query<{ type: string | null; isTable: boolean; isWhole: boolean }>({
        text: `select to_regoperator('<=>(halfvec,halfvec)')::text as type,
          to_regclass('passage_halfvec') is not null as "isTable",
          exists (select 1 from pg_attribute where attrelid = to_regclass('passage_halfvec') and attname = 'vector')
            as "isWhole"`,
      });
      const { type, isTable, isWhole } = rows[0]!;
      if (type === null) return null;
      if (!isWhole) {
        // dropping the extension drops the column `vector`, but not the table
        if (isTable) await this.platform.query({ text: 'drop table if exists passage_halfvec' });
        for (const text of TABLE) await this.platform.query({ text });
        this.copied.clear();
      }
      // load the extension in this session, so that its settings can be read
      await this.platform.query({ text: `select array[1]::real[]::halfvec` });
      const { rows: settings } = await this.platform.query<{ hasHnsw: boolean }>({
        text: `select current_setting('hnsw.iterative_scan', true) is not null as "hasHnsw"`,
      });
      return settings[0]!;
    });
  }

  /** Tries once to create the extension. If the role may not, the operator has to create it. */
  private async createExtension(): Promise<void> {
    if (this.isCreationTried) return;
    this.isCreationTried = true;
    const { rows } = await this.platform.query({
      text: `select 1 from pg_available_extensions where name = 'vector' and installed_version is null`,
    });
    if (rows.length === 0) return;
    try {
      await this.platform.transaction(() => this.platform.query({ text: 'create extension if not exists vector' }));
    } catch (error) {
      this.platform.log.info({ err: error }, 'the extension pgvector is not created: vectors are searched without it');
    }
  }

  private failed(error: unknown, companyId: string): void {
    this.platform.log.warn({ err: error, companyId }, 'the vector index failed');
    if ((error as { code?: string }).code === TIMED_OUT) return;
    // the extension may have been dropped
    this.found = null;
    this.copied.delete(companyId);
  }
}

interface Missing {
  sourceNo: number;
  n: number;
  model: string;
  hash: string;
  vector: string;
}

const numbersOf = (vector: string): number[] => {
  const bytes = Buffer.from(vector, 'base64');
  return [...new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)];
};

const TABLE = [
  // the foreign key deletes a vector in the transaction that deletes its document
  `create table if not exists passage_halfvec (
    source_no integer not null,
    n integer not null,
    company_id text not null,
    model text not null,
    hash bytea not null,
    dimensions integer not null,
    vector halfvec not null,
    primary key (source_no, n),
    foreign key (source_no, n) references passage_vector (source_no, n) on delete cascade
  )`,
  'create index if not exists passage_halfvec_by_company on passage_halfvec (company_id, model)',
];

const SCOPE = { model: '$3', projects: '$5', documents: '$6', kinds: '$7' };

const PASSAGE = `s.target_collection as collection, s.target_id as id, s.collection as "sourceCollection",
  s.id as "sourceId", encode(p.hash, 'hex') as hash, encode(p.vector, 'base64') as vector`;

/** Reads the nearest passages of the company by the index, then keeps those that the person may see. */
const OF_COMPANY = (dimensions: number): string => `
  with ${SEEN_SPACES}, nearest as materialized (
    select i.source_no, i.n, i.hash,
      i.vector::halfvec(${dimensions}) <=> $4::text::real[]::halfvec(${dimensions}) as distance
    from passage_halfvec i where i.dimensions = ${dimensions} and i.company_id = $1 and i.model = $3
    order by i.vector::halfvec(${dimensions}) <=> $4::text::real[]::halfvec(${dimensions}) limit ${ASKED}
  )
  select ${PASSAGE} from nearest i
    join passage_vector p on p.source_no = i.source_no and p.n = i.n and p.hash = i.hash
    join vector_source s on s.no = i.source_no
    ${SEEN_DOCUMENT} ${inScope(SCOPE)}
  order by i.distance limit $8`;

/**
 * Compares all passages that the person may see. The ORDER BY expression differs from that of the HNSW indexes, so that
 * the planner does not use them.
 */
const OF_PERSON = (dimensions: number): string => `
  with ${SEEN_SPACES}
  select ${PASSAGE} from vector_source s
    ${SEEN_DOCUMENT}
    join passage_halfvec i on i.source_no = s.no and i.dimensions = ${dimensions} and i.company_id = $1 and i.model = $3
    join passage_vector p on p.source_no = i.source_no and p.n = i.n and p.hash = i.hash
    ${inScope(SCOPE)}
  order by i.vector <=> $4::text::real[]::halfvec limit $8`;
