/**
 * Suggests corrections of a transcript by the organization's terms: for words that sound like a term or are spelled
 * almost like it. A person accepts each suggestion, or all. Device and server compute the same.
 *
 *   term ─► key, sound key, keys with one letter left out ─► index
 *   one to four adjacent words of a segment ─► looked up in the index ─► suggestion, unless they are the term already
 */
import { fold } from '../text/fold';
import { isFunctionWord } from '../text/function-words';
import { otherNumber } from '../text/english';
import { distance, soundKey, termKey } from './key';

export interface CorrectingTerm {
  id: string;
  term: string;
  reading?: string | undefined;
}

/**
 * Why a correction is suggested: another form of writing (case, width, kana), the same sound, or a similar spelling.
 */
export type CorrectionReason = 'writing' | 'sound' | 'spelling';

export interface Correction {
  /** range in the text, in UTF-16 units */
  from: number;
  to: number;
  /** the text in this range */
  heard: string;
  termId: string;
  term: string;
  reason: CorrectionReason;
}

/** A piece of a text with its range in UTF-16 units. */
interface Window {
  from: number;
  to: number;
  text: string;
}

interface Match {
  termId: string;
  term: string;
  /** `same`: the text is the term itself, so there is no suggestion */
  reason: CorrectionReason | 'same';
}

interface Known {
  id: string;
  term: string;
  key: string;
}

/** least length of keys that are compared by spelling: too many shorter words differ by one letter */
const SPELLED_FROM = { latin: 5, kana: 4, hangul: 3, han: 4 };
/** most adjacent words of Latin letters that are compared with one term: "sat shell" */
const JOINED_MAX = 4;

/** Whether a piece contains katakana and hiragana: a word ends between them, so it is no term. */
const isMixed = (piece: string): boolean => /[\u3041-\u3096]/.test(piece) && /[\u30a1-\u30fa]/.test(piece);

