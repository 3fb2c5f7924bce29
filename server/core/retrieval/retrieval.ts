/** Interface of retrieval: the passages of one's own sources that answer a question best. */
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { OwnKind } from '../../../sync/model/own-kinds';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { Passage } from '../../ai/extractive/interface';
import type { Actor } from '../../platform/context';

export interface RetrievalRequest {
  actor: Pick<Actor, 'companyId' | 'userId'>;
  question: string;
  /** questions that it follows, whose words count less than its own */
  before?: readonly string[];
  /** interface language of the person: passages of the question's own language come first, others too */
  language: string;
  /** documents that are searched; projects stand for all that is in them. Empty: everything the person may see */
  context: Turn['context'];
  /** kinds that are searched, except documents that the context names; without a value all, and what projects say of themselves */
  kinds?: readonly OwnKind[];
  /** passages at most */
  limit: number;
  signal: AbortSignal;
}

export interface Retrieved {
  /** best first, of different sources as far as possible; each may be seen by the person now */
  passages: Passage[];
  /** share of the question's idf mass that the passages cover together, 0 to 1 */
  coverage: number;
  /** nothing covers half of the question: the passages are the closest few */
  isClosest: boolean;
  /** of the terms of the question, among the sources that the person sees (idf); for the extractive engine */
  rarity: ReadonlyMap<string, number>;
}

export interface Retrieval {
  find(request: RetrievalRequest): Promise<Retrieved>;
  /** Those of the documents that the person may see now; checked again before an answer is delivered. */
  visible(
    actor: Pick<Actor, 'companyId' | 'userId'>,
    documents: readonly Pick<AnswerSource, 'kind' | 'id'>[],
  ): Promise<Set<string>>;
}
