/**
 * Answers a question with sentences copied from passages, or not at all.
 *
 *   passages ─► sentences ─► share of the question's words, by rarity, in the sentence and around it
 *            ─► is it of the expected kind (a time, a number)? ─► the best, if it covers enough, with all decisive words
 */
import { matchesIn } from '../../../sync/ranking/passages';
import { askedTerms, withoutStrayNumbers } from '../../../sync/text/asked';
import type { QueryTerm, QueryWord } from '../../../sync/text/query';
import { eachTerm } from '../../../sync/text/tokenise';
import { expectedOf, hasCounter, hasExpected, hasNumbers, isGeneric } from './expected';
import type { ExtractiveAnswer, ExtractiveQuote, Passage } from './interface';
import { sentencesOf, type Sentence } from './sentences';

/** least share of the question's words, by rarity, that all passages cover together */
const LEAST_COVERAGE = 0.3;
/** least share that a sentence covers itself, and together with its heading, title and neighbours */
const LEAST_OWN = 0.2;
const LEAST_AROUND = 0.62;
/** least share of a sentence whose decisive word occurs only in the title of its document */
const LEAST_WITH_TITLE = 0.55;
/** a word is decisive if its rarity is at least this share of the rarest word's */
const DECISIVE = 0.75;
/** most quotes, and least score of a further quote relative to the best */
const QUOTES = 3;
const NEAR = 0.93;
/** most passages that are read */
const PASSAGES = 8;
const ASKS = /[?？]\s*$/u;
/** factor for the score of a pair of sentences */
const LONGER = 0.9;
/** factor for the weight of generic words (expected.ts) */
const GENERIC = 0.3;

interface Word {
  weight: number;
  isGeneric: boolean;
  /** indexes of its terms, each with its share of the word */
  terms: { at: number; share: number }[];
}

interface Scored {
  passage: number;
  sentence: Sentence;
  score: number;
  own: number;
  around: number;
  missing: boolean;
}

