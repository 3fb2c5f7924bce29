/**
 * Divides a transcript into topics where its words change (TextTiling, Hearst 1997): compares the words before and
 * after each gap; a topic ends where they are least similar.
 */
import type { Breathe } from '../text/breathe';
import type { TimedSegment } from './segments';
import { contentTerms } from './transcript-index';

/** number of compared words on each side of a gap; least number of segments of a meeting with several topics */
const WINDOW_TERMS = 60;
const LEAST_SEGMENTS = 24;
const TOPICS_MAX = 12;
const WORDS_OF_TOPIC = 4;
/** least number of segments with a word of a topic's name */
const LEAST_TIMES = 2;

export interface Topic {
  /** its first and its last segment */
  from: string;
  to: string;
  /** milliseconds on the joint time line; -1 if unknown */
  start: number;
  /** words that are frequent in the topic and rare elsewhere, in their written form */
  words: string[];
}

type Counts = ReadonlyMap<string, number>;

function countsOf(terms: readonly ReadonlySet<string>[]): Counts {
  const counts = new Map<string, number>();
  for (const own of terms) for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function alike(a: Counts, b: Counts): number {
  let [dot, x, y] = [0, 0, 0];
  for (const [term, n] of a) {
    x += n * n;
    dot += n * (b.get(term) ?? 0);
  }
  for (const n of b.values()) y += n * n;
  return x === 0 || y === 0 ? 0 : dot / Math.sqrt(x * y);
}

/** How far the similarity at each gap is below the peaks on both sides. */
function depthsOf(scores: readonly number[]): number[] {
  const peak = (at: number, step: 1 | -1): number => {
    let best = scores[at]!;
    for (let i = at + step; i >= 0 && i < scores.length && scores[i]! >= best; i += step) best = scores[i]!;
    return best;
  };
  return scores.map((score, at) => peak(at, -1) + peak(at, 1) - 2 * score);
}

let segmenter: Intl.Segmenter | undefined;

/** The words of each segment in lower case, without function words. */
async function writtenWords(segments: readonly TimedSegment[], breathe: Breathe): Promise<ReadonlySet<string>[]> {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const known = new Map<string, boolean>();
  const hasMeaning = (word: string): boolean => {
    let meaning = known.get(word);
    if (meaning === undefined) known.set(word, (meaning = word.length > 1 && contentTerms(word).size > 0));
    return meaning;
  };
  const all: Set<string>[] = [];
  for (const { text } of segments) {
    const words = new Set<string>();
    for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase()))
      if (isWordLike && hasMeaning(segment)) words.add(segment);
    all.push(words);
    await breathe();
  }
  return all;
}

function nameOf(segments: readonly ReadonlySet<string>[], everywhere: Counts): string[] {
  return [...countsOf(segments)]
    .filter(([, n]) => n >= LEAST_TIMES)
    .map(([word, n]) => [word, (n * n) / everywhere.get(word)!] as const)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, WORDS_OF_TOPIC)
    .map(([word]) => word);
}

/**
 * @param segments in order (timedSegments)
 * @param terms of each segment (contentTerms)
 */
export async function topicsOf(
  segments: readonly TimedSegment[],
  terms: readonly ReadonlySet<string>[],
  breathe: Breathe,
): Promise<Topic[]> {
  if (segments.length < LEAST_SEGMENTS) return [];
  const average = terms.reduce((sum, own) => sum + own.size, 0) / terms.length;
  const width = Math.max(2, Math.ceil(WINDOW_TERMS / Math.max(1, average)));
  // gap n is before segment n + 1
  const scores: number[] = [];
  for (let at = 1; at < terms.length; at += 1) {
    const before = countsOf(terms.slice(Math.max(0, at - width), at));
    scores.push(alike(before, countsOf(terms.slice(at, at + width))));
    await breathe();
  }
  const depths = depthsOf(scores);
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
  const deviation = Math.sqrt(depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length);
  const begins: number[] = [];
  for (const { n } of depths
    .map((depth, n) => ({ depth, n }))
    .filter(({ depth }) => depth > mean + deviation / 2)
    .sort((a, b) => b.depth - a.depth)) {
    const begin = n + 1;
    const edges = [0, segments.length, ...begins];
    if (begins.length < TOPICS_MAX - 1 && edges.every((edge) => Math.abs(edge - begin) >= width)) begins.push(begin);
  }
  begins.sort((a, b) => a - b);
  if (begins.length === 0) return [];
  const words = await writtenWords(segments, breathe);
  const everywhere = countsOf(words);
  return [0, ...begins].map((first, i): Topic => {
    const end = begins[i] ?? segments.length;
    return {
      from: segments[first]!.id,
      to: segments[end - 1]!.id,
      start: segments[first]!.start,
      words: nameOf(words.slice(first, end), everywhere),
    };
  });
}
