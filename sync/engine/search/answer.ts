/** Result of a search on this device. */
export type SearchableCollection = 'notes' | 'projects' | 'meetings';

/** A part of a text that matches the question. */
export interface SearchPassage {
  field: 'title' | 'text' | 'description' | 'participants' | 'transcript';
  /** segment of a transcript */
  segmentId?: string;
  text: string;
  /** offset in the whole text (or segment), in UTF-16 units; `text` has spaces instead of line breaks */
  start: number;
  /** ranges to mark in `text`: start and end in UTF-16 units, ascending */
  ranges: [number, number][];
}

export interface SearchResult {
  collection: SearchableCollection;
  id: string;
  title: string;
  /** ranges to mark in the title */
  titleRanges: [number, number][];
  /** '' outside projects */
  projectId: string;
  /** milliseconds */
  updatedAt: number;
  /** best first; none from the title */
  passages: SearchPassage[];
  /** comparable within one answer */
  score: number;
}

export interface SearchAnswer {
  /** best first */
  results: SearchResult[];
  /** no document covers half of the question: the results are the closest few */
  closest: boolean;
  /** false while the index is built for the first time */
  complete: boolean;
}
