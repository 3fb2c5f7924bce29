import { blockAt, type SearchAnchor } from '~/features/search-anchor/anchor';
import type { TextPart } from '../../../sync/model/parsed-text';

/** Lines of a source file, from 1; 0 for none. */
export interface OpenedLines {
  /** of the part that a search has found, inclusive */
  from: number;
  to: number;
  /** the one that is opened: with the words of the search, or the first of the part */
  line: number;
}

export function openedLines(
  lines: readonly string[],
  part: TextPart | undefined,
  anchor: SearchAnchor | null,
): OpenedLines {
  const from = part?.place.line ?? 0;
  if (!part || from === 0) return { from: 0, to: 0, line: 0 };
  const to = from + part.text.split('\n').length - 1;
  const found = anchor ? blockAt(lines.slice(from - 1, to), anchor) : null;
  return { from, to, line: from + (found ?? 0) };
}
