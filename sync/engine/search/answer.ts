/** What a search on this device answers. */
export type SearchableCollection = 'notes' | 'projects' | 'meetings';

/** A part of a text that answers a question. */
export interface SearchPassage {
  field: 'title' | 'text' | 'description' | 'participants' | 'transcript';
  /** of a transcript: the segment it stands in */
  segmentId?: string;
  text: string;
  /** where it begins in the whole text (or segment), in UTF-16 units; line breaks are spaces here */
  start: number;
  /** what to mark in `text`: begin and end in UTF-16 units, ascending */
  ranges: [number, number][];
}

export interface SearchResult {
  collection: SearchableCollection;
  id: string;
  title: string;
  /** what to mark in the title */
  titleRanges: [number, number][];
  /** '' outside projects */
  projectId: string;
  /** milliseconds */
  updatedAt: number;
  /** best first, none from the title */
  passages: SearchPassage[];
  /** comparable within one answer */
  score: number;
}

export interface SearchAnswer {
  /** best first */
  results: SearchResult[];
  /** nothing holds half of what was asked for: the results are the few that come closest */
  closest: boolean;
  /** false while texts of this device are still being read for the first time */
  complete: boolean;
}
