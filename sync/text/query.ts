/**
 * Terms of a search question: the share of the question that each stands for, and its alternatives.
 *
 *   渡辺様との打合せ ──► 渡边 · 打合        様, と and の carry no meaning
 *   when did o'connor call Dec 6 ──► oconnor · call, calls, calling … · 1206
 *
 * Han, kana and Hangul (without the particle) are searched by pairs of characters, so that a phrase is found inside
 * longer words. A pair across two words, and hiragana beside other characters, only affect the ranking: inflections and
 * particles differ between a text and a question. If browsers segment differently, the same pairs are searched with
 * other shares.
 */
import { datesIn } from './dates';
import { otherForms, otherNumber } from './english';
import { fold, type Folded } from './fold';
import { isFunctionWord } from './function-words';
import { stemAsked, withoutParticle } from './korean';
import {
  indexedForm,
  isFinalLongVowel,
  TITLE_SUFFIX,
  isPairAroundKana,
  isHangul,
  isIdeographic,
  isSpaced,
  joinedWord,
  mixedParts,
  partsOf,
  segments,
  UNSPACED,
  wordsOf,
  type Part,
} from './tokenise';

/** `prefix`: also matches words with this prefix; with `accepts` only those that it accepts. */
export interface QueryWord {
  term: string;
  prefix: boolean;
  accepts?: (word: string) => boolean;
  /** factor of its score; 1 by default */
  weight?: number;
}

/** A term of the question and its alternatives. */
export interface QueryTerm extends QueryWord {
  also?: QueryWord[];
  /** index of the question's word that it belongs to */
  word: number;
  /** share of its word that the term stands for; 0: a document without it still matches */
  share: number;
}

/** Shares of terms that carry less meaning than a word. */
const WEAK = { hiragana: 0.35, character: 0.6, joined: 0.8, number: 0.5 };
/** A date in the question counts more than an ordinary word. */
const DAY = 1.5;
/** Score factor of other word forms. */
const OTHER_FORM = 0.8;

