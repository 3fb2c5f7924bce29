/** Finds numbers and dates in texts and compares them in a normalized form. */

/** Digits with separators: 1,500 and 3.5 are one number each, 2026-11-23 is three. */
const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Normalizes a number: removes separators of thousands and leading zeros. */
const plain = (number: string): string => {
  const bare = GROUPED.test(number) ? number.replaceAll(',', '') : number;
  return bare.replace(/^0+(?=\d)/, '');
};

/** The text in NFKC with each number normalized. */
export const withPlainNumbers = (text: string): string =>
  text.normalize('NFKC').replace(NUMBER, (number) => plain(number));

export const numbersIn = (text: string): Set<string> =>
  new Set([...text.normalize('NFKC').matchAll(NUMBER)].map(([number]) => plain(number)));

/** Numbers of a text that occur in no other text. */
export function missingNumbers(text: string, others: readonly string[]): string[] {
  const known = new Set(others.flatMap((other) => [...numbersIn(other)]));
  return [...numbersIn(text)].filter((number) => !known.has(number));
}
