/**
 * Search over everything that a person may see, by the ranking that devices use too (sync/ranking).
 *
 *   question ─► terms ─► words and sources in visible spaces ─► scores ─► best documents ─► read as visible now ─► passages
 */
import { answeredTerms } from '../../../sync/ranking/matching';
import { queryTerms } from '../../../sync/text/query';
import type { Actor, Platform } from '../../platform/context';
import type { Answer } from './answer';
import { searchChats } from './project-chats';
import { DocumentRanking } from './rank-documents';
import { readResults } from './read-results';

/** Results ranked beyond the limit, since some may be texts of deleted documents. */
const SPARE = 10;

export class SearchService {
  private readonly ranking: DocumentRanking;

  constructor(private readonly db: Pick<Platform, 'query'>) {
    this.ranking = new DocumentRanking(db);
  }

  /** The items of a project, and its chats by their titles. */
  async ofProject(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    keyword: string,
    limit: number,
    projectId: string,
  ): Promise<Answer> {
    const found = await Promise.all([
      this.search(actor, keyword, limit, { projectId }),
      searchChats(this.db, actor, projectId, keyword, limit),
    ]);
    const isAnswered = found.some(({ list, closest }) => list.length > 0 && !closest);
    const list = found
      .flatMap((each) => (each.closest && isAnswered ? [] : each.list))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    return { list, closest: list.length > 0 && !isAnswered };
  }

  /** @param scope only project items of the project; '' for everything */
  async search(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    keyword: string,
    limit: number,
    scope: { projectId: string } = { projectId: '' },
  ): Promise<Answer> {
    const answer = await this.ranking.rank(actor, queryTerms(keyword), limit + SPARE, {
      projects: scope.projectId === '' ? [] : [scope.projectId],
      documents: [],
      kinds: scope.projectId === '' ? null : ['projectItems'],
    });
    if (!answer) return { list: [], closest: false };
    const list = await readResults(this.db, actor, answer.ranked, answeredTerms(answer.found), limit);
    return { list, closest: answer.closest && list.length > 0 };
  }
}