/** Possessive endings, and a Korean syllable that is still being typed: ignored. */
const ASIDE = /(?<=\p{L})['\u2019]s(?![\p{L}\p{N}])|(?<=[\uac00-\ud7a3])[\u1100-\u11ff]+$/gu;
const HIRAGANA = /^\p{Script=Hiragana}$/u;
const LONG_VOWEL = '\u30fc';
const HAN = /^[\p{Script=Han}\u3005]$/u;

type Kind = 'han' | 'hiragana' | 'katakana';

/** A character of a question in its original form. */
interface Point {
  text: string;
  kind: Kind;
  word: number;
  content: boolean;
  single: boolean;
}

/**
 * Whether a segment of a question belongs to the word before it. A single character belongs to the word before it, or
 * else begins the next (咖啡机, 新同事); several single characters are a word that the dictionary lacks (入 职).
 */
function joinsBefore(runs: readonly Point[][], i: number, isBeforeJoined: boolean): boolean {
  const isSingle = (at: number): boolean => runs[at]?.length === 1;
  if (isSingle(i)) return isSingle(i - 1) || !isSingle(i + 1);
  return isSingle(i - 1) && !isSingle(i - 2) && !isBeforeJoined;
}

class Question {
  readonly terms = new Map<string, QueryTerm>();
  private words = 0;
  private readonly written: string;
  private readonly folded: Folded;

  constructor(question: string) {
    this.written = question.normalize('NFKC').replace(ASIDE, '');
    this.folded = fold(this.written);
  }

  /** Collects the terms; `whole` treats function words like content words. */
  read(whole: boolean): this {
    let { text } = this.folded;
    for (const {
      terms: [term = '', ...others],
      from,
      to,
    } of datesIn(text)) {
      this.add(
        { term, prefix: false, share: DAY, weight: DAY, also: others.map((other) => ({ term: other, prefix: false })) },
        this.next(),
      );
      text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
    }
    const parts = [...partsOf(text)];
    const boundaries = parts.some((part) => isIdeographic(part.text)) ? this.boundaries() : new Set<number>();
    parts.forEach((part, i) => {
      // A trailing space marks the last word as complete.
      const last = part.at + part.text.length === text.length;
      if (isIdeographic(part.text)) this.ideographic(part, boundaries, whole);
      else if (isHangul(part.text)) this.korean(part, parts[i - 1], whole);
      else if (UNSPACED.test(part.text)) {
        const word = this.next();
        segments(part.text, 0, 0, (term) => this.add({ term, prefix: last, share: 1 }, word));
      } else this.spaced(text, parts, i, last, whole);
    });
    return this;
  }

  private next(): number {
    return this.words++;
  }

  private add({ term, prefix, share, weight, also = [] }: Omit<QueryTerm, 'word'>, word: number): void {
    if (!term) return;
    const known = this.terms.get(term);
    const others = [...(known?.also ?? []), ...also];
    this.terms.set(term, {
      term,
      prefix: prefix || (known?.prefix ?? false),
      ...(weight ? { weight } : {}),
      ...(others.length > 0 ? { also: others } : {}),
      word: known && known.share >= share ? known.word : word,
      share: Math.max(share, known?.share ?? 0),
    });
  }

  /** Offsets of word starts in the original question. */
  private boundaries(): Set<number> {
    const begins = new Set<number>();
    for (const { index } of wordsOf(this.written)) begins.add(index);
    return begins;
  }

  private pointsOf(part: Part, boundaries: Set<number>, whole: boolean): Point[] {
    const points: Point[] = [];
    const runs: Point[][] = [];
    let at = part.at;
    for (const text of part.text) {
      const from = this.folded.offsets.at(at);
      const sign = this.written.slice(from, this.folded.offsets.at(at + text.length)) || text;
      const kind: Kind =
        text === LONG_VOWEL
          ? (points.at(-1)?.kind ?? 'katakana')
          : HAN.test(sign)
            ? 'han'
            : HIRAGANA.test(sign)
              ? 'hiragana'
              : 'katakana';
      const point: Point = { text, kind, word: 0, content: true, single: false };
      if (runs.length === 0 || (boundaries.has(from) && !whole)) runs.push([]);
      runs.at(-1)!.push(point);
      points.push(point);
      at += text.length;
    }
    let before: Point[] | undefined;
    runs.forEach((run, i) => {
      const isKana = run.every(({ kind }) => kind === 'hiragana');
      const content = whole || (!isFunctionWord(run.map(({ text }) => text).join('')) && (!isKana || run.length > 2));
      const joins =
        content && before?.[0]!.content === true && joinsBefore(runs, i, before[0]!.word === runs[i - 2]?.[0]!.word);
      const word = joins ? before![0]!.word : this.next();
      for (const point of run) Object.assign(point, { word, content, single: run.length === 1 });
      before = run;
    });
    return points;
  }

  private ideographic(part: Part, boundaries: Set<number>, whole: boolean): void {
    const points = this.pointsOf(part, boundaries, whole);
    const texts = points.map(({ text }) => text);
    const asked = new Set<number>();
    const pair = (i: number, j: number): void => {
      const [a, b] = [points[i]!, points[j]!];
      const isOne = a.word === b.word && a.content;
      const kana = [a, b].filter(({ kind }) => kind === 'hiragana').length;
      const all = points.filter(({ word }) => word === a.word).every(({ kind }) => kind === 'hiragana');
      const share = !isOne
        ? 0
        : whole
          ? 1
          : kana === 0
            ? a.single || b.single
              ? WEAK.joined
              : 1
            : kana === 2 && all
              ? WEAK.hiragana
              : 0;
      if (share > 0) asked.add(a.word);
      this.add({ term: a.text + b.text, prefix: false, share }, a.word);
    };
    for (let i = 0; i + 1 < points.length; i += 1) {
      // A text may omit the long vowel at the end of a word.
      if (!isFinalLongVowel(texts, i) && !isFinalLongVowel(texts, i + 1)) pair(i, i + 1);
      if (!whole && isPairAroundKana(texts, i) && points[i]!.word === points[i + 2]!.word && points[i]!.content)
        pair(i, i + 2);
    }
    for (const { text, kind, word, content } of points) {
      if (content && !asked.has(word) && (kind !== 'hiragana' || points.length === 1))
        this.add({ term: text, prefix: true, share: points.length === 1 ? 1 : WEAK.character }, word);
    }
  }

  /**
   * An apparent particle may be part of the noun: 회의 is a meeting, not 회 with 의. Documents with the full word rank
   * higher, others also match.
   */
  private korean({ text, at }: Part, before: Part | undefined, whole: boolean): void {
    const word = this.next();
    const stem = whole ? withoutParticle(text) : stemAsked(text);
    const content = whole || !(isFunctionWord(text) || isFunctionWord(stem));
    const points = [...text];
    if (before && isHangul(before.text) && before.at + before.text.length === at - 1)
      this.add({ term: before.text.slice(-1) + points[0]!, prefix: false, share: 0 }, word);
    if (points.length === 1) {
      this.add({ term: text, prefix: true, share: content ? 1 : 0 }, word);
      return;
    }
    if (stem.length === 1) {
      this.add(
        { term: text.slice(0, 2), prefix: false, share: content ? 1 : 0, also: [{ term: stem, prefix: false }] },
        word,
      );
      return;
    }
    for (let i = 0; i + 1 < points.length; i += 1)
      this.add(
        { term: points[i]! + points[i + 1]!, prefix: false, share: content && i + 1 < stem.length ? 1 : 0 },
        word,
      );
  }

  private spaced(text: string, parts: Part[], i: number, last: boolean, whole: boolean): void {
    const part = parts[i]!;
    const [before, after] = [parts[i - 1], parts[i + 1]];
    const term = indexedForm(part.text);
    const word = this.next();
    const apart = mixedParts(term);
    if (apart.length > 0) {
      // The number is decisive: ISO 9001 does not answer iso27001.
      apart.forEach((each, n) =>
        this.add(
          {
            term: each,
            prefix: last && n === apart.length - 1,
            share: /^\p{N}/u.test(each) ? 1 : 0,
            also: [{ term, prefix: last }],
          },
          word,
        ),
      );
      return;
    }
    const forms = otherForms(term);
    const compounds = [
      joinedWord(text, before, part),
      after ? joinedWord(text, part, after) : '',
      this.closed(text, before, part),
      after ? this.closed(text, part, after) : '',
    ].filter((compound) => compound !== '');
    this.add(
      {
        term,
        prefix: last,
        share: !whole && isFunctionWord(term) ? 0 : /^\d{1,2}$/.test(term) ? WEAK.number : 1,
        also: [
          // Forms with the same prefix are already found by the prefix scan.
          ...otherNumber(term)
            .filter((other) => !forms || !other.startsWith(forms.begin) || !forms.accepts(other))
            .map((other) => ({ term: other, prefix: false })),
          ...compounds.map((compound) => ({ term: compound, prefix: last })),
          ...(forms ? [{ term: forms.begin, prefix: true, accepts: forms.accepts, weight: OTHER_FORM }] : []),
          ...(i === 0 ? [{ term: TITLE_SUFFIX + term, prefix: last }] : []),
        ],
      },
      word,
    );
  }

  /** Two words that a text may write as one: kick off, kickoff. */
  private closed(text: string, before: Part | undefined, part: Part): string {
    return before &&
      isSpaced(before.text) &&
      isSpaced(part.text) &&
      text.slice(before.at + before.text.length, part.at) === ' '
      ? indexedForm(before.text + part.text)
      : '';
  }
}

/**
 * The distinct terms of a question, required ones first. The last word also matches its continuations, since it may
 * still be being typed, and the first also matches the end of a word in a title. A question of function words only
 * searches for them.
 */
export function queryTerms(question: string): QueryTerm[] {
  const terms = [...new Question(question).read(false).terms.values()];
  const read = terms.some(({ share }) => share > 0) ? terms : [...new Question(question).read(true).terms.values()];
  return [...read.filter(({ share }) => share > 0), ...read.filter(({ share }) => share === 0)];
}
