/**
 * Folds text for search: width, case and accents, variants of Han characters (traditional to simplified), katakana to
 * hiragana, and confusable Korean syllables.
 *
 * Han characters fold one by one, never by phrase: a character must fold alike in a text and in a question, regardless
 * of its neighbours, and an offset in the folded text must map back to the original.
 */
import { foldHan } from './han-variants';
import { foldSpelling, foldSyllable } from './korean';

/**
 * Units that fold together: a decomposed Hangul syllable (file names of macOS), half-width kana with its voicing mark,
 * va to vo in kana, a character with its combining marks.
 */
const CLUSTER =
  /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uff66-\uff9d][\uff9e\uff9f]?|[\u3094\u30f4][\u3041\u3043\u3047\u3049\u30a1\u30a3\u30a7\u30a9]|[\s\S][\u0300-\u036f\u3099\u309a\p{M}]*/uy;
const HAN = /\p{Script=Han}/u;
const KANA = /[\u3040-\u30ff]/;
/** Variation selectors choose the form in which a font draws a character, as in names (葛󠄀); search ignores them. */
const VARIATION = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const SYLLABLE = /^[\uac00-\ud7a3]$/;
const MARKS = /\p{M}+/gu;
const KATAKANA = /[\u30a1-\u30f4]/g;
/** small ka and ke are counters: 3ヶ月, 3ヵ月 and 3か月 are equal */
const COUNTERS = /[\u3095\u3096\u30f5\u30f6]/g;

/** vu with small vowels; di and du, which sound like ji and zu; small vowels (フィ, フイ) */
const ALIKE = new Map(
  [...'ゔぁ ば|ゔぃ び|ゔぇ べ|ゔぉ ぼ|ゔ ぶ|ぢ じ|づ ず|ぁ あ|ぃ い|ぅ う|ぇ え|ぉ お'.split('|')].map(
    (pair) => pair.split(' ') as [string, string],
  ),
);
const toHiragana = (text: string): string => {
  const hiragana = text
    .replace(COUNTERS, '\u304b')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  return ALIKE.get(hiragana) ?? hiragana;
};

/** Letters with a stroke or without a dot, and ligatures: Unicode normalisation does not decompose them. */
const LETTERS = new Map(
  [...'ı i|ø o|ł l|đ d|ħ h|ß ss|æ ae|œ oe'.split('|')].map((pair) => pair.split(' ') as [string, string]),
);

function foldCluster(cluster: string): string {
  const wide = cluster.normalize('NFKC').toLowerCase();
  if (HAN.test(wide)) return [...wide.replace(VARIATION, '')].map(foldHan).join('');
  if (SYLLABLE.test(wide)) return foldSyllable(wide);
  if (KANA.test(wide)) return toHiragana(wide);
  // In scripts with vowel marks (Devanagari, Thai) marks are letters: only marks that NFD separates from a cased letter
  // are accents.
  const letter = LETTERS.get(wide);
  if (letter) return letter;
  return /[\p{Lu}\p{Ll}]/u.test(wide) ? wide.normalize('NFD').replace(MARKS, '').normalize('NFC') : wide;
}

/** Cache of folded clusters, since texts are repetitive. Cleared when full. */
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
  /** UTF-16 offset in the original of the folded unit `i`; one more entry for the end */
  offsets: { at(i: number): number };
}

const same = { at: (i: number): number => i };
const NOT_ASCII = /[^\p{ASCII}]/u;

/**
 * Folded unit by UTF-16 unit, so that most text is folded by table lookup without creating strings. 0: not computed
 * yet; SLOW: not a single unit, or part of a longer cluster.
 */
const units = new Uint16Array(0x10000);
const SLOW = 0xffff;
/** Jamo, half-width kana and va to vo may join the next character; a surrogate is half a character. */
const LEADS = /[\u1100-\u115f\uff66-\uff9d\u3094\u30f4\ud800-\udfff]/;
/**
 * By UTF-16 unit, whether it ends the cluster before it: 0 not computed yet, 1 yes, 2 it may belong to that cluster.
 */
const ends = new Uint8Array(0x10000);
const MAY_FOLLOW = /[\p{M}\ud800-\udbff]/u;

function unitOf(code: number): number {
  const known = units[code]!;
  if (known !== 0) return known;
  const character = String.fromCharCode(code);
  const made = LEADS.test(character) ? '' : folded(character);
  return (units[code] = made.length === 1 ? made.charCodeAt(0) : SLOW);
}

function endsCluster(code: number): boolean {
  if (ends[code] === 0) ends[code] = MAY_FOLLOW.test(String.fromCharCode(code)) ? 2 : 1;
  return ends[code] === 1;
}

/** units converted to a string in one call */
const CHUNK = 4_096;

/** Folds a text and returns the mapping of offsets. */
export function fold(text: string): Folded {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), offsets: same };
  let out = '';
  const buffer = new Uint16Array(Math.min(CHUNK, text.length));
  let filled = 0;
  const flush = (): void => {
    out += String.fromCharCode.apply(null, buffer.subarray(0, filled) as unknown as number[]);
    filled = 0;
  };
  /** set from the first cluster that folds to another length */
  let offsets: number[] | null = null;
  for (let at = 0; at < text.length;) {
    const unit = unitOf(text.charCodeAt(at));
    if (unit !== SLOW && (at + 1 === text.length || endsCluster(text.charCodeAt(at + 1)))) {
      if (filled === buffer.length) flush();
      buffer[filled++] = unit;
      offsets?.push(at);
      at += 1;
      continue;
    }
    flush();
    CLUSTER.lastIndex = at;
    const [cluster] = CLUSTER.exec(text)!;
    const made = folded(cluster);
    if (!offsets && made.length !== cluster.length) offsets = Array.from({ length: out.length }, (_, i) => i);
    // All units of a cluster that changes its length map to its start.
    if (offsets) for (let i = 0; i < made.length; i += 1) offsets.push(made.length === cluster.length ? at + i : at);
    out += made;
    at += cluster.length;
  }
  flush();
  if (!offsets) return { text: foldSpelling(out), offsets: same };
  const known = offsets;
  known.push(text.length);
  return { text: foldSpelling(out), offsets: { at: (i) => known[i] ?? text.length } };
}
