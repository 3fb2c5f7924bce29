/**
 * The passages whose vectors are nearest to a question's: an exact search over the passages of the documents that its
 * words find, and of the latest ones. What the person may not see is no candidate.
 */
import type { KindName, SearchableKind } from '../../../sync/model/kinds';
import { sourcesOf, type Target } from '../../../sync/ranking/sources';
import { within } from '../../../sync/protocol/time-limit';
import type { Actor } from '../../platform/context';
import { meteredEmbedding } from '../ai-providers/metered-embedding';
import type { CoreServices } from '../context';
import type { Scope } from '../search/question';
import { modelOf } from './vector-follower';
import { similarity } from './vectors';

/** passages that are compared, and documents of which they are */
const CANDIDATES = 1_000;
const LATEST = 500;
/** passages that are near, and how much less similar than the nearest */
const NEAREST = 24;
const BELOW = 0.15;
/** milliseconds that a question waits for its vector */
const EMBED_MS = 5_000;

export interface Near extends Target {
  source: { collection: KindName; id: string };
  hash: string;
  similarity: number;
}

export interface NearestPassages {
  /** Nearest first; empty without a provider, and where it fails. */
  near(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    question: { text: string; scope: Scope; found: readonly Target[] },
    signal: AbortSignal,
  ): Promise<Near[]>;
}

export class VectorSearch implements NearestPassages {
  constructor(private readonly core: Pick<CoreServices, 'platform' | 'ai' | 'amounts' | 'pieces'>) {}

  async near(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    { text, scope, found }: Parameters<NearestPassages['near']>[1],
    signal: AbortSignal,
  ): Promise<Near[]> {
    const { platform, ai, amounts } = this.core;
    let vector: Float32Array;
    let model: string;
    try {
      const provider = await ai.embedding(actor.companyId);
      if (!provider || !(await this.hasVectors(actor.companyId, modelOf(provider)))) return [];
      model = modelOf(provider);
      [vector] = (await within(EMBED_MS, signal, (limited) =>
        meteredEmbedding(amounts, provider, actor, [text], limited),
      )) as [Float32Array];
    } catch (error) {
      signal.throwIfAborted();
      // the words of the question still find passages
      platform.log.warn({ err: error, companyId: actor.companyId }, 'a question has no vector');
      return [];
    }
    const near = (await this.candidates(actor, model, scope, found)).flatMap(({ vector: stored, ...each }) => {
      const found = similarity(vector, Buffer.from(stored, 'base64'));
      return found === null ? [] : [{ ...each, similarity: found }];
    });
    near.sort((a, b) => b.similarity - a.similarity);
    return near
      .slice(0, NEAREST)
      .filter((each) => each.similarity >= Math.max(0, near[0]!.similarity - BELOW))
      .map(({ collection, id, sourceCollection, sourceId, ...rest }) => ({
        collection,
        id,
        source: { collection: sourceCollection, id: sourceId },
        ...rest,
      }));
  }

  private async hasVectors(companyId: string, model: string): Promise<boolean> {
    const { rows } = await this.core.platform.query({
      name: 'vector_company',
      text: 'select 1 from vector_company where company_id = $1 and model = $2',
      values: [companyId, model],
    });
    return rows.length > 0;
  }

  private async candidates(
    { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
    model: string,
    scope: Scope,
    found: readonly Target[],
  ): Promise<Candidate[]> {
    const { platform, pieces } = this.core;
    const sources = found.flatMap((target) => sourcesOf(target));
    const { rows } = await platform.query<Candidate>({
      name: 'vector_candidates',
      text: CANDIDATES_OF,
      values: [
        companyId,
        userId,
        model,
        sources.map(({ collection }) => collection),
        sources.map(({ id }) => id),
        [...pieces.keys()],
        scope.projects,
        scope.documents,
        CANDIDATES,
        LATEST,
        scope.kinds,
      ],
    });
    return rows;
  }
}

interface Candidate {
  collection: SearchableKind;
  id: string;
  sourceCollection: KindName;
  sourceId: string;
  hash: string;
  vector: string;
}

/** Documents that are in the scope and whose target the person sees: `s` the source, `d` its document. */
const SEEN_SOURCE = `
  join doc t on t.company_id = $1 and t.collection = s.target_collection and t.id = s.target_id and not t.deleted
    and t.space_id in (select space_id from seen)
  where s.model = $3 and (
    ($11::text[] is null or t.collection = any($11::text[])
      or t.collection = 'projectItems' and 'projectItems/' || (t.data ->> 'itemType') = any($11::text[]))
    and (cardinality($7::text[]) + cardinality($8::text[]) = 0
      or t.refs ->> 'projectId' = any($7::text[]) or t.collection = 'projects' and t.id = any($7::text[]))
    or t.collection || '/' || t.id = any($8::text[]))`;

const CANDIDATES_OF = `
with seen as materialized (
  select a.space_id from sync_access($1, $2) a where a.visible
), named as (
  select s.no, k.n from unnest($4::text[], $5::text[]) with ordinality as k (collection, id, n)
  join vector_source s on s.company_id = $1 and s.collection = k.collection and s.id = k.id collate "C"
  join doc d on d.company_id = $1 and d.collection = s.collection and d.id = s.id and not d.deleted
    and d.space_id in (select space_id from seen)
  ${SEEN_SOURCE}
), latest as (
  select s.no, $9::bigint + row_number() over (order by d.seq desc) as n from doc d
  join vector_source s on s.company_id = $1 and s.collection = d.collection and s.id = d.id
  ${SEEN_SOURCE} and d.company_id = $1 and d.collection = any($6::text[]) and not d.deleted
    and d.space_id in (select space_id from seen)
  order by d.seq desc limit $10
), source as (
  select no, min(n) as n from (select * from named union all select * from latest) b group by no
)
select s.target_collection as collection, s.target_id as id, s.collection as "sourceCollection", s.id as "sourceId",
  encode(p.hash, 'hex') as hash, encode(p.vector, 'base64') as vector
from source join vector_source s on s.no = source.no join passage_vector p on p.source_no = s.no
order by source.n, p.n limit $9`;
