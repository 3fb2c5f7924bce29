/**
 * The one tokeniser, of the index on the device and of the server: words of all languages, pairs of neighbours in Han, kana and Hangul
 * (which are written without spaces, or with particles attached), numbers; no emoji, no punctuation.
 *
 *   東京都の会議 ──► 东京 京都 都の の会 会议 议 + words of three and more
 *   회의록을     ──► 회의 의록 록을 을 + 회의록을 회의록
 *   Café 1,000   ──► cafe 1000
 *
 * A run's last character stands alone, too: so every character begins a token, and a question of one character finds it by prefix.
 */
import { fold, type Folded } from './fold';
import { withoutParticle } from './korean';

/** Raised whenever the same text gives other tokens: indexes of an older version are made anew. */
export const TOKENISER_VERSION = 1;

export interface Token {
  term: string;
  /** UTF-16 offsets in the original text */
  start: number;
  end: number;
}

/** What a question asks for. `prefix`: words that begin so are meant, too. */
export interface QueryTerm {
  term: string;
  prefix: boolean;
}

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

const words = new Intl.Segmenter('ja', { granularity: 'word' });

type Emit = (term: string, from: number, to: number) => void;

/** Code points with their offsets: a pair never cuts a surrogate. */
function pairs(text: string, at: number, emit: Emit): void {
  const points = [...text];
  let from = at;
  for (let i = 0; i < points.length; i += 1) {
    const first = points[i]!;
    const second = points[i + 1] ?? '';
    emit(first + second, from, from + first.length + second.length);
    from += first.length;
  }
}

function segments(text: string, at: number, longerThan: number, emit: Emit): void {
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (isWordLike && [...segment].length > longerThan) emit(segment, at + index, at + index + segment.length);
  }
}

/** Parts of a folded text by script. */
function* partsOf(folded: string): Generator<{ text: string; at: number }> {
  for (const run of folded.matchAll(RUN)) {
    if (!/[^\p{ASCII}]/u.test(run[0])) { yield { text: run[0], at: run.index }; continue; }
    for (const part of run[0].matchAll(PART)) yield { text: part[0], at: run.index + part.index };
  }
}

const bare = (word: string): string => (word.includes(',') ? word.replaceAll(',', '') : word).slice(0, LONGEST);

/** All tokens of a text. Words of one and two characters of Han and kana are pairs already. */
export function tokenise(text: string): Token[] {
  const folded = fold(text);
  const tokens: Token[] = [];
  const emit = emitTo(tokens, folded);
  for (const part of partsOf(folded.text)) {
    if (IDEOGRAPHIC.test(part.text)) {
      pairs(part.text, part.at, emit);
      if (part.text.length > 2) segments(part.text, part.at, 2, emit);
    } else if (HANGUL.test(part.text)) {
      pairs(part.text, part.at, emit);
      const stem = withoutParticle(part.text);
      if (part.text.length > 2) emit(part.text, part.at, part.at + part.text.length);
      if (stem !== part.text && stem.length !== 2) emit(stem, part.at, part.at + stem.length);
    } else if (UNSPACED.test(part.text)) segments(part.text, part.at, 0, emit);
    else emit(bare(part.text), part.at, part.at + part.text.length);
  }
  return tokens;
}

const emitTo = (tokens: Token[], { offsets }: Folded): Emit => (term, from, to) => { tokens.push({ term, start: offsets.at(from), end: offsets.at(to) }); };

/**
 * The terms of a question, without doubles. Pairs alone stand for Han, kana and Hangul (without the particle), so that a phrase is found
 * inside longer words; the last word of what is still being typed also stands for its continuations.
 */
export function queryTerms(question: string): QueryTerm[] {
  const folded = fold(question).text;
  const terms = new Map<string, boolean>();
  const add = (term: string, prefix: boolean): void => { if (term) terms.set(term, prefix || (terms.get(term) ?? false)); };
  for (const part of partsOf(folded)) {
    // a space after the last word says that it is whole
    const last = part.at + part.text.length === folded.length;
    if (IDEOGRAPHIC.test(part.text) || HANGUL.test(part.text)) {
      const stem = [...(HANGUL.test(part.text) ? withoutParticle(part.text) : part.text)];
      if (stem.length === 1) add(stem[0]!, true);
      for (let i = 0; i + 1 < stem.length; i += 1) add(stem[i]! + stem[i + 1]!, false);
    } else if (UNSPACED.test(part.text)) segments(part.text, 0, 0, (term) => add(term, last));
    else add(bare(part.text), last);
  }
  return [...terms].map(([term, prefix]) => ({ term, prefix }));
}
