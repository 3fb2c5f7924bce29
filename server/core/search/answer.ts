/** What a search finds on the server. */
import type { SearchResult } from '../../../sync/ranking/answer';

/** Also a chat, which the index does not have. */
export type Result = Omit<SearchResult, 'collection'> & { collection: SearchResult['collection'] | 'threads' };

export interface Answer {
  list: Result[];
  /** nothing covers half of the question: the closest few */
  closest: boolean;
}
