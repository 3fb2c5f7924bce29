/** A text of a document that search reads. */
import type { PassageField } from './kind';
import type { TextPlace } from './parsed-text';

export interface SearchedText {
  field: PassageField;
  text: string;
  /** id of the element of a list: a segment of a transcript, a part of an extracted text, a moment of a meeting */
  segmentId?: string;
  /** of a part of an extracted text: where it stands in the original */
  place?: TextPlace;
  /** targets that the text mentions: `note/<id>` */
  mentions?: string[];
}
