/** Keys by which terms are compared. */
import { fold } from '../text/fold';

/** Optional signs between the parts of a word: e-mail, e mail, email; ウェブ・サイト. */
const BETWEEN = /[\s\-‐‑‒–—·・･_'’`]/gu;

/**
 * Key of a term. Terms with the same key are the same term: width, case, accents, kana, variants of Han characters, and
 * signs between parts are ignored.
 */
export function termKey(term: string): string {
  const { text } = fold(term);
  return text.replace(BETWEEN, '') || text;
}

const IS_KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const SMALL: Record<string, string> = {
  ぁ: 'あ',
  ぃ: 'い',
  ぅ: 'う',
  ぇ: 'え',
  ぉ: 'お',
  ゃ: 'や',
  ゅ: 'ゆ',
  ょ: 'よ',
  ゎ: 'わ',
};

/** Letters that sound alike in English and romanised words; applied in this order. */
const SOUNDS: readonly [RegExp, string][] = [
  [/tch|tsh|sch|ch|sh/g, 'x'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/wr/g, 'r'],
  [/^kn/, 'n'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/z/g, 's'],
  [/[dg]e?$/, 'd'],
  [/gh/g, ''],
  [/y/g, 'i'],
];

/**
 * Key of a word's sound, derived from its spelling. Kana: small kana become large, long marks are removed. Latin
 * letters: the first letter and the consonants. Hangul: unchanged. '' for other scripts (Han), and for Latin words with
 * fewer than three consonants.
 */
export function soundKey(word: string): string {
  const key = termKey(word);
  if (IS_KANA.test(key)) return key.replace(/ー/g, '').replace(/[ぁぃぅぇぉゃゅょゎ]/g, (kana) => SMALL[kana]!);
  if (/^[a-z]{4,}$/.test(key)) {
    const heard = SOUNDS.reduce((so, [from, to]) => so.replace(from, to), key);
    const consonants = heard[0]! + heard.slice(1).replace(/[aeiouhw]/g, '');
    const once = consonants.replace(/(.)\1+/g, '$1');
    return once.length >= 3 ? once : '';
  }
  return /^\p{Script=Hangul}+$/u.test(key) ? key : '';
}

/** Levenshtein distance of two texts in UTF-16 units; `most + 1` if it is larger than `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(last[j]! + 1, next[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    if (Math.min(...next) > most) return most + 1;
    last = next;
  }
  return last[b.length]!;
}
