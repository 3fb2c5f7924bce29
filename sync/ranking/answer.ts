/** The answer to a search: documents with their best passages; the same types on device and server. */
import type { PassageField } from '../model/kind';
import type { SearchableKind } from '../model/kinds';
import type { ItemType } from '../model/kinds/project-items';
import type { TextPlace } from '../model/parsed-text';

/** A part of a text that matches the question. */
export interface SearchPassage {
  field: PassageField;
  /** segment of a transcript, part of an extracted text, bookmark or typed line of a meeting */
  segmentId?: string;
  /** for an extracted text: the place of the part in the original */
  place?: TextPlace;
  text: string;
  /** offset in the whole text (or segment), in UTF-16 units; `text` has spaces instead of line breaks */
  start: number;
  /** ranges to mark in `text`: start and end in UTF-16 units, ascending */
  ranges: [number, number][];
}

export interface SearchResult {
  collection: SearchableKind;
  id: string;
  title: string;
  /** ranges to mark in the title */
  titleRanges: [number, number][];
  /** '' outside projects */
  projectId: string;
  /** '' unless it is a project item */
  itemType: ItemType | '';
  /** milliseconds since the epoch */
  updatedAt: number;
  /** best first; passages of the title are not included (see titleRanges) */
  passages: SearchPassage[];
  /** comparable within one answer only */
  score: number;
}

export interface SearchAnswer {
  /** best first */
  results: SearchResult[];
  /** true: no document covers half of the question, and the results are the closest matches */
  closest: boolean;
  /** false while the index is built for the first time */
  complete: boolean;
}
