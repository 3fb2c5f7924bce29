/** Interface of retrieval: finds the passages of the organization's documents that answer a question best. */
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { OwnKind } from '../../../sync/model/own-kinds';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { Passage } from '../../ai/extractive/interface';
import type { Actor } from '../../platform/context';

export interface RetrievalRequest {
  actor: Pick<Actor, 'companyId' | 'userId'>;
  question: string;
  /** earlier questions, whose words have less weight than those of the question */
  before?: readonly string[];
  /** language of the answer or report: with `ja`, a question in Han characters only is taken for Japanese */
  language: string;
  /** documents, and projects with their documents, to search; empty for everything that the person may see */
  context: Turn['context'];
  /** kinds that are searched beside the documents of the context; if absent, all kinds and the texts of projects */
  kinds?: readonly OwnKind[];
  /** maximum number of passages */
  limit: number;
  signal: AbortSignal;
}

export interface Retrieved {
  /** best first, of different sources if possible; the person may see all of them now */
  passages: Passage[];
  /** share of the question's words, weighted by idf, that the passages cover together: 0 to 1 */
  coverage: number;
  /** no document covers enough of the question: the passages are the closest ones */
  isClosest: boolean;
  /** inverse document frequency (idf) of the question's terms in what the person sees; for the extractive engine */
  rarity: ReadonlyMap<string, number>;
}

export interface Retrieval {
  find(request: RetrievalRequest): Promise<Retrieved>;
  /** Ids of the documents that the person may see now; checked again before an answer is delivered. */
  visible(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    documents: readonly Pick<AnswerSource, 'kind' | 'id'>[],
  ): Promise<Set<string>>;
}
