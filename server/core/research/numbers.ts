/** Numbers and dates of texts, compared as they are written. */

/** Digits with the separators between them: 1,500 · 3.5 · 2026-11-23 is three numbers. */
const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Full-width digits, groups of thousands and leading zeros are one way of writing the same number. */
const plain = (number: string): string => {
  const bare = GROUPED.test(number) ? number.replaceAll(',', '') : number;
  return bare.replace(/^0+(?=\d)/, '');
};

/** The text with each number in its plain form. */
export const withPlainNumbers = (text: string): string =>
  text.normalize('NFKC').replace(NUMBER, (number) => plain(number));

export const numbersIn = (text: string): Set<string> =>
  new Set([...text.normalize('NFKC').matchAll(NUMBER)].map(([number]) => plain(number)));

/** Numbers of a text that stand in none of the others. */
export function missingNumbers(text: string, others: readonly string[]): string[] {
  const known = new Set(others.flatMap((other) => [...numbersIn(other)]));
  return [...numbersIn(text)].filter((number) => !known.has(number));
}
