/**
 * The tokeniser of the device index and of the server: words of all languages, pairs of adjacent characters in Han,
 * kana and Hangul (which are written without spaces, or with attached particles), and numbers; no emoji, no
 * punctuation.
 *
 *   東京都の会議 ──► 东京 京都 都の の会 会议 议 + words of three and more characters
 *   회의록을     ──► 회의 의록 록을 을 + 회의록을 회의록
 *   Café 1,000   ──► cafe 1000
 *   주간 회의    ──► 주간 간회 회의 …     a space or a middle dot inside a name or a compound is optional
 *   サーバー移行 ──► さー ーば ばー ば移 ー移 移行 …     so is a long vowel at the end of a word
 *   e-mail       ──► e mail email     and a hyphen, and the apostrophe of O'Connor
 *   打ち合わせ   ──► 打ち ち合 打合 …  and kana between two characters
 *   ISO27001     ──► iso27001 iso 27001
 *   Dec 6        ──► dec 6 and the date as all languages write it
 *
 * The last character of a run is also a token, so that every character begins a token and a question of one character
 * finds it by prefix.
 */
import { datesIn, monthOf } from './dates';
import { fold } from './fold';
import { withoutParticle } from './korean';

/** Raised whenever a text yields different terms: older indexes are rebuilt. */
export const TOKENISER_VERSION = 5;

export interface Token {
  term: string;
  /** UTF-16 offsets in the original text */
  start: number;
  end: number;
}

/**
 * Prefix of the suffixes of a title's word, so that titles are found by any part of a word: roadmap ──► oadmap admap …
 * p. It occurs in no word.
 */
export const TITLE_SUFFIX = '\u0001';
/** Prefix of the target of a mention, so that the index answers what mentions it. It occurs in no word. */
export const MENTION_TERM = '\u0002';
/** UTF-16 units of a title's word whose suffixes are indexed */
const TITLE_SUFFIX_MAX = 32;

/** longest token in UTF-16 units; addresses and hashes that are longer are found by their start */
const MAX_TOKEN_LENGTH = 64;

// 1,000,000.5 as one token; words include their digits; a point only between digits
const RUN = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|(?:[\p{L}\p{N}\p{M}]|(?<=\p{Nd})\.(?=\p{Nd}))+/gu;
/** Splits by script, as some are written without spaces; `ー` and `々` belong to the surrounding word. */
const PART =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]+|\p{Script=Hangul}+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\p{Script=Hangul}]+/gu;
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]/u;
const HANGUL = /^\p{Script=Hangul}/u;
/** Thai, Lao, Khmer, Myanmar: written without spaces, split into words by the segmenter. */
export const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** Created lazily: it loads the browser's dictionaries, which would delay the start of a worker. */
let segmenter: Intl.Segmenter | undefined;
export const wordsOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })).segment(text);

type Emit = (term: string, from: number, to: number) => void;

const KANA = /[\u3041-\u309f\u30fc]/;
/** A long vowel at the end of a folded word of three and more characters: サーバー and サーバ are equal. */
export const isFinalLongVowel = (points: readonly string[], i: number): boolean =>
  points[i] === '\u30fc' &&
  KANA.test(points[i - 1] ?? '') &&
  KANA.test(points[i - 2] ?? '') &&
  !KANA.test(points[i + 1] ?? '');

const HAN = /^\p{Script=Han}$/u;
/** Kana that ends a verb inside a compound and is often omitted: 打ち合わせ, 打合せ. Contains no particles. */
const OPTIONAL_KANA = 'いきしちみりぎじびえけせてめれげぜべっ';
/** Whether two characters with one such kana between them also form a pair. */
export const isPairAroundKana = (points: readonly string[], i: number): boolean =>
  OPTIONAL_KANA.includes(points[i + 1] ?? ' ') && HAN.test(points[i]!) && HAN.test(points[i + 2] ?? '');
/** Pattern of a pair of characters in a folded text, with optional kana between them. */
export const pairPattern = (pair: string): RegExp | null => {
  const [a = '', b = ''] = pair;
  return [...pair].length === 2 && HAN.test(a) && HAN.test(b) ? new RegExp(`${a}[${OPTIONAL_KANA}]?${b}`, 'gu') : null;
};

/** Emits pairs of code points, so that surrogate pairs are never split. */
function pairs(text: string, at: number, emit: Emit): void {
  const points = [...text];
  let from = at;
  for (let i = 0; i < points.length; i += 1) {
    const first = points[i]!;
    const second = points[i + 1] ?? '';
    emit(first + second, from, from + first.length + second.length);
    const third = points[i + 2];
    if (third && (isFinalLongVowel(points, i + 1) || isPairAroundKana(points, i)))
      emit(first + third, from, from + first.length + second.length + third.length);
    from += first.length;
  }
}

/**
 * Emits the words of a text (Intl.Segmenter) with more than `longerThan` characters.
 * @param at offset of the text, added to the emitted offsets
 */
export function segments(text: string, at: number, longerThan: number, emit: Emit): void {
  for (const { segment, index, isWordLike } of wordsOf(text)) {
    if (isWordLike && [...segment].length > longerThan) emit(segment, at + index, at + index + segment.length);
  }
}

