/** Merges the passages found by words and those found by vectors, by reciprocal rank fusion. */
import type { Candidate } from './choose';

/** constant of reciprocal rank fusion: the larger it is, the less the scores of the first ranks differ */
const RANK_OFFSET = 60;

export interface FusedCandidate extends Candidate {
  /** cosine similarity to the question; absent for a passage found by words */
  similarity?: number | undefined;
}

/**
 * Scores each passage with the sum of its reciprocal ranks in both lists; the first of one list has 1. A passage that
 * is in both lists is returned once. Without passages found by vectors, returns the candidates unchanged.
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
