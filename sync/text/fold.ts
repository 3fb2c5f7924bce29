/**
 * Folds text to the form in which it is searched: width, case, accents, traditional to simplified characters, katakana to hiragana.
 * Han characters fold one by one, never by phrase: the same character must fold equally in a text and in a question, whatever stands
 * beside it, and an offset in the folded text must lead back to the original.
 */
import traditionalToSimplified from 'opencc-js/dict/TSCharacters';

/** by code point; made with the first Han character that is folded */
let simplified: Map<string, string> | null = null;

function simplify(character: string): string {
  if (!simplified) {
    simplified = new Map();
    for (const pair of traditionalToSimplified.split('|')) {
      const [from, to] = pair.split(' ');
      if (from && to && from.length === to.length) simplified.set(from, to);
    }
  }
  return simplified.get(character) ?? character;
}

/**
 * What folds as one: a decomposed Hangul syllable (file names of macOS), half-width kana with its voicing mark, a character with its marks.
 */
const CLUSTER = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uff66-\uff9d][\uff9e\uff9f]?|[\s\S][\u0300-\u036f\u3099\u309a\p{M}]*/gu;
const HAN = /\p{Script=Han}/u;
const KANA = /[\u3040-\u30ff]/;
const MARKS = /\p{M}+/gu;
const KATAKANA = /[\u30a1-\u30f4]/g;
/** small ka and ke count things: 3ヶ月, 3ヵ月 and 3か月 are one */
const COUNTERS = /[\u3095\u3096\u30f5\u30f6]/g;

const toHiragana = (text: string): string => text.replace(COUNTERS, '\u304b').replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

function foldCluster(cluster: string): string {
  const wide = cluster.normalize('NFKC').toLowerCase();
  if (HAN.test(wide)) return [...wide].map(simplify).join('');
  if (KANA.test(wide)) return toHiragana(wide);
  // scripts whose vowels are marks (Devanagari, Thai) keep them: only what NFD parts from a letter with a case is an accent
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
  return { text: out, offsets: { at: (i) => offsets[i] ?? text.length } };
}
