/**
 * Keeps the vectors of a company's passages up to date with its documents, in the order of the company clock.
 *
 *   change ─► job ─► lease ─► documents after the position ─► passages ─► hashes ─┬ known: copy the vector ─► store
 *                                                                                 └ new: ask the provider ──► store
 *
 * A passage text that has a vector of the same model in any document of the company is not sent again. After a failure
 * of the provider, the position stays, and the next run of the job continues from there. A document whose text the
 * provider refuses, or for which it returns unusable vectors, is retried later; the job continues with other documents.
 * If the provider returns vectors of other dimensions than the stored ones for a probe text, it has changed the model
 * behind the name: all documents are read again.
 */
import { isSearched } from '../../../sync/merge/searched-texts';
import type { KindName } from '../../../sync/model/kinds';
import { targetOf } from '../../../sync/ranking/sources';
import type { EmbeddingProvider } from '../../ai/embedding/provider';
import { ProviderFailure, type FailureKind } from '../../ai/failure';
import { meteredEmbedding } from '../ai-providers/metered-embedding';
import type { CoreServices } from '../context';
import { piecesOf } from './pieces';
import { embedShortened } from './shortened';
import { claimVectors, forgetVectors, storeDimensions, storeVectorPosition, type VectorLease } from './vector-lease';
import { quantised } from './vectors';
import { wholeCutsOf, wordsOf } from './whole-cuts';

/** documents that one query returns */
const PAGE = 50;
/** number of passages from which on a group of documents is written */
const TEXTS = 64;
/** milliseconds until a document without usable vectors is retried */
const RETRY_MS = 60 * 60_000;
/** documents in a row without usable vectors after which the provider is asked for the vector of a probe text */
const REFUSED_IN_A_ROW = 5;
const PROBE = 'Notes of a meeting';
/** failures that may concern one document only: the provider refuses its text, or returns an unusable answer */
const OF_DOCUMENT: readonly FailureKind[] = ['malformed', 'refused'];

/** The provider returns vectors of other dimensions than the stored ones. */
class OtherDimensions extends Error {
  constructor(readonly failure: ProviderFailure) {
    super('the provider gives vectors of other dimensions');
  }
}

type Row = Record<string, unknown>;
/** The identity and clock tick of a document. */
interface Head {
  collection: KindName;
  id: string;
  seq: number;
  deleted: boolean;
}

/** State of one call of `follow`. */
interface Round {
  lease: VectorLease;
  provider: EmbeddingProvider;
  signal: AbortSignal;
  /** numbers of sources (`vector_source.no`) that are not copied to the vector index yet */
  written: Set<number>;
  /** documents in a row for which the provider returned no usable vectors */
  refused: number;
}

/** The name under which vectors are stored: vectors of different models cannot be compared. */
export const modelOf = ({ name, model }: Pick<EmbeddingProvider, 'name' | 'model'>): string => `${name}/${model}`;

export class VectorFollower {
  constructor(private readonly core: Pick<CoreServices, 'platform' | 'ai' | 'amounts' | 'pieces' | 'vectorIndex'>) {}

  /** Companies with an embedding provider whose vectors are out of date, due for a retry, or missing in the index. */
  async behind(): Promise<string[]> {
    const { platform } = this.core;
    const { rows } = await platform.query<{ company_id: string; model: string | null; isBehind: boolean }>({
      text: `select c.company_id, v.model, v.seq is null or v.seq <= c.seq
          or exists (select 1 from vector_source s where s.company_id = c.company_id and s.retry_at <= $1) as "isBehind"
        from company_clock c left join vector_company v on v.company_id = c.company_id`,
      values: [platform.clock.now()],
    });
    const behind: string[] = [];
    for (const { company_id: companyId, model, isBehind } of rows) {
      const provider = await this.core.ai.embedding(companyId);
      if (!provider) continue;
      if (isBehind || model !== modelOf(provider) || (await this.core.vectorIndex.isBehind(companyId)))
        behind.push(companyId);
    }
    return behind;
  }

