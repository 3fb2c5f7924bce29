/** Rows of index segments before encoding and encryption. */
export interface SegmentRow {
  id: number;
  /** source keys by ordinal */
  keys: string[];
  /** number of tokens by ordinal */
  lengths: Uint32Array;
  /** first term of each block, in UTF-16 order */
  firstTerms: string[];
  /** number of terms of each block */
  sizes: number[];
}

export interface BlockRow {
  segment: number;
  block: number;
  /** in ascending order, joined by line feeds, which no term contains */
  terms: string;
  /** start of each term's postings in `data`, and the end of the last */
  starts: Uint32Array;
  /** number of sources of each term */
  counts: Uint32Array;
  data: Uint8Array;
}

/** A segment in memory. */
export interface Segment {
  row: SegmentRow;
  blocks: BlockRow[];
}
