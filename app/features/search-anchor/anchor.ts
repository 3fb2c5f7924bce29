/** The anchor of a search result: a position in a text, carried in the history entry and located in the page. */
import type { SearchPassage } from '../../../sync/ranking/answer';

/** A position in a text: words, their approximate start (UTF-16 units of the text), and the segment of a transcript. */
export interface SearchAnchor {
  words: readonly string[];
  near: number;
  segmentId?: string;
}

/** maximum words of a passage that are carried */
const WORDS = 6;

/**
 * The history state of a navigation to the anchor: an address with these words would stay in the browser's history
 * after signing out.
 */
export const stateOf = (anchor: SearchAnchor | null): { anchor: SearchAnchor } | undefined =>
  anchor ? { anchor } : undefined;

/** Position of a passage. null: it highlights nothing. */
export function anchorOf({ text, start, ranges, segmentId }: SearchPassage): SearchAnchor | null {
  const words = [
    ...new Set(ranges.map(([from, to]) => text.slice(from, to)).filter((word) => word.trim() !== '')),
  ].slice(0, WORDS);
  return words.length ? { words, near: start + ranges[0]![0], ...(segmentId ? { segmentId } : {}) } : null;
}

/** The anchor of a history entry, which an earlier version may have written; null for none. */
export function readAnchor(state: unknown): SearchAnchor | null {
  const anchor = (state as { anchor?: Partial<Record<keyof SearchAnchor, unknown>> } | null)?.anchor;
  if (typeof anchor !== 'object' || anchor === null) return null;
  const words = (Array.isArray(anchor.words) ? (anchor.words as unknown[]) : [])
    .filter((word): word is string => typeof word === 'string' && word.trim() !== '')
    .slice(0, WORDS);
  const segmentId = typeof anchor.segmentId === 'string' ? anchor.segmentId : '';
  if (words.length === 0 && !segmentId) return null;
  return {
    words,
    near: typeof anchor.near === 'number' && anchor.near > 0 ? anchor.near : 0,
    ...(segmentId ? { segmentId } : {}),
  };
}

/** Ranges of the words in a text, joined where they overlap: start and end in UTF-16 units, ascending. */
export function rangesOf(text: string, words: readonly string[]): [number, number][] {
  const all = words
    .flatMap((word) => occurrences(text, word).map((at): [number, number] => [at, at + word.length]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const ranges: [number, number][] = [];
  for (const [from, to] of all) {
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}

/**
 * The block of a text that the anchor refers to: the one with the words nearest to their position. null: the words are
 * missing.
 */
export function blockAt(blocks: readonly string[], { words, near }: SearchAnchor): number | null {
  for (const word of words) {
    let best: { block: number; distance: number } | null = null;
    let begin = 0;
    blocks.forEach((text, block) => {
      for (const at of occurrences(text, word)) {
        const distance = Math.abs(begin + at - near);
        if (!best || distance < best.distance) best = { block, distance };
      }
      // the whole text has a line break between blocks
      begin += text.length + 1;
    });
    if (best) return (best as { block: number }).block;
  }
  return null;
}

function occurrences(text: string, word: string): number[] {
  const found: number[] = [];
  if (word) for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at);
  return found;
}
