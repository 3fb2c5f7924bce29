/**
 * Chooses the best passages. Passages of other documents, newer passages and passages in the script of the question are
 * preferred.
 */
import { writingOf, type Writing } from '../../../sync/text/asked';
import type { Passage } from '../../ai/extractive/interface';

/** passages of one document at most */
const OF_DOCUMENT = 3;
/** factor of the score for each passage of the document that is chosen already */
const AGAIN = 0.85;
/** bonus of a new document as a share of its score, and the days after which half of it is left */
const RECENT = { share: 0.05, days: 90 };
/** factor of the score for a passage in another script than the question */
const OTHER_LANGUAGE = 0.85;
const DAY = 86_400_000;

export interface Candidate {
  document: string;
  /** bit set of the question's terms in the passage and its title */
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

/** Whether two windows of a transcript share a speaking turn. */
const overlaps = (a: Passage, b: Passage): boolean =>
  a.text.split('\n').some((line) => line.length > 20 && b.text.split('\n').includes(line)) && a.at >= 0 && b.at >= 0;