  /**
   * Updates the vectors of a company. Returns false if another process holds the lease. Throws ProviderFailure and
   * USER_SERVICE_QUOTA_EXCEEDED.
   */
  async follow(companyId: string, signal: AbortSignal): Promise<boolean> {
    const provider = await this.core.ai.embedding(companyId);
    if (!provider) return true;
    const lease = await claimVectors(this.core.platform, companyId, modelOf(provider));
    if (!lease) return false;
    try {
      const round: Round = { lease, provider, signal, written: new Set(), refused: 0 };
      for (const next of [() => this.nextPage(round), () => this.nextRetries(round)]) {
        let isBehind = true;
        while (!signal.aborted && isBehind) {
          try {
            isBehind = await next();
          } finally {
            // also after a failure: copy the vectors written before it
            await this.copy(round);
          }
        }
      }
    } finally {
      await storeVectorPosition(this.core.platform, lease, { isEnd: true });
    }
    return true;
  }

  /** Deletes the vectors of organizations without an embedding provider, and vectors of earlier models. */
  async cleanUp(): Promise<void> {
    const { platform, ai } = this.core;
    const { rows } = await platform.query<{ company_id: string }>({ text: 'select company_id from vector_company' });
    for (const { company_id: companyId } of rows) {
      if (!(await ai.embedding(companyId)))
        await platform.query({ text: 'delete from vector_company where company_id = $1', values: [companyId] });
    }
    await platform.query({
      text: `delete from vector_source s using vector_company v
        where v.company_id = s.company_id and v.model <> s.model`,
    });
  }

  private async copy({ lease, written, signal }: Round): Promise<void> {
    const goOn = (): Promise<boolean> => storeVectorPosition(this.core.platform, lease);
    const sources = [...written];
    written.clear();
    await this.core.vectorIndex.copy(lease.companyId, sources, goOn, signal);
  }

  /**
   * Writes the vectors of the next documents. Returns false if all documents have been read, or another process has
   * taken the lease.
   */
  private async nextPage(round: Round): Promise<boolean> {
    const { platform } = this.core;
    const { lease, signal } = round;
    const { companyId, at } = lease;
    const { rows: heads } = await platform.query<Head & { clock: number }>({
      name: 'vector_next',
      text: `select c.seq as clock, d.*
        from (select coalesce(max(seq), 0) as seq from company_clock where company_id = $1) c
          left join lateral (
            select seq, collection, id, deleted from doc
            where company_id = $1 and (seq, collection, id) > ($2::bigint, $3, $4) and collection = any($5::text[])
            order by seq, collection, id limit $6) d on true`,
      values: [companyId, at.seq, at.collection, at.id, [...this.core.pieces.keys()], PAGE],
    });
    const page = heads.filter(({ id }) => id !== null);
    if (page.length === 0) {
      lease.at = { seq: Math.max(at.seq, heads[0]!.clock + 1), collection: '', id: '' };
      return false;
    }
    let group: Passages[] = [];
    for (const [i, { collection, id, seq, deleted }] of page.entries()) {
      signal.throwIfAborted();
      if (!deleted) group.push(await this.read(companyId, collection, id));
      if (!isEnough(group) && i + 1 < page.length) continue;
      if (!(await this.write(round, group))) return false;
      group = [];
      lease.at = { seq, collection, id };
      if (!(await storeVectorPosition(platform, lease))) return false;
    }
    return true;
  }

