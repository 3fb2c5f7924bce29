/**
 * Words as lexemes of a tsvector. PostgreSQL's index answers which texts have a lexeme, not how often a text has a
 * word: its count in the text is part of the lexemes, so that no text is read for a score.
 *
 *   7:plan       company 7, the text has the word `plan`
 *   7:plan␃a     bit 0 of its count minus one, b: bit 1, …
 *
 * The count of a word in a source is the sum over its texts. Most words occur once and have one lexeme.
 */

/** Separates a word and a bit of its count. It occurs in no word. */
const COUNT = '\u0003';
/** highest count: as many bits as the device's index has */
export const COUNT_MAX = 4_096;
const BITS = 12;

/** Begins each lexeme of a company. */
export const lexemePrefix = (companyNo: number): string => `${companyNo.toString(36)}:`;
const bitName = (bit: number): string => String.fromCharCode(97 + bit);

/** The bits of a count minus one. */
export const bitsOf = (times: number): number => Math.min(times, COUNT_MAX) - 1;

/** The lexemes of a word that a text has so many times. */
export function lexemesOf(companyNo: number, word: string, times: number): string[] {
  const lexeme = lexemePrefix(companyNo) + word;
  const lexemes = [lexeme];
  const bits = bitsOf(times);
  for (let bit = 0; bit < BITS; bit += 1) if (bits & (1 << bit)) lexemes.push(`${lexeme}${COUNT}${bitName(bit)}`);
  return lexemes;
}

/** Queries for a word: the first finds its texts, the others add `adds` to its count in the texts that they find. */
export function queriesOf(companyNo: number, word: string, counts: number): { query: string; adds: number }[] {
  const lexeme = lexemePrefix(companyNo) + word;
  const queries = [{ query: quoted(lexeme), adds: 1 }];
  for (let bit = 0; bit < BITS; bit += 1)
    if (counts & (1 << bit)) queries.push({ query: quoted(`${lexeme}${COUNT}${bitName(bit)}`), adds: 1 << bit });
  return queries;
}

/** A lexeme in the syntax of tsquery. */
const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
