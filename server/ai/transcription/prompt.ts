/** Builds the recogniser's prompt from the company's terms: at most 150 tokens, the most used terms first. */

/** tokens; the estimate is higher than the count of real tokenizers of speech models */
export const PROMPT_MAX_TOKENS = 150;

/** About one token for each Han, Kana or Hangul character and one for four other characters. An upper estimate. */
export function estimateTokens(text: string): number {
  let wide = 0;
  let other = 0;
  for (const c of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(c)) wide += 1;
    else other += 1;
  }
  return Math.ceil(wide * 1.3 + other / 3);
}

/**
 * `terms` with their number of matches. Names of participants come first: they are certain to be spoken. Returns ''
 * without words.
 */
export function promptOf(terms: { term: string; matchCount: number }[], names: string[]): string {
  const words = [
    ...names,
    ...[...terms].sort((a, b) => b.matchCount - a.matchCount || a.term.localeCompare(b.term)).map((t) => t.term),
  ];
  const chosen: string[] = [];
  for (const word of new Set(words.map((w) => w.trim()).filter(Boolean))) {
    if (estimateTokens([...chosen, word].join(', ')) > PROMPT_MAX_TOKENS) continue;
    chosen.push(word);
  }
  return chosen.join(', ');
}
