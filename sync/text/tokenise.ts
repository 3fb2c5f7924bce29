/**
 * The one tokeniser, of the index on the device and of the server: words of all languages, pairs of neighbours in Han, kana and Hangul
 * (which are written without spaces, or with particles attached), numbers; no emoji, no punctuation.
 *
 *   東京都の会議 ──► 东京 京都 都の の会 会议 议 + words of three and more
 *   회의록을     ──► 회의 의록 록을 을 + 회의록을 회의록
 *   Café 1,000   ──► cafe 1000
 *   주간 회의    ──► 주간 간회 회의 …     a space or a middle dot inside a name or a compound is a matter of taste
 *   サーバー移行 ──► さー ーば ばー ば移 ー移 移行 …     so is a long vowel at a word's end
 *   e-mail       ──► e mail email     and a hyphen
 *
 * A run's last character stands alone, too: so every character begins a token, and a question of one character finds it by prefix.
 */
import { fold } from './fold';
import { otherNumber } from './english';
import { withoutParticle } from './korean';

/** Raised whenever the same text gives other tokens: indexes of an older version are made anew. */
export const TOKENISER_VERSION = 2;

export interface Token {
  term: string;
  /** UTF-16 offsets in the original text */
  start: number;
  end: number;
}

/** `prefix`: words that begin so are meant, too. */
export interface QueryWord {
  term: string;
  prefix: boolean;
}

/** What a question asks for, and what answers it as well. */
export interface QueryTerm extends QueryWord {
  also?: QueryWord[];
  /** what lacks it is an answer all the same */
  optional?: boolean;
}

/** Before the rest of a title's word, so that titles are found by any part of them: roadmap ──► oadmap admap … p. No word contains it. */
export const INSIDE = '\u0001';
/** UTF-16 units of a title's word whose rests are kept */
const INSIDE_MAX = 32;

/** longest token in UTF-16 units: longer ones are addresses and hashes, found by their beginning */
const LONGEST = 64;

// 1,000,000.5 as one; words with the numbers in them; a point only between digits
const RUN = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|(?:[\p{L}\p{N}\p{M}]|(?<=\p{Nd})\.(?=\p{Nd}))+/gu;
/** Scripts written without spaces; `ー` and `々` belong to the word they stand in. */
const PART = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]+|\p{Script=Hangul}+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\p{Script=Hangul}]+/gu;
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]/u;
const HANGUL = /^\p{Script=Hangul}/u;
/** Thai, Lao, Khmer, Myanmar: no spaces either, words by the segmenter alone. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** Made with the first text: it reads the browser's dictionaries, which no start of a worker waits for. */
let segmenter: Intl.Segmenter | undefined;
const wordsOf = (text: string): Intl.Segments => (segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })).segment(text);

type Emit = (term: string, from: number, to: number) => void;

const KANA = /[\u3041-\u309f\u30fc]/;
/** A long vowel at the end of a folded word of three and more: サーバー and サーバ are one. */
const endsLong = (points: readonly string[], i: number): boolean =>
  points[i] === '\u30fc' && KANA.test(points[i - 1] ?? '') && KANA.test(points[i - 2] ?? '') && !KANA.test(points[i + 1] ?? '');

/** Code points with their offsets: a pair never cuts a surrogate. */
function pairs(text: string, at: number, emit: Emit): void {
  const points = [...text];
  let from = at;
  for (let i = 0; i < points.length; i += 1) {
    const first = points[i]!;
    const second = points[i + 1] ?? '';
    emit(first + second, from, from + first.length + second.length);
    const third = points[i + 2];
    if (third && endsLong(points, i + 1)) emit(first + third, from, from + first.length + second.length + third.length);
    from += first.length;
  }
}

function segments(text: string, at: number, longerThan: number, emit: Emit): void {
  for (const { segment, index, isWordLike } of wordsOf(text)) {
    if (isWordLike && [...segment].length > longerThan) emit(segment, at + index, at + index + segment.length);
  }
}

interface Part { text: string; at: number }

/** Parts of a folded text by script. */
function* partsOf(folded: string): Generator<Part> {
  for (const run of folded.matchAll(RUN)) {
    if (!/[^\p{ASCII}]/u.test(run[0])) { yield { text: run[0], at: run.index }; continue; }
    for (const part of run[0].matchAll(PART)) yield { text: part[0], at: run.index + part.index };
  }
}

const bare = (word: string): string => (word.includes(',') ? word.replaceAll(',', '') : word).slice(0, LONGEST);

const LETTERS = /^\p{L}+$/u;
const isHangul = (text: string): boolean => HANGUL.test(text);
const isIdeographic = (text: string): boolean => IDEOGRAPHIC.test(text);
const isSpaced = (text: string): boolean => LETTERS.test(text) && !isHangul(text) && !isIdeographic(text) && !UNSPACED.test(text);

/** Two words with nothing but a hyphen between them as one; else ''. */
function hyphenated(folded: string, before: Part | undefined, part: Part): string {
  return before && /^[-\u2010]$/.test(folded.slice(before.at + before.text.length, part.at)) && isSpaced(before.text) && isSpaced(part.text) ? bare(before.text + part.text) : '';
}