  /**
   * Retries documents that are due. Their next retry is set first, so that each is tried once per call of `follow`.
   * Returns false if none is due, or another process has taken the lease.
   */
  private async nextRetries(round: Round): Promise<boolean> {
    const { platform } = this.core;
    const { lease, signal } = round;
    const { companyId } = lease;
    const { rows: due } = await platform.query<Pick<Head, 'collection' | 'id'>>({
      name: 'vector_retries',
      text: `update vector_source set retry_at = $2::bigint + $3 where no in (
          select no from vector_source where company_id = $1 and retry_at <= $2 order by retry_at limit $4)
        and exists (select 1 from vector_company where company_id = $1 and holder = $5)
        returning collection, id`,
      values: [companyId, platform.clock.now(), RETRY_MS, PAGE, lease.holder],
    });
    let group: Passages[] = [];
    for (const [i, { collection, id }] of due.entries()) {
      signal.throwIfAborted();
      group.push(await this.read(companyId, collection, id));
      if (!isEnough(group) && i + 1 < due.length) continue;
      if (!(await this.write(round, group)) || !(await storeVectorPosition(platform, lease))) return false;
      group = [];
    }
    return due.length > 0;
  }

  private async read(companyId: string, collection: KindName, id: string): Promise<Passages> {
    const target = targetOf({ collection, id });
    const { rows } = await this.core.platform.query<{ data: Row; document: Row | null }>({
      name: 'vector_read',
      text: `select d.data, t.data as document from doc d
        left join doc t on t.company_id = $1 and t.collection = $4 and t.id = $5 and not t.deleted
        where d.company_id = $1 and d.collection = $2 and d.id = $3 and not d.deleted`,
      values: [companyId, collection, id, target.collection, target.id],
    });
    const { data, document } = rows[0] ?? { data: {}, document: null };
    const isShown = document !== null && isSearched(target.collection, document);
    const cuts = isShown ? wholeCutsOf(piecesOf(this.core.pieces, collection, data, document)) : [];
    return {
      collection,
      id,
      target,
      userId: String(document?.['creatorId'] ?? document?.['addedBy'] ?? document?.['ownerId'] ?? ''),
      hashes: cuts.map(({ hash }) => hash),
      texts: new Map(cuts.map((cut) => [cut.hash, wordsOf(cut)])),
    };
  }

  /**
   * Embeds and stores a group of documents; after a failure, stores those embedded before it, as their use has been
   * counted. Returns false if another process has taken the lease.
   */
  private async write(round: Round, group: readonly Passages[]): Promise<boolean> {
    const vectors = await this.known(round.lease, [...new Set(group.flatMap(({ hashes }) => hashes))]);
    for (const [i, document] of group.entries())
      try {
        await this.embed(round, document, vectors);
      } catch (error) {
        await this.store(round, group.slice(0, i), vectors);
        if (error instanceof OtherDimensions) await forgetVectors(this.core.platform, round.lease);
        throw error instanceof OtherDimensions ? error.failure : error;
      }
    return this.store(round, group, vectors);
  }

  /**
   * Asks for the vector of a probe text after a failure for a document. Returns if the provider returns a usable
   * vector, so that the failure concerns the document only. Throws OtherDimensions or the failure otherwise.
   */
  private async probe(
    { lease: { companyId, dimensions }, provider, signal }: Round,
    userId: string,
    failure: ProviderFailure,
  ): Promise<void> {
    let made: Float32Array[];
    try {
      const options = { dimensions: null, signal };
      made = await meteredEmbedding(this.core.amounts, provider, { companyId, userId }, [PROBE], options);
    } catch (error) {
      throw error instanceof ProviderFailure ? failure : error;
    }
    if (dimensions !== null && made[0]!.length !== dimensions) throw new OtherDimensions(failure);
  }

