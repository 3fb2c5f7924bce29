/** Builds the recogniser's prompt from the company's terms: at most 150 tokens, the most relevant terms first. */
import { estimateTokens } from '../tokens';

/** tokens, by an estimate that is higher than the count of real tokenizers of speech models */
export const PROMPT_MAX_TOKENS = 150;

/**
 * `terms` in the order of their relevance (sync/terms/relevance.ts). Names of participants come first: they are certain
 * to be spoken. Returns '' without words.
 */
export function promptOf(terms: readonly string[], names: readonly string[]): string {
  const words = [...names, ...terms];
  const chosen: string[] = [];
  for (const word of new Set(words.map((w) => w.trim()).filter(Boolean))) {
    if (estimateTokens([...chosen, word].join(', ')) > PROMPT_MAX_TOKENS) continue;
    chosen.push(word);
  }
  return chosen.join(', ');
}
