/** Ranks the documents that a person sees for the terms of a question, from the index alone. */
import { findMatches, type Found } from '../../../sync/ranking/matching';
import { Ranker, type MatchedTerm, type Statistics } from '../../../sync/ranking/score';
import type { Target } from '../../../sync/ranking/sources';
import type { SearchableKind } from '../../../sync/model/kinds';
import type { QueryTerm } from '../../../sync/text/query';
import type { Actor, Platform } from '../../platform/context';
import { Question, type Scope, type ServerMatch } from './question';

export interface RankedDocuments {
  /** terms as answered, with their words in the index */
  found: Found<ServerMatch>[];
  matched: MatchedTerm[];
  statistics: Statistics;
  /** best first */
  ranked: (Target & { score: number })[];
  /** no document covers half of the question */
  closest: boolean;
}

export class DocumentRanking {
  private readonly ranker = new Ranker();

  constructor(private readonly db: Pick<Platform, 'query'>) {}

  /** null: nothing is asked, or nothing of the company is indexed yet. */
  async rank(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    terms: readonly QueryTerm[],
    limit: number,
    scope: Scope,
  ): Promise<RankedDocuments | null> {
    const companyNo = terms.length === 0 ? null : await this.companyNo(actor.companyId);
    if (companyNo === null) return null;
    const question = new Question(this.db, actor, companyNo, scope);
    const [found, statistics] = await Promise.all([
      findMatches(terms, (asked) => question.lookUp(asked)),
      question.statistics(),
    ]);
    const matched = found.map(({ term, matches }) => ({
      term,
      words: matches.map((match) => question.wordsOf(match)),
    }));
    const { best, closest } = this.ranker.rank(matched, statistics, question, limit);
    const targets = await this.targets(best.map(({ target }) => question.documentOf(target)));
    const ranked = best.flatMap(({ target, score }) => {
      const document = targets.get(question.documentOf(target));
      return document ? [{ ...document, score }] : [];
    });
    return { found, matched, statistics, ranked, closest };
  }

  private async companyNo(companyId: string): Promise<number | null> {
    const { rows } = await this.db.query<{ no: number }>({
      name: 'search_company',
      text: 'select no from search_company where company_id = $1',
      values: [companyId],
    });
    return rows[0]?.no ?? null;
  }

  private async targets(numbers: readonly number[]): Promise<Map<number, { collection: SearchableKind; id: string }>> {
    const { rows } = await this.db.query<{ no: number; collection: SearchableKind; id: string }>({
      name: 'search_targets',
      text: 'select no, collection, id from search_document where no = any($1::int[])',
      values: [numbers],
    });
    return new Map(rows.map(({ no, collection, id }) => [no, { collection, id }]));
  }
}
