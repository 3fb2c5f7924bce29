/** The place in a text where an answer of the search stands: carried in an address, found again in the page. */
import type { SearchPassage } from '../../../sync/engine/api';
import type { Spot } from '~/paths';

/** words of a passage that an address carries */
const WORDS = 6;

/** Where a passage stands. null: it marks nothing. */
export function spotOf({ text, start, ranges, segmentId }: SearchPassage): Spot | null {
  const words = [...new Set(ranges.map(([from, to]) => text.slice(from, to)).filter((word) => word.trim() !== ''))].slice(0, WORDS);
  return words.length ? { words, near: start + ranges[0]![0], ...(segmentId ? { segmentId } : {}) } : null;
}

/** The place an address asks for; null for none. */
export function readSpot(search: URLSearchParams): Spot | null {
  const words = search.getAll('find').filter((word) => word.trim() !== '').slice(0, WORDS);
  const near = Number(search.get('near'));
  const segmentId = search.get('segment');
  if (words.length === 0 && !segmentId) return null;
  return { words, near: Number.isFinite(near) && near > 0 ? near : 0, ...(segmentId ? { segmentId } : {}) };
}

/** Where the words stand in a text, joined where they overlap: begin and end in UTF-16 units, ascending. */
export function placesOf(text: string, words: readonly string[]): [number, number][] {
  const all = words.flatMap((word) => occurrences(text, word).map((at): [number, number] => [at, at + word.length])).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const places: [number, number][] = [];
  for (const [from, to] of all) {
    const last = places.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places;
}

/** The block of a text that the spot means: the one with the words nearest to where they stood. null: the words are gone. */
export function blockAt(blocks: readonly string[], { words, near }: Spot): number | null {
  for (const word of words) {
    let best: { block: number; distance: number } | null = null;
    let begin = 0;
    blocks.forEach((text, block) => {
      for (const at of occurrences(text, word)) {
        const distance = Math.abs(begin + at - near);
        if (!best || distance < best.distance) best = { block, distance };
      }
      // the text as a whole has a line break between blocks
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