/** What stands on both sides of a space, a middle dot or a hyphen. */
function joined(folded: string, before: Part, part: Part, emit: Emit): void {
  const end = before.at + before.text.length;
  const sameScript = (isHangul(before.text) && isHangul(part.text)) || (isIdeographic(before.text) && isIdeographic(part.text));
  if (sameScript && /^[ \u30fb]$/.test(folded.slice(end, part.at))) {
    const last = [...before.text].at(-1)!;
    const [first = ''] = part.text;
    emit(last + first, end - last.length, part.at + first.length);
  }
  const word = hyphenated(folded, before, part);
  if (word) emit(word, before.at, part.at + part.text.length);
}

/** Words of one and two characters of Han and kana are pairs already. */
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
    else emit(bare(part.text), part.at, part.at + part.text.length);
    if (before) joined(folded, before, part, emit);
    before = part;
  }
}

/** All tokens of a text. */
export function tokenise(text: string): Token[] {
  const { text: folded, offsets } = fold(text);
  const tokens: Token[] = [];
  emitAll(folded, (term, from, to) => { tokens.push({ term, start: offsets.at(from), end: offsets.at(to) }); });
  return tokens;
}

/** The same without their places: calls back with the term of each. */
export const eachTerm = (text: string, each: (term: string) => void): void => emitAll(fold(text).text, each);

/** The rests of a title's words after each of their characters but the last, marked. Pairs say as much of scripts without spaces. */
export function insides(title: string): string[] {
  const rests: string[] = [];
  for (const { text } of partsOf(fold(title).text)) {
    if (isIdeographic(text) || isHangul(text) || UNSPACED.test(text)) continue;
    const word = bare(text).slice(0, INSIDE_MAX);
    for (let i = 1; i < word.length; i += 1) rests.push(INSIDE + word.slice(i));
  }
  return rests;
}

/** Whose it is, and a Korean syllable that is still being typed, say nothing of what is asked for. */
const ASIDE = /(?<=\p{L})['\u2019]s(?![\p{L}\p{N}])|(?<=[\uac00-\ud7a3])[\u1100-\u11ff]+$/gu;

type Add = (term: string, prefix: boolean, more?: Pick<QueryTerm, 'also' | 'optional'>) => void;

/** Pairs of a question, without those at a long vowel that a text may leave out. */
function pairsAsked(points: readonly string[], add: Add): void {
  if (points.length === 1) add(points[0]!, true);
  for (let i = 0; i + 1 < points.length; i += 1) {
    if (!endsLong(points, i) && !endsLong(points, i + 1)) add(points[i]! + points[i + 1]!, false);
  }
}

/** What looks like a particle may be part of the noun: 회의 is a meeting and not 회 with 의. Such words rank higher, others count, too. */
function koreanAsked(word: string, add: Add): void {
  const stem = withoutParticle(word);
  if (stem !== word && stem.length === 1) {
    add(word.slice(0, 2), false, { also: [{ term: stem, prefix: false }] });
    return;
  }
  pairsAsked([...stem], add);
  if (stem !== word) add(word.slice(stem.length - 1, stem.length + 1), false, { optional: true });
}

/**
 * The terms of a question, without doubles. Pairs alone stand for Han, kana and Hangul (without the particle), so that a phrase is found
 * inside longer words; the last word of what is still being typed also stands for its continuations, and the first one for the end of a
 * word in a title.
 */
export function queryTerms(question: string): QueryTerm[] {
  const folded = fold(question).text.replace(ASIDE, '');
  const terms = new Map<string, QueryTerm>();
  const add: Add = (term, prefix, { also = [], optional = false } = {}) => {
    if (!term) return;
    const known = terms.get(term);
    const others = [...(known?.also ?? []), ...also];
    terms.set(term, {
      term, prefix: prefix || (known?.prefix ?? false), ...(others.length > 0 ? { also: others } : {}), ...(optional && (known?.optional ?? true) ? { optional } : {}),
    });
  };
  const parts = [...partsOf(folded)];
  parts.forEach((part, i) => {
    // a space after the last word says that it is whole
    const last = part.at + part.text.length === folded.length;
    if (isIdeographic(part.text)) pairsAsked([...part.text], add);
    else if (isHangul(part.text)) koreanAsked(part.text, add);
    else if (UNSPACED.test(part.text)) segments(part.text, 0, 0, (term) => add(term, last));
    else {
      const word = bare(part.text);
      const next = parts[i + 1];
      const compounds = [hyphenated(folded, parts[i - 1], part), next ? hyphenated(folded, part, next) : ''].filter((compound) => compound !== '');
      add(word, last, {
        also: [
          ...otherNumber(word).map((term) => ({ term, prefix: false })), ...compounds.map((term) => ({ term, prefix: last })),
          ...(i === 0 ? [{ term: INSIDE + word, prefix: last }] : []),
        ],
      });
    }
  });
  return [...terms.values()];
}
