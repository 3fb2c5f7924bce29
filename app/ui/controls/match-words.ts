/** Text as a search compares it: case and full-width forms do not matter, traditional and simplified characters do. */
export const searchable = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Consonants that a Korean keyboard joins to one sign where they are typed one after the other. */
const JOINED: Record<string, string> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
};
const separate = (search: string): string => search.replace(/[ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ]/g, (sign) => JOINED[sign]!);

const [FIRST_INITIAL, FIRST_SYLLABLE] = [0x1100, 0xac00];
/** syllables that begin with one consonant */
const SYLLABLES = 588;
/** The initial consonants of Korean, as `searchable` writes them. */
const INITIAL = /[\u1100-\u1112]/g;

/** Whether a text has a word in it. A single Korean consonant is found in the syllables that it begins: ㄱㅈㅎ in 김지훈. */
function hasWord(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  if (word.search(INITIAL) < 0) return false;
  const pattern = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(INITIAL, (initial) => {
    const from = FIRST_SYLLABLE + (initial.charCodeAt(0) - FIRST_INITIAL) * SYLLABLES;
    return `[${initial}${String.fromCharCode(from)}-${String.fromCharCode(from + SYLLABLES - 1)}]`;
  });
  return new RegExp(pattern).test(text);
}

/** True where every word of the search is in one of the texts. */
export function matches(search: string, ...texts: string[]): boolean {
  const words = searchable(separate(search)).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return true;
  const all = searchable(texts.join('\n'));
  return words.every((word) => hasWord(all, word));
}

/**
 * The query that follows a trigger character, up to the caret; null without one. The full-width form of the trigger counts (＠ for @).
 * A trigger inside a Latin word is ordinary text, as in an e-mail address; after a CJK character it counts, as CJK text has no spaces.
 */
export function queryAfterTrigger(
  text: string,
  caret: number,
  trigger: string,
): { start: number; query: string } | null {
  const before = text.slice(0, caret);
  for (let at = before.length - 1; at >= 0; at -= 1) {
    if (before[at] === '\n') return null;
    if (before[at]!.normalize('NFKC') !== trigger) continue;
    if (at > 0 && /[\p{Script=Latin}\p{N}._%+-]/u.test(before[at - 1]!)) return null;
    return { start: at, query: before.slice(at + 1) };
  }
  return null;
}
