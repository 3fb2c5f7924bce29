/**
 * Keeps the vectors of a company's passages up to date with its documents, in the order of its clock.
 *
 *   a change ─► job ─► lease ─► documents not read yet ─► passages ─► hashes ─┬ known: its vector ─► stored
 *                                                                             └ new: the provider ──► stored
 *
 * Words that have a vector of the same model, in whatever document of the company, are not sent again. A failure of the
 * provider leaves the position where it is: the next change, or the next look, goes on from there.
 */
import { isSearched } from '../../../sync/merge/searched-texts';
import type { KindName } from '../../../sync/model/kinds';
import { targetOf } from '../../../sync/ranking/sources';
import type { EmbeddingProvider } from '../../ai/embedding/provider';
import { meteredEmbedding } from '../ai-providers/metered-embedding';
import type { CoreServices } from '../context';
import { piecesOf } from './pieces';
import { embedShortened } from './shortened';
import { claimVectors, storeVectorPosition, type VectorLease } from './vector-lease';
import { quantised } from './vectors';
import { wholeCutsOf, wordsOf } from './whole-cuts';

/** documents of one page */
const PAGE = 50;
/** passages whose vectors are asked for together */
const TEXTS = 64;

type Row = Record<string, unknown>;
/** A document without its content. */
interface Head {
  collection: KindName;
  id: string;
  seq: number;
  deleted: boolean;
}

/** Vectors of different models cannot be compared. */
export const modelOf = ({ name, model }: Pick<EmbeddingProvider, 'name' | 'model'>): string => `${name}/${model}`;

export class VectorFollower {
  constructor(private readonly core: Pick<CoreServices, 'platform' | 'ai' | 'amounts' | 'pieces' | 'vectorIndex'>) {}

  /** Companies with a provider whose documents changed since their vectors last followed, or are not in the index. */
  async behind(): Promise<string[]> {
    const { rows } = await this.core.platform.query<{ company_id: string; model: string | null; isBehind: boolean }>({
      text: `select c.company_id, v.model, v.seq is null or v.seq <= c.seq as "isBehind"
        from company_clock c left join vector_company v on v.company_id = c.company_id`,
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

  /** Follows to the present. False: another process follows. Throws ProviderFailure, or USER_SERVICE_QUOTA_EXCEEDED. */
  async follow(companyId: string, signal: AbortSignal): Promise<boolean> {
    const provider = await this.core.ai.embedding(companyId);
    if (!provider) return true;
    const lease = await claimVectors(this.core.platform, companyId, modelOf(provider));
    if (!lease) return false;
    try {
      const goOn = (): Promise<boolean> => storeVectorPosition(this.core.platform, lease);
      let isBehind = true;
      while (!signal.aborted && isBehind) {
        const written = new Set<number>();
        isBehind = await this.nextPage(lease, provider, written, signal);
        await this.core.vectorIndex.copy(companyId, [...written], goOn);
      }
    } finally {
      await storeVectorPosition(this.core.platform, lease, { isEnd: true });
    }
    return true;
  }

  /** Deletes the vectors of organizations that have no provider any more, and of former models. */
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

  /**
   * Writes the vectors of the next documents, and adds the numbers of their sources to `written`. False: the vectors have
   * followed to the present, or another process goes on with them.
   */
  private async nextPage(
    lease: VectorLease,
    provider: EmbeddingProvider,
    written: Set<number>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { platform } = this.core;
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
      const isEnough = group.reduce((sum, { texts }) => sum + texts.size, 0) >= TEXTS;
      if (!isEnough && i + 1 < page.length) continue;
      for (const no of await this.write(lease, provider, group, signal)) written.add(no);
      group = [];
      lease.at = { seq, collection, id };
      if (!(await storeVectorPosition(platform, lease))) return false;
    }
    return true;
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

  /** Returns the numbers of the sources. */
  private async write(
    { companyId, model }: VectorLease,
    provider: EmbeddingProvider,
    group: readonly Passages[],
    signal: AbortSignal,
  ): Promise<number[]> {
    if (group.length === 0) return [];
    const { platform, amounts } = this.core;
    const vectors = await this.known(companyId, model, [...new Set(group.flatMap(({ hashes }) => hashes))]);
    for (const { userId, texts } of group) {
      const missing = [...texts].filter(([hash]) => !vectors.has(hash));
      if (missing.length === 0) continue;
      const made = await embedShortened(
        missing.map(([, text]) => text),
        (given) => meteredEmbedding(amounts, provider, { companyId, userId }, given, signal),
      );
      missing.forEach(([hash], i) => vectors.set(hash, quantised(made[i]!)));
    }
    const written: number[] = [];
    await platform.transaction(async () => {
      for (const { collection, id, target, hashes } of group) {
        const { rows } = await platform.query<{ no: number }>({
          name: 'vector_write',
          text: `
            with source as (
              insert into vector_source as s (company_id, collection, id, target_collection, target_id, model)
              select $1::text, d.collection, d.id, $4::text, $5::text, $6::text from doc d
              where d.company_id = $1 and d.collection = $2 and d.id = $3 and not d.deleted
              on conflict (company_id, collection, id) do update set model = excluded.model
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
            hashes,
            hashes.map((hash) => vectors.get(hash)!.toString('base64')),
          ],
        });
        if (rows[0]) written.push(rows[0].no);
      }
    });
    return written;
  }

  /** Vectors of the company by the hash of their words. */
  private async known(companyId: string, model: string, hashes: readonly string[]): Promise<Map<string, Buffer>> {
    const { rows } = await this.core.platform.query<{ hash: string; vector: string }>({
      name: 'vector_known',
      text: `select distinct on (p.hash) encode(p.hash, 'hex') as hash, encode(p.vector, 'base64') as vector
        from unnest($3::text[]) as k (hash) join passage_vector p on p.hash = decode(k.hash, 'hex')
        join vector_source s on s.no = p.source_no and s.company_id = $1 and s.model = $2`,
      values: [companyId, model, hashes],
    });
    return new Map(rows.map(({ hash, vector }) => [hash, Buffer.from(vector, 'base64')]));
  }
}

/** The passages of one document. */
interface Passages {
  collection: KindName;
  id: string;
  target: { collection: string; id: string };
  /** whose use of the service it is */
  userId: string;
  hashes: string[];
  texts: Map<string, string>;
}