export interface Part {
  text: string;
  at: number;
}

/** Splits a folded text by script. */
export function* partsOf(folded: string): Generator<Part> {
  for (const run of folded.matchAll(RUN)) {
    if (!/[^\p{ASCII}]/u.test(run[0])) {
      yield { text: run[0], at: run.index };
      continue;
    }
    for (const part of run[0].matchAll(PART)) yield { text: part[0], at: run.index + part.index };
  }
}

export const indexedForm = (word: string): string =>
  (word.includes(',') ? word.replaceAll(',', '') : word).slice(0, MAX_TOKEN_LENGTH);

const LETTERS = /^\p{L}+$/u;
export const isHangul = (text: string): boolean => HANGUL.test(text);
export const isIdeographic = (text: string): boolean => IDEOGRAPHIC.test(text);
export const isSpaced = (text: string): boolean =>
  LETTERS.test(text) && !isHangul(text) && !isIdeographic(text) && !UNSPACED.test(text);

const HYPHEN = /^[-\u2010]$/;
const APOSTROPHE = /^['\u2019]$/;

/**
 * Two words joined by a hyphen or an apostrophe as one word; '' for others. After an apostrophe the second part needs
 * three letters: O'Connor is joined, don't and the client's are not.
 */
export function joinedWord(folded: string, before: Part | undefined, part: Part): string {
  if (!before || !isSpaced(before.text) || !isSpaced(part.text)) return '';
  const between = folded.slice(before.at + before.text.length, part.at);
  return HYPHEN.test(between) || (APOSTROPHE.test(between) && part.text.length > 2)
    ? indexedForm(before.text + part.text)
    : '';
}

const DIGIT = /\p{Nd}/u;
const MIXED = /^(?=.*\p{L})(?=.*\p{N})/u;
/** The letters and the numbers of a mixed word, each of at least two characters; none if one is shorter: q3, v2.1. */
export function mixedParts(word: string): string[] {
  if (!DIGIT.test(word) || !MIXED.test(word)) return [];
  const parts = word.match(/[\p{N}.]+|[^\p{N}.]+/gu)!;
  return parts.every((part) => part.length > 1) ? parts : [];
}

/** Emits the token that spans a space, a middle dot or a hyphen. */
function joined(folded: string, before: Part, part: Part, emit: Emit): void {
  const end = before.at + before.text.length;
  const sameScript =
    (isHangul(before.text) && isHangul(part.text)) || (isIdeographic(before.text) && isIdeographic(part.text));
  if (sameScript && /^[ \u30fb]$/.test(folded.slice(end, part.at))) {
    const last = [...before.text].at(-1)!;
    const [first = ''] = part.text;
    emit(last + first, end - last.length, part.at + first.length);
  }
  const word = joinedWord(folded, before, part);
  if (word) emit(word, before.at, part.at + part.text.length);
}

/** Han and kana words of one and two characters are already covered by pairs. */
function emitAll(folded: string, emit: Emit): void {
  let before: Part | undefined;
  for (const part of partsOf(folded)) {
    if (isIdeographic(part.text)) {
      pairs(part.text, part.at, emit);
      if (part.text.length > 2) segments(part.text, part.at, 2, emit);
    } else if (isHangul(part.text)) {
      pairs(part.text, part.at, emit);
      const stem = withoutParticle(part.text);
      if (part.text.length > 2) emit(part.text, part.at, part.at + part.text.length);
      if (stem !== part.text && stem.length !== 2) emit(stem, part.at, part.at + stem.length);
    } else if (UNSPACED.test(part.text)) segments(part.text, part.at, 0, emit);
    else {
      emit(indexedForm(part.text), part.at, part.at + part.text.length);
      let from = part.at;
      for (const each of mixedParts(part.text)) {
        emit(indexedForm(each), from, from + each.length);
        from += each.length;
      }
    }
    if (before) joined(folded, before, part, emit);
    before = part;
  }
  for (const { terms, from, to } of datesIn(folded))
    for (const term of new Set(terms.flatMap((each) => [each, monthOf(each)]))) emit(term, from, to);
}

/** All tokens of a text, with their offsets. */
export function tokenise(text: string): Token[] {
  const { text: folded, offsets } = fold(text);
  const tokens: Token[] = [];
  emitAll(folded, (term, from, to) => {
    tokens.push({ term, start: offsets.at(from), end: offsets.at(to) });
  });
  return tokens;
}

/** Calls back with each term of a text, without offsets; cheaper than `tokenise`. */
export const eachTerm = (text: string, each: (term: string) => void): void => emitAll(fold(text).text, each);

/** The suffixes of a title's words, each with the prefix TITLE_SUFFIX. Scripts without spaces are covered by pairs. */
export function titleSuffixes(title: string): string[] {
  const rests: string[] = [];
  for (const { text } of partsOf(fold(title).text)) {
    if (isIdeographic(text) || isHangul(text) || UNSPACED.test(text)) continue;
    const word = indexedForm(text).slice(0, TITLE_SUFFIX_MAX);
    for (let i = 1; i < word.length; i += 1) rests.push(TITLE_SUFFIX + word.slice(i));
  }
  return rests;
}
