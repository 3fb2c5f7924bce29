/** Fuses passages that words found and passages that are near in meaning, by reciprocal rank. */
import type { Candidate } from './choose';

/** the larger, the less the first ranks differ */
const RANK_OFFSET = 60;

export interface FusedCandidate extends Candidate {
  /** cosine to the question; absent: its words found it */
  similarity?: number | undefined;
}

/**
 * Without vectors, the candidates as they are. With them, the score of each is the sum of its reciprocal ranks; the
 * passage that leads one list has 1. A passage that is in both lists is one.
 */
export function fused(candidates: readonly FusedCandidate[]): Candidate[] {
  const near = candidates.filter(({ similarity }) => similarity !== undefined);
  if (near.length === 0) return [...candidates];
  const found = candidates.filter(({ similarity }) => similarity === undefined);
  const scores = new Map<string, { candidate: FusedCandidate; score: number }>();
  const add = (list: FusedCandidate[]): void =>
    list.forEach((candidate, rank) => {
      const key = keyOf(candidate);
      const before = scores.get(key);
      const score = (RANK_OFFSET + 1) / (RANK_OFFSET + 1 + rank) + (before?.score ?? 0);
      scores.set(key, { candidate: before?.candidate ?? candidate, score });
    });
  add(found.toSorted((a, b) => b.passage.score - a.passage.score));
  add(near.toSorted((a, b) => b.similarity! - a.similarity!));
  return [...scores.values()].map(({ candidate: { document, mask, passage }, score }) => ({
    document,
    mask,
    passage: { ...passage, score },
  }));
}

const keyOf = ({ document, passage: { partId, at, start, text } }: Candidate): string =>
  JSON.stringify([document, partId, at, start, text]);
