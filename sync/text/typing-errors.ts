/** One typing error in a Latin word: a substituted, inserted, missing or transposed letter. */
import type { QueryWord } from './query';

/** letters of a word below which another word is as likely as an error */
const SHORTEST = 5;
/** letters of an ending that may differ */
const ENDING = 3;
const LATIN = /^[a-z\u00df-\u024f]+$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Whether `typed` equals `meant`, or with `prefix` a prefix of it, after at most one error. */
function isOneErrorApart(typed: string, meant: string, prefix: boolean): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  const agrees = (rest: string, from: number): boolean =>
    prefix ? meant.startsWith(rest, from) : meant.slice(from) === rest;
  return (
    (at === typed.length && (prefix || meant.length <= typed.length + 1)) ||
    agrees(typed.slice(at + 1), at + 1) ||
    agrees(typed.slice(at + 1), at) ||
    agrees(typed.slice(at), at + 1) ||
    (typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && agrees(typed.slice(at + 2), at + 2))
  );
}

/**
 * Words to search for instead of a word that occurs in no text: words with the same first half that are one error or an
 * ending apart (cleaners, cleaning), and words whose first half differs. The first letter is taken as typed, except for
 * a transposition with the second.
 */
export function correctionsOf(typed: string, prefix: boolean): QueryWord[] {
  if (typed.length < SHORTEST || !LATIN.test(typed)) return [];
  const half = Math.floor(typed.length / 2);
  const words = new Set<string>();
  for (let at = 0; at < half; at += 1) {
    const [before, after] = [typed.slice(0, at), typed.slice(at)];
    words.add(before + after[1]! + after[0]! + after.slice(2));
    if (at === 0) continue;
    words.add(before + after.slice(1));
    for (const letter of LETTERS) words.add(before + letter + after).add(before + letter + after.slice(1));
  }
  words.delete(typed);
  const root = typed.slice(0, Math.max(SHORTEST, typed.length - ENDING));
  const hasRoot = (word: string): boolean => word.startsWith(root) && word.length <= root.length + ENDING;
  return [
    {
      term: typed.slice(0, half),
      prefix: true,
      accepts: (word) => isOneErrorApart(typed, word, prefix) || hasRoot(word),
    },
    ...[...words].map((term) => ({ term, prefix })),
  ];
}

/** Splits a word into two words of at least three letters each, the most even split first. */
export function splitsOf(word: string): [string, string][] {
  if (!LATIN.test(word)) return [];
  const middle = word.length / 2;
  return Array.from({ length: Math.max(0, word.length - 5) }, (_, i) => i + 3)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .map((at) => [word.slice(0, at), word.slice(at)]);
}
