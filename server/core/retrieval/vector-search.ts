/**
 * Finds the passages whose vectors are nearest to that of a question: by an exact search over passages of the documents
 * that its words find and of the latest documents, and by the index of all vectors if the database has pgvector.
 * Passages that the person may not see are excluded in SQL.
 */
import type { KindName } from '../../../sync/model/kinds';
import { sourcesOf, type Target } from '../../../sync/ranking/sources';
import { within } from '../../../sync/protocol/time-limit';
import type { Actor } from '../../platform/context';
import { meteredEmbedding } from '../ai-providers/metered-embedding';
import type { CoreServices } from '../context';
import type { Scope } from '../search/question';
import { inScope, SEEN_DOCUMENT, SEEN_SPACES } from './seen-sources';
import type { StoredPassage } from './stored-passage';
import { modelOf } from './vector-follower';
import { similarity } from './vectors';

/** passages that the exact search compares at most, and the number of latest documents that it includes */
const CANDIDATES = 1_000;
const LATEST = 500;
/** passages that are returned at most, and how much less similar than the nearest they may be */
const NEAREST = 24;
const BELOW = 0.15;
/** milliseconds within which the provider must return the vector of the question */
const EMBED_MS = 5_000;

const keyOf = ({ sourceCollection, sourceId, hash }: StoredPassage): string =>
  [sourceCollection, sourceId, hash].join('/');

export interface Near extends Target {
  source: { collection: KindName; id: string };
  hash: string;
  similarity: number;
}

export interface NearestPassages {
  /** Nearest first; empty without a provider and after its failure. */
  near(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    question: { text: string; scope: Scope; found: readonly Target[] },
    signal: AbortSignal,
  ): Promise<Near[]>;
}

export class VectorSearch implements NearestPassages {
  constructor(private readonly core: Pick<CoreServices, 'platform' | 'ai' | 'amounts' | 'pieces' | 'vectorIndex'>) {}

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
      if (!provider) return [];
      model = modelOf(provider);
      const dimensions = await this.dimensions(actor.companyId, model);
      if (dimensions === null) return [];
      [vector] = (await within(EMBED_MS, signal, (limited) =>
        meteredEmbedding(amounts, provider, actor, [text], { dimensions, signal: limited }),
      )) as [Float32Array];
    } catch (error) {
      signal.throwIfAborted();
      // retrieval continues with words only
      platform.log.warn({ err: error, companyId: actor.companyId }, 'the vector of a question could not be computed');
      return [];
    }
    const [compared, indexed] = await Promise.all([
      this.candidates(actor, model, scope, found),
      this.core.vectorIndex.nearest(actor, { model, vector, scope, limit: NEAREST }),
    ]);
    const stored = new Map([...compared, ...indexed].map((each) => [keyOf(each), each]));
    const near = [...stored.values()].flatMap(({ vector: stored, ...each }) => {
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

  /** dimensions of the stored vectors; null if there are none of this model */
  private async dimensions(companyId: string, model: string): Promise<number | null> {
    const { rows } = await this.core.platform.query<{ dimensions: number | null }>({
      name: 'vector_company',
      text: 'select dimensions from vector_company where company_id = $1 and model = $2',
      values: [companyId, model],
    });
    return rows[0]?.dimensions ?? null;
  }

  private async candidates(
    { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
    model: string,
    scope: Scope,
    found: readonly Target[],
  ): Promise<StoredPassage[]> {
    const { platform, pieces } = this.core;
    const sources = found.flatMap((target) => sourcesOf(target));
    const { rows } = await platform.query<StoredPassage>({
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

const IN_SCOPE = inScope({ model: '$3', projects: '$7', documents: '$8', kinds: '$11' });

const CANDIDATES_OF = `
with ${SEEN_SPACES}, named as (
  select s.no, k.n from unnest($4::text[], $5::text[]) with ordinality as k (collection, id, n)
  join vector_source s on s.company_id = $1 and s.collection = k.collection and s.id = k.id collate "C"
  ${SEEN_DOCUMENT} ${IN_SCOPE}
), latest as (
  select s.no, $9::bigint + row_number() over (order by d.seq desc) as n from doc d
  join vector_source s on s.company_id = $1 and s.collection = d.collection and s.id = d.id
  ${IN_SCOPE} and d.company_id = $1 and d.collection = any($6::text[]) and not d.deleted
    and d.space_id in (select space_id from seen)
  order by d.seq desc limit $10
), source as (
  select no, min(n) as n from (select * from named union all select * from latest) b group by no
)
select s.target_collection as collection, s.target_id as id, s.collection as "sourceCollection", s.id as "sourceId",
  encode(p.hash, 'hex') as hash, encode(p.vector, 'base64') as vector
from source join vector_source s on s.no = source.no join passage_vector p on p.source_no = s.no
order by source.n, p.n limit $9`;
