/**
 * Chooses passages: the best, of different documents as far as possible, newer ones and the question's language first.
 */
import { writingOf, type Writing } from '../../../sync/text/asked';
import type { Passage } from '../../ai/extractive/interface';

const OF_DOCUMENT = 3;
/** factor of each further passage of a document */
const AGAIN = 0.85;
/** share of the score that a new document has above an old one, and the age at which half of it is left */
const RECENT = { share: 0.05, days: 90 };
const OTHER_LANGUAGE = 0.85;
const DAY = 86_400_000;

export interface Candidate {
  document: string;
  /** bits of the question's terms in the passage, its heading and its title */
  mask: number;
  passage: Passage;
}

export function choosePassages(
  candidates: readonly Candidate[],
  { limit, now, asked }: { limit: number; now: number; asked: Writing },
): Candidate[] {
  const left = candidates.map((candidate) => {
    const { text, updatedAt, score } = candidate.passage;
    const age = Math.max(0, now - updatedAt) / DAY;
    const recent = 1 + RECENT.share * 0.5 ** (age / RECENT.days);
    return { candidate, score: score * recent * (writingOf(text) === asked ? 1 : OTHER_LANGUAGE) };
  });
  const chosen: Candidate[] = [];
  const taken = new Map<string, { passage: Passage }[]>();
  while (chosen.length < limit) {
    let best: { at: number; score: number } | null = null;
    left.forEach(({ candidate, score }, at) => {
      const before = taken.get(candidate.document) ?? [];
      if (before.length >= OF_DOCUMENT || before.some(({ passage }) => overlaps(passage, candidate.passage))) return;
      const now = score * AGAIN ** before.length;
      if (!best || now > best.score) best = { at, score: now };
    });
    const { at, score } = best ?? { at: -1, score: 0 };
    if (at < 0) break;
    const [{ candidate }] = left.splice(at, 1) as [(typeof left)[number]];
    taken.set(candidate.document, [...(taken.get(candidate.document) ?? []), candidate]);
    chosen.push({ ...candidate, passage: { ...candidate.passage, score } });
  }
  return chosen;
}

/** Windows of a transcript share turns. */
const overlaps = (a: Passage, b: Passage): boolean =>
  a.text.split('\n').some((line) => line.length > 20 && b.text.split('\n').includes(line)) && a.at >= 0 && b.at >= 0;
