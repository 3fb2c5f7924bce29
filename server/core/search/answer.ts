/** The result of a search on the server. */
import type { SearchResult } from '../../../sync/ranking/answer';

/** A result; it may be a chat, which the index does not contain. */
export type Result = Omit<SearchResult, 'collection'> & { collection: SearchResult['collection'] | 'threads' };

export interface Answer {
  list: Result[];
  /** no document covers half of the question: the list has the closest few */
  closest: boolean;
}
