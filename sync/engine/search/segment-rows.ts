/** Segments of the index as rows, before they are packed and sealed. */
export interface SegmentRow {
  id: number;
  /** source keys by ordinal */
  keys: string[];
  /** tokens by ordinal */
  lengths: Uint32Array;
  /** first term of each block, ascending by UTF-16 units */
  firstTerms: string[];
  /** terms of each block */
  sizes: number[];
}

export interface BlockRow {
  segment: number;
  block: number;
  /** ascending, joined by a line feed, which no term contains */
  terms: string;
  /** where each term's postings begin in `data`; one more for the end */
  starts: Uint32Array;
  /** sources per term */
  counts: Uint32Array;
  data: Uint8Array;
}

/** A batch in memory. */
export interface Segment {
  row: SegmentRow;
  blocks: BlockRow[];
}
