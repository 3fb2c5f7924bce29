import type { KindName, SearchableKind } from '../../../sync/model/kinds';

/** A passage with its vector, as the database gives it. */
export interface StoredPassage {
  /** the document that a person finds by it */
  collection: SearchableKind;
  id: string;
  /** the document that has its words */
  sourceCollection: KindName;
  sourceId: string;
  /** of its words, in hex */
  hash: string;
  /** quantised, in base64 */
  vector: string;
}