  /**
   * Stores the vectors of documents; a document that lacks some gets a time for a retry. Returns false if another
   * process has taken the lease.
   */
  private async store(
    { lease, written }: Round,
    group: readonly Passages[],
    vectors: ReadonlyMap<string, Buffer>,
  ): Promise<boolean> {
    if (group.length === 0) return true;
    const { platform } = this.core;
    const { companyId, model } = lease;
    return platform.transaction(async () => {
      if (!(await storeDimensions(platform, lease))) return false;
      for (const { collection, id, target, hashes } of group) {
        const stored = hashes.filter((hash) => vectors.has(hash));
        const retryAt = stored.length < hashes.length ? platform.clock.now() + RETRY_MS : null;
        const { rows } = await platform.query<{ no: number }>({
          name: 'vector_write',
          text: `
            with source as (
              insert into vector_source as s (company_id, collection, id, target_collection, target_id, model, retry_at)
              select $1::text, d.collection, d.id, $4::text, $5::text, $6::text, $9::bigint from doc d
              where d.company_id = $1 and d.collection = $2 and d.id = $3 and not d.deleted
              on conflict (company_id, collection, id) do update
                set model = excluded.model, retry_at = excluded.retry_at
              returning no
            ), gone as (
              delete from passage_vector p using source where p.source_no = source.no and p.n >= cardinality($7::text[])
            )
            insert into passage_vector (source_no, n, hash, vector)
            select source.no, k.n - 1, decode(k.hash, 'hex'), decode(k.vector, 'base64')
            from source cross join unnest($7::text[], $8::text[]) with ordinality as k (hash, vector, n)
            on conflict (source_no, n) do update set hash = excluded.hash, vector = excluded.vector
            returning source_no as no`,
          values: [
            companyId,
            collection,
            id,
            target.collection,
            target.id,
            model,
            stored,
            stored.map((hash) => vectors.get(hash)!.toString('base64')),
            retryAt,
          ],
        });
        if (rows[0]) written.add(rows[0].no);
      }
      return true;
    });
  }

  /** Adds the vectors of a document's passages to `vectors`; adds none if the provider's answer is unusable. */
  private async embed(
    round: Round,
    { collection, id, userId, texts }: Passages,
    vectors: Map<string, Buffer>,
  ): Promise<void> {
    const { lease, provider, signal } = round;
    const { companyId } = lease;
    const missing = [...texts].filter(([hash]) => !vectors.has(hash));
    if (missing.length === 0) return;
    let { dimensions } = lease;
    try {
      const made = await embedShortened(
        missing.map(([, text]) => text),
        async (given) => {
          const options = { dimensions, signal };
          const part = await meteredEmbedding(this.core.amounts, provider, { companyId, userId }, given, options);
          // a large document is embedded in several requests, which must agree in their dimensions
          dimensions = part[0]!.length;
          return part;
        },
      );
      missing.forEach(([hash], i) => vectors.set(hash, quantised(made[i]!)));
      lease.dimensions = dimensions;
      round.refused = 0;
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !OF_DOCUMENT.includes(error.kind)) throw error;
      round.refused += 1;
      if (error.kind === 'refused' || round.refused >= REFUSED_IN_A_ROW) {
        await this.probe(round, userId, error);
        round.refused = 0;
      }
      this.core.platform.log.warn(
        { err: error, companyId, collection, id },
        'the vectors of a document could not be computed; they are retried later',
      );
    }
  }

  /** Stored vectors of the company, by the hash of their passages. */
  private async known(
    { companyId, model, dimensions }: VectorLease,
    hashes: readonly string[],
  ): Promise<Map<string, Buffer>> {
    const { rows } = await this.core.platform.query<{ hash: string; vector: string }>({
      name: 'vector_known',
      text: `select distinct on (p.hash) encode(p.hash, 'hex') as hash, encode(p.vector, 'base64') as vector
        from unnest($3::text[]) as k (hash) join passage_vector p on p.hash = decode(k.hash, 'hex')
        join vector_source s on s.no = p.source_no and s.company_id = $1 and s.model = $2
        where octet_length(p.vector) = $4`,
      values: [companyId, model, hashes, dimensions],
    });
    return new Map(rows.map(({ hash, vector }) => [hash, Buffer.from(vector, 'base64')]));
  }
}

/** The passages of one document. */
interface Passages {
  collection: KindName;
  id: string;
  target: { collection: string; id: string };
  /** the person to whom the use of the service is counted */
  userId: string;
  hashes: string[];
  texts: Map<string, string>;
}

const isEnough = (group: readonly Passages[]): boolean =>
  group.reduce((sum, { texts }) => sum + texts.size, 0) >= TEXTS;
