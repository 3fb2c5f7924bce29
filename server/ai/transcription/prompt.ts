/** The company's terms as a prompt for the recogniser: at most 150 tokens, the most used first. */

/** tokens, estimated above what tokenizers of speech models make of them */
export const PROMPT_MAX_TOKENS = 150;

/** About one token for each sign of Han, Kana and Hangul, one for four other characters. An estimate from above. */
export function estimateTokens(text: string): number {
  let wide = 0;
  let other = 0;
  for (const c of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(c)) wide += 1;
    else other += 1;
  }
  return Math.ceil(wide * 1.3 + other / 3);
}

/** `terms` with how often each was met. Names of participants come first: they are said for sure. '' for no words. */
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
