/** A text of a document that is searched. */
import type { PassageField } from './kind';
import type { TextPlace } from './parsed-text';

export interface SearchedText {
  field: PassageField;
  text: string;
  /** id of the element of a list: a segment of a transcript, a part of an extracted text, a moment of a meeting */
  segmentId?: string;
  /** for a part of an extracted text: its place in the original */
  place?: TextPlace;
  /** targets of the text's mentions: `note/<id>` */
  mentions?: string[];
}
