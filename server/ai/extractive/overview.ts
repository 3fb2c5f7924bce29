/**
 * Quotes for a request about named documents as a whole, which has no words of its own that a passage could have:
 *
 *   a summary, the main points ─► the first sentences of their passages
 *   decisions, open points ─────► sentences that say that something was decided, or is open
 */
import { askedTerms } from '../../../sync/text/asked';
import { isGeneric } from './expected';
import type { ExtractiveQuote, Passage } from './interface';
import { sentencesOf, type Sentence } from './sentences';

type Wanted = 'lead' | 'decisions' | 'open';

/** Patterns of requests; the first match counts. */
const ASKS: readonly [Wanted, RegExp][] = [
  [
    'decisions',
    /\b(?:decided|decisions?)\b|決まった(?:こと)?|決定(?:事項)?|做出了?哪些|결정(?:됐나요|된|사항|했나요)?|决定/giu,
  ],
  [
    'open',
    /\b(?:still open|open (?:points?|issues?|questions?)|unresolved)\b|残っている|未解決|課題|还有哪些|還有哪些|未解决的?|남은|미해결|과제|问题|問題/giu,
  ],
  [
    'lead',
    /\b(?:summari[sz]e|sum up|summary|overview|(?:main|key) points?)\b|要約して|要約|まとめて?|概要|要点|要點|重点|重點|总结|總結|概述|摘要|요약해|요약|정리해|핵심|요점/giu,
  ],
];
/** words around a request, which are no subject */
const AROUND =
  /\b(?:what|which|was|were|are|is|the|an?|in|of|for|from|please|me|give)\b|해\s?줘|해\s?주세요|무엇인가요|무엇이|ください|してください|是什么|是什麼|哪些|做出了?|[에의]서?(?=\s|$)|[“”‘’「」『』"'？?。.、，,！!]/giu;

const DECIDED =
  /\b(?:decided|agreed|approved|settled|we(?:’ll| will) go with)\b|決定|決ま(?:っ|り)|決め(?:た|ま)|合意|承認|결정|합의|확정|하기로|决定|同意|确定|確定|商定|通过了|通過了/iu;
const UNDECIDED =
  /\b(?:not (?:yet )?(?:been )?(?:decided|agreed|settled)|undecided|still open|open (?:point|issue|question)|to be (?:decided|confirmed|clarified)|TBD|unclear)\b|未定|未決|未解決|決まっていな|要確認|検討中|確認中|미정|미해결|결정되지|정해지지|확인이? 필요|未解决|未決定|未决定|待定|待确认|待確認|尚未/iu;

/** most quotes */
const QUOTES = 3;
/** most passages that are read */
const PASSAGES = 12;
/** least characters of a quote: shorter sentences say nothing alone */
const LEAST = 8;

/** What a question wants of the documents with these titles; null if it asks about a subject of its own. */
export function wantedOf(question: string, titles: readonly string[]): Wanted | null {
  if (titles.length === 0) return null;
  const text = titles.reduce((rest, title) => (title === '' ? rest : rest.replaceAll(title, ' ')), question);
  const wanted = ASKS.find(([, pattern]) => text.search(pattern) >= 0)?.[0];
  if (!wanted) return null;
  const rest = ASKS.reduce((left, [, pattern]) => left.replaceAll(pattern, ' '), text).replaceAll(AROUND, ' ');
  return askedTerms(rest).every(({ term }) => isGeneric(term) || [...term].length === 1) ? wanted : null;
}

/**
 * @param titles of the documents that the question names
 * @returns quotes in the order of the documents; empty for a question about a subject of its own
 */
export function overviewQuotes(
  question: string,
  titles: readonly string[],
  passages: readonly Passage[],
): ExtractiveQuote[] {
  const wanted = wantedOf(question, titles);
  if (!wanted) return [];
  const read = inOrder(passages.slice(0, PASSAGES)).map(({ passage, index }) => ({
    index,
    sentences: sentencesOf(passage.text, passage.at >= 0).filter(
      (sentence, _, all) => sentence.text.length >= LEAST && (!sentence.isHeading || all.length === 1),
    ),
    text: passage.text,
  }));
  if (wanted === 'lead') {
    const most = Math.ceil(QUOTES / Math.max(1, read.length));
    return read
      .flatMap(({ index, sentences }) => sentences.slice(0, most).map((each) => quoteOf(index, each)))
      .slice(0, QUOTES);
  }
  const isWanted = (sentence: Sentence, text: string): boolean =>
    wanted === 'decisions'
      ? DECIDED.test(sentence.text) && !UNDECIDED.test(sentence.text)
      : UNDECIDED.test(sentence.text) || text.slice(0, sentence.start).trimEnd().endsWith('[ ]');
  return read
    .flatMap(({ index, sentences, text }) =>
      sentences.filter((each) => isWanted(each, text)).map((each) => quoteOf(index, each)),
    )
    .slice(0, QUOTES);
}

const quoteOf = (passage: number, { text }: Sentence): ExtractiveQuote => ({ passage, quote: text });

/** Passages in the order of their documents, each from its beginning to its end. */
function inOrder(passages: readonly Passage[]): { passage: Passage; index: number }[] {
  const documents = [...new Set(passages.map(({ id }) => id))];
  return passages
    .map((passage, index) => ({ passage, index }))
    .sort(
      (a, b) =>
        documents.indexOf(a.passage.id) - documents.indexOf(b.passage.id) ||
        a.passage.at - b.passage.at ||
        a.passage.start - b.passage.start,
    );
}
