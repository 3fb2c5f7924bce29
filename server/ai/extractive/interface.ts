/** Interface of the extractive engine: quotes from passages, without a language model. */
import type { AnswerSource } from '../../../sync/model/kinds/answers';

/** A passage without its number in an answer. */
export type Passage = Pick<
  AnswerSource,
  'kind' | 'id' | 'partId' | 'title' | 'url' | 'projectId' | 'text' | 'start' | 'place' | 'at' | 'updatedAt'
> & {
  /** comparable only within one answer */
  score: number;
};

export interface ExtractiveQuote {
  /** index of the passage */
  passage: number;
  /** one to three sentences, copied exactly */
  quote: string;
}

/**
 * Returns the best quotes first; empty if the passages do not answer the question (they cover less than 30 %
 * of its words, weighted by rarity).
 * @param rarity of the question's terms (Retrieved.rarity); if missing, all words count equally
 */
export type ExtractiveAnswer = (
  question: string,
  passages: readonly Passage[],
  coverage: number,
  rarity?: ReadonlyMap<string, number>,
) => ExtractiveQuote[];
