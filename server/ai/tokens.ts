/** Estimates tokens of a text without a model's tokenizer. */

/**
 * About 1.3 tokens per Han, Kana or Hangul character, and one per three others: more than real tokenizers count.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  let other = 0;
  for (const c of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(c)) wide += 1;
    else other += 1;
  }
  return Math.ceil(wide * 1.3 + other / 3);
}

/** Tokens that an answer used. */
export interface TokenUsage {
  input: number;
  output: number;
  /** whether the provider reported nothing, and the numbers are estimated from the texts */
  isEstimated: boolean;
}
