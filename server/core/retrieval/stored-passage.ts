import type { KindName, SearchableKind } from '../../../sync/model/kinds';

/** A passage with its vector, as read from the database. */
export interface StoredPassage {
  /** the document that is shown as the source, for example a meeting */
  collection: SearchableKind;
  id: string;
  /** the document that contains the text, for example its transcript */
  sourceCollection: KindName;
  sourceId: string;
  /** hash of the text (whole-cuts.ts), in hex */
  hash: string;
  /** quantised vector (vectors.ts), in base64 */
  vector: string;
}