type Writing = keyof typeof SPELLED_FROM;
function writingOf(key: string): Writing | null {
  if (/^[a-z0-9.+#&/]+$/.test(key)) return 'latin';
  if (/^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(key)) return 'kana';
  if (/^\p{Script=Hangul}+$/u.test(key)) return 'hangul';
  return /^\p{Script=Han}+$/u.test(key) ? 'han' : null;
}

function* shortened(key: string): Generator<string> {
  for (let at = 0; at < key.length; at += 1) yield key.slice(0, at) + key.slice(at + 1);
}

const add = (index: Map<string, Known[]>, key: string, known: Known): void => {
  const list = index.get(key);
  if (!list) index.set(key, [known]);
  else if (!list.includes(known)) list.push(known);
};

/** Index of an organization's terms, built once for all segments. */
export class CorrectionIndex {
  private readonly byKey = new Map<string, Known[]>();
  private readonly bySound = new Map<string, Known[]>();
  private readonly nearby = new Map<string, Known[]>();
  /** possible lengths (UTF-16 units) of a term in a text without spaces, in descending order */
  private readonly lengths: number[];

  constructor(terms: readonly CorrectingTerm[]) {
    const lengths = new Set<number>();
    for (const { id, term, reading } of terms) {
      const known = { id, term, key: termKey(term) };
      add(this.byKey, known.key, known);
      for (const spelled of [known.key, reading ? termKey(reading) : '']) {
        if (spelled === '') continue;
        const writing = writingOf(spelled);
        if (writing !== 'latin') for (const more of [-1, 0, 1]) lengths.add(spelled.length + more);
        const sound = soundKey(spelled);
        if (sound !== '') add(this.bySound, sound, known);
        if (spelled !== known.key) add(this.byKey, spelled, known);
        if (!writing || spelled.length < SPELLED_FROM[writing]) continue;
        add(this.nearby, spelled, known);
        // keys with one letter left out find substituted, missing and additional letters (isMisspelling)
        for (const key of shortened(spelled)) add(this.nearby, key, known);
      }
    }
    this.lengths = [...lengths].filter((length) => length >= 2).sort((a, b) => b - a);
  }

  /** Suggestions for one text, in the order of the text and without overlaps. */
  correctionsOf(text: string): Correction[] {
    // a window that contains a term and one more letter is similar to it, so matches by key and sound have priority
    const taken: (Window & Match)[] = [];
    const maybe: (Window & Match)[] = [];
    const isFree = ({ from, to }: Window): boolean => !taken.some((other) => from < other.to && other.from < to);
    let end = 0;
    for (const window of this.windows(text)) {
      const match = window.from < end ? null : this.match(window.text);
      if (!match) continue;
      if (match.reason === 'spelling') maybe.push({ ...window, ...match });
      else {
        taken.push({ ...window, ...match });
        end = window.to;
      }
    }
    for (const window of maybe) if (isFree(window)) taken.push(window);
    return taken
      .sort((a, b) => a.from - b.from)
      .flatMap(({ from, to, text: heard, termId, term, reason }) =>
        reason === 'same' ? [] : [{ from, to, heard, termId, term, reason }],
      );
  }

  /** Pieces of the text that could be a term; of those with the same start, the longest first. */
  private *windows(text: string): Generator<Window> {
    const words = [...text.matchAll(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.+#&'’-]*|[^\s\p{P}\p{S}]/gu)];
    for (const [at, word] of words.entries()) {
      const from = word.index;
      if (/^[\p{Script=Latin}\p{N}]/u.test(word[0])) {
        for (let count = Math.min(JOINED_MAX, words.length - at); count >= 1; count -= 1) {
          const last = words[at + count - 1]!;
          const to = last.index + last[0].replace(/[.'’-]+$/, '').length;
          const piece = text.slice(from, to);
          // words are joined only across spaces and hyphens
          if (count > 1 && !/^[\p{Script=Latin}\p{N}.+#&'’\- ]+$/u.test(piece)) continue;
          yield { from, to, text: piece };
        }
        continue;
      }
      // a Korean term begins at the start of a word; particles may follow it
      if (/\p{Script=Hangul}/u.test(word[0]) && /\p{Script=Hangul}/u.test(text[from - 1] ?? ' ')) continue;
      for (const length of this.lengths) {
        const piece = text.slice(from, from + length);
        if (piece.length === length && !/[\s\p{P}\p{S}]/u.test(piece) && !isMixed(piece))
          yield { from, to: from + length, text: piece };
      }
    }
  }

  private match(heard: string): Match | null {
    const key = termKey(heard);
    const same = this.byKey.get(key);
    if (same) {
      if (same.some(({ term }) => term.normalize('NFC') === heard.normalize('NFC'))) return suggested(same[0]!, 'same');
      return suggested(same[0]!, same[0]!.key === key ? 'writing' : 'sound');
    }
    if (key.length < 3 || isFunctionWord(fold(heard).text)) return null;
    const sound = soundKey(key);
    const alike = sound === '' ? undefined : this.bySound.get(sound)?.find((known) => soundsLike(key, known.key));
    if (alike) return suggested(alike, 'sound');
    const writing = writingOf(key);
    if (!writing || key.length < SPELLED_FROM[writing]) return null;
    const near = [key, ...shortened(key)]
      .flatMap((each) => this.nearby.get(each) ?? [])
      .find((known) => isMisspelling(key, known.key, writing));
    return near ? suggested(near, 'spelling') : null;
  }
}

const suggested = ({ id, term }: Known, reason: Match['reason']): Match => ({ termId: id, term, reason });

/**
 * For Latin letters the sound key contains consonants only, which too many words share: the spelling must be similar,
 * too.
 */
const soundsLike = (heard: string, key: string): boolean =>
  !/^[a-z]+$/.test(heard) ||
  !/^[a-z]+$/.test(key) ||
  (!isOtherForm(heard, key) &&
    distance(heard, key, 3) <= Math.max(1, Math.floor(Math.min(heard.length, key.length) / 3)));

const isOtherForm = (heard: string, key: string): boolean =>
  otherNumber(heard).includes(key) ||
  otherNumber(key).includes(heard) ||
  /^(ed|ing|ly|er|al)$/.test(heard.slice(key.length));

function isMisspelling(heard: string, key: string, writing: Writing): boolean {
  // the key of the term is in another script, so its reading was matched; accepted for kana
  if (writingOf(key) !== writing) return writing === 'kana';
  if (writing === 'latin' && (isOtherForm(heard, key) || /\d/.test(heard) !== /\d/.test(key))) return false;
  if ((writing === 'han' || writing === 'hangul') && heard.length !== key.length) return false;
  return distance(heard, key, 1) === 1;
}