export const extractiveAnswer: ExtractiveAnswer = (asked, passages, coverage, rarity = new Map()) => {
  if (coverage < LEAST_COVERAGE || passages.length === 0) return [];
  const question = withoutStrayNumbers(asked);
  const read = passages.slice(0, PASSAGES);
  const terms = withForms(askedTerms(question), read);
  const words = wordsOf(terms, rarity);
  // without question words and generic words no subject is left; a single character matches too many words
  if (words.every(({ isGeneric, terms: of }) => isGeneric || of.every(({ at }) => terms[at]!.term.length === 1)))
    return [];
  const expected = expectedOf(question);
  const scored = read
    .flatMap((passage, i) => scoredOf(passage, i, { question, terms, words, expected }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (!best || best.missing || best.around < LEAST_AROUND || best.own < LEAST_OWN) return [];
  return quotesOf(scored, best);
};

interface Asked {
  question: string;
  terms: QueryTerm[];
  words: readonly Word[];
  expected: ReturnType<typeof expectedOf>;
}

function scoredOf(passage: Passage, index: number, { question, terms, words, expected }: Asked): Scored[] {
  const isTranscript = passage.at >= 0;
  const sentences = sentencesOf(passage.text, isTranscript);
  const title = termsIn(passage.title, terms);
  const own = sentences.map(({ text }) => termsIn(text, terms));
  const heading = union(...sentences.flatMap(({ isHeading }, i) => (isHeading ? [own[i]!] : [])));
  const headings = [passage.title, ...sentences.flatMap((each) => (each.isHeading ? [each.text] : []))].join(' ');
  const top = 1 + index * -0.02;
  return spansOf(sentences, passage.text).flatMap(({ from, to, sentence }): Scored[] => {
    if (!hasExpected(expected, sentence.text, question) || !hasCounter(question, sentence.text)) return [];
    if (!hasNumbers(question, `${headings} ${sentence.text}`)) return [];
    const held = union(...own.slice(from, to + 1));
    const near = union(...nearOf(sentences, from, to, isTranscript).map((i) => own[i]!));
    const ownShare = coverageOf(held, words);
    if (ownShare === 0) return [];
    const around = union(held, heading, title);
    const aroundShare = 0.5 * coverageOf(around, words) + 0.5 * coverageOf(union(around, near), words);
    return [
      {
        passage: index,
        sentence,
        own: ownShare,
        around: aroundShare,
        missing:
          lacksDecisive(union(around, near), words) ||
          // a decisive word only in the title is not enough for a sentence that covers little itself
          (ownShare < LEAST_WITH_TITLE && lacksDecisive(union(held, heading, near), words)),
        score: (0.6 * ownShare + 0.4 * aroundShare) * top * (to > from ? LONGER : 1),
      },
    ];
  });
}

/** Single sentences, and pairs of them within a line. A question is only quoted together with the next sentence. */
function spansOf(sentences: readonly Sentence[], text: string): { from: number; to: number; sentence: Sentence }[] {
  return sentences.flatMap((sentence, from) => {
    if (sentence.isHeading && sentences.length > 1) return [];
    const next = sentences[from + 1];
    const isOneLine = next?.line === sentence.line;
    const pair = isOneLine
      ? [
          {
            from,
            to: from + 1,
            sentence: { ...sentence, text: text.slice(sentence.start, next.start + next.text.length) },
          },
        ]
      : [];
    return ASKS.test(sentence.text) ? pair : [{ from, to: from, sentence }, ...pair];
  });
}

/** Neighbours of a sentence. The subject of a list item may be named in the line before the list. */
function nearOf(sentences: readonly Sentence[], from: number, to: number, isTranscript: boolean): number[] {
  const { isItem, line } = sentences[from]!;
  if (!isItem) {
    const far = isTranscript ? 3 : 1;
    return sentences.flatMap((each, i) => (!each.isItem && i >= from - far && i <= to + far ? [i] : []));
  }
  const lead = sentences.findLastIndex((each, i) => i < from && !each.isItem);
  return sentences.flatMap((each, i) => (i === lead || each.line === line ? [i] : []));
}

const union = (...sets: ReadonlySet<number>[]): Set<number> => new Set(sets.flatMap((set) => [...set]));

const termsIn = (text: string, terms: QueryTerm[]): Set<number> =>
  new Set(matchesIn(text, terms).map(({ term }) => term));

function wordsOf(terms: readonly QueryTerm[], rarity: ReadonlyMap<string, number>): Word[] {
  const words = new Map<number, { at: number; share: number; rare: number }[]>();
  terms.forEach(({ term, word, share }, at) => {
    if (share > 0) words.set(word, [...(words.get(word) ?? []), { at, share, rare: rarity.get(term) ?? 1 }]);
  });
  return [...words.values()].map((members) => {
    const shares = members.reduce((sum, { share }) => sum + share, 0);
    const mean = members.reduce((sum, { share, rare }) => sum + share * rare, 0) / shares;
    const generic = members.every(({ at }) => isGeneric(terms[at]!.term));
    return {
      isGeneric: generic,
      weight: Math.max(...members.map(({ share }) => share)) * mean * (generic ? GENERIC : 1),
      terms: members.map(({ at, share }) => ({ at, share: share / shares })),
    };
  });
}

const shareOf = (found: ReadonlySet<number>, { terms }: Word): number =>
  terms.reduce((sum, { at, share }) => sum + (found.has(at) ? share : 0), 0);

function coverageOf(found: ReadonlySet<number>, words: readonly Word[]): number {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  const covered = words.reduce((sum, word) => {
    const share = shareOf(found, word);
    return sum + (share < 0.34 ? 0 : word.weight * share);
  }, 0);
  return whole === 0 ? 0 : covered / whole;
}

function lacksDecisive(found: ReadonlySet<number>, words: readonly Word[]): boolean {
  const most = Math.max(...words.map(({ weight }) => weight));
  return words.some((word) => !word.isGeneric && word.weight >= most * DECISIVE && shareOf(found, word) < 0.5);
}

/** Further sentences are quoted only if their score is near the best one. */
function quotesOf(scored: readonly Scored[], best: Scored): ExtractiveQuote[] {
  const quotes: ExtractiveQuote[] = [];
  for (const { passage, sentence, score, missing, around } of scored) {
    if (quotes.length === QUOTES || score < best.score * NEAR || missing || around < LEAST_AROUND) break;
    if (quotes.some(({ quote }) => quote.includes(sentence.text) || sentence.text.includes(quote))) continue;
    quotes.push({ passage, quote: sentence.text });
  }
  return quotes;
}

/** Adds to each term the inflected forms that occur in the passages. */
function withForms(terms: readonly QueryTerm[], passages: readonly Passage[]): QueryTerm[] {
  if (!terms.some(({ also = [] }) => also.some(({ accepts }) => accepts))) return [...terms];
  const known = new Set<string>();
  for (const { text, title } of passages) {
    eachTerm(text, (term) => known.add(term));
    eachTerm(title, (term) => known.add(term));
  }
  return terms.map(({ also = [], ...term }) => ({
    ...term,
    also: also.flatMap(({ accepts, ...word }): QueryWord[] =>
      accepts
        ? [...known]
            .filter((each) => each.startsWith(word.term) && accepts(each))
            .map((each) => ({ term: each, prefix: false }))
        : [word],
    ),
  }));
}
