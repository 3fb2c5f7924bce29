/** Counts occurrences of terms in texts. */
import { fold } from '../text/fold';

interface Named {
  id: string;
  term: string;
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[a-z0-9]/.test(sign);

/**
 * Number of occurrences by term id; terms without occurrences are absent. If several terms begin at one position, the
 * longest counts. Terms of Latin letters must match whole words.
 */
export function countMatches(terms: readonly Named[], texts: readonly string[]): Map<string, number> {
  // At each position only keys with the same two first letters are compared, by their lengths: comparing all keys would
  // take the number of terms times the length of the texts.
  const ids = new Map<string, string>();
  const lengthsOf = new Map<string, Set<number>>();
  for (const { id, term } of terms) {
    const key = fold(term).text.trim();
    if (key === '' || ids.has(key)) continue;
    ids.set(key, id);
    const start = key.slice(0, 2);
    lengthsOf.set(start, (lengthsOf.get(start) ?? new Set<number>()).add(key.length));
  }
  const lengths = new Map([...lengthsOf].map(([start, all]) => [start, [...all].sort((a, b) => b - a)]));
  const counts = new Map<string, number>();
  for (const each of texts) {
    const { text } = fold(each);
    for (let at = 0; at < text.length; at += 1) {
      const found = [text.slice(at, at + 2), text[at]!]
        .flatMap((start) => lengths.get(start) ?? [])
        .map((length) => text.slice(at, at + length))
        .find(
          (key) =>
            ids.has(key) &&
            !(isLetter(key[0]) && isLetter(text[at - 1])) &&
            !(isLetter(key.at(-1)) && isLetter(text[at + key.length])),
        );
      if (found === undefined) continue;
      const id = ids.get(found)!;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      at += found.length - 1;
    }
  }
  return counts;
}
