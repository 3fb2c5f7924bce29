/** Forms of a term by which two of them are compared. */
import { fold } from '../text/fold';

/** Signs between the parts of a word that people write or leave out: e-mail, e mail, email; ウェブ・サイト. */
const BETWEEN = /[\s\-‐‑‒–—·・･_'’`]/gu;

/**
 * Terms with the same key are one term: width, case, accents, kana, variants of Han characters, and signs between parts
 * do not tell them apart.
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

/** Digraphs that sound alike in English and romanised words, then letters; applied one after another. */
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
 * How a word sounds, as far as its spelling says so. Kana: small ones as large ones and without long marks; Latin
 * letters: consonants, with the first letter. '' where the spelling says nothing (Han characters) or too little.
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

/** Edits between two texts, counted up to `most`; beyond it `most + 1`. */
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
