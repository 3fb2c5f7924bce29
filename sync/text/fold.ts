/**
 * Folds text to the form in which it is searched: width, case, accents, variants of Han characters as one (traditional as simplified),
 * katakana to hiragana, Korean syllables that are taken for each other as one.
 * Han characters fold one by one, never by phrase: the same character must fold equally in a text and in a question, whatever stands
 * beside it, and an offset in the folded text must lead back to the original.
 */
import { foldHan } from './han-variants';
import { foldSpelling, foldSyllable } from './korean';

/**
 * What folds as one: a decomposed Hangul syllable (file names of macOS), half-width kana with its voicing mark, va to vo in kana, a character
 * with its marks.
 */
const CLUSTER = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uff66-\uff9d][\uff9e\uff9f]?|[\u3094\u30f4][\u3041\u3043\u3047\u3049\u30a1\u30a3\u30a7\u30a9]|[\s\S][\u0300-\u036f\u3099\u309a\p{M}]*/gu;
const HAN = /\p{Script=Han}/u;
const KANA = /[\u3040-\u30ff]/;
const SYLLABLE = /^[\uac00-\ud7a3]$/;
const MARKS = /\p{M}+/gu;
const KATAKANA = /[\u30a1-\u30f4]/g;
/** small ka and ke count things: 3ヶ月, 3ヵ月 and 3か月 are one */
const COUNTERS = /[\u3095\u3096\u30f5\u30f6]/g;

/** vu and the small vowels after it; di and du, which sound like ji and zu; small vowels (フィ, フイ) */
const ALIKE = new Map([...'ゔぁ ば|ゔぃ び|ゔぇ べ|ゔぉ ぼ|ゔ ぶ|ぢ じ|づ ず|ぁ あ|ぃ い|ぅ う|ぇ え|ぉ お'.split('|')].map((pair) => pair.split(' ') as [string, string]));
const toHiragana = (text: string): string => {
  const hiragana = text.replace(COUNTERS, '\u304b').replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  return ALIKE.get(hiragana) ?? hiragana;
};

/** Letters with a stroke, without a dot, or of two: they have no mark that could be parted from them. */
const LETTERS = new Map([...'ı i|ø o|ł l|đ d|ħ h|ß ss|æ ae|œ oe'.split('|')].map((pair) => pair.split(' ') as [string, string]));

function foldCluster(cluster: string): string {
  const wide = cluster.normalize('NFKC').toLowerCase();
  if (HAN.test(wide)) return [...wide].map(foldHan).join('');
  if (SYLLABLE.test(wide)) return foldSyllable(wide);
  if (KANA.test(wide)) return toHiragana(wide);
  // scripts whose vowels are marks (Devanagari, Thai) keep them: only what NFD parts from a letter with a case is an accent
  const letter = LETTERS.get(wide);
  if (letter) return letter;
  return /[\p{Lu}\p{Ll}]/u.test(wide) ? wide.normalize('NFD').replace(MARKS, '').normalize('NFC') : wide;
}

/** Folded clusters already seen: texts repeat themselves. Bounded by being dropped when full. */
const known = new Map<string, string>();
const KNOWN_MAX = 20_000;

function folded(cluster: string): string {
  const hit = known.get(cluster);
  if (hit !== undefined) return hit;
  if (known.size > KNOWN_MAX) known.clear();
  const made = foldCluster(cluster);
  known.set(cluster, made);
  return made;
}

export interface Folded {
  text: string;
  /** the UTF-16 offset in the original at which the folded unit `i` begins; one more for the end */
  offsets: { at(i: number): number };
}

const same = { at: (i: number): number => i };
const NOT_ASCII = /[^\p{ASCII}]/u;

/** The folded text, and the way back. */
export function fold(text: string): Folded {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), offsets: same };
  let out = '';
  const offsets: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const made = folded(cluster);
    // a cluster that folds to more units leads back to its own begin; the next one to its end
    for (let i = 0; i < made.length; i += 1) offsets.push(made.length === cluster.length ? index + i : index);
    out += made;
  }
  offsets.push(text.length);
  return { text: foldSpelling(out), offsets: { at: (i) => offsets[i] ?? text.length } };
}
