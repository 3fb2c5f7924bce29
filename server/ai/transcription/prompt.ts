/** Builds the recogniser's prompt from the organization's terms: at most 150 tokens, the most relevant terms first. */
import { estimateTokens } from '../tokens';

/** most tokens, by an estimate that exceeds the real tokenizers of speech models */
export const PROMPT_MAX_TOKENS = 150;

/**
 * `terms` in order of relevance (sync/terms/relevance.ts). Names of participants come first, since they are very likely to
 * be spoken. Returns '' if there are neither.
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
