/**
 * Extracts terms from a text without a language model, by their form and number of occurrences. The result is a list of
 * candidates for a person to review.
 *
 *   glossary lines (term: definition, two cells) ─┐
 *   capitals, acronyms, letters with digits ──────┼─► candidates ─► ordinary words and known terms removed ─► ranked
 *   katakana, quoted words, repeated Han, Hangul ─┘
 */
import { fold } from '../text/fold';
import { isFunctionWord } from '../text/function-words';
import { termKey } from './key';

export interface Candidate {
  term: string;
  /** '' for none */
  definition: string;
  /** occurrences in the text */
  count: number;
}

/** most candidates of one text */
export const CANDIDATES_MAX = 300;
/** most UTF-16 units of a term and of a definition */
const TERM_MAX = 80;
const DEFINITION_MAX = 500;

/** A form of terms. `from`: least number of occurrences of a candidate; `weight`: score of one occurrence. */
interface Form {
  pattern: RegExp;
  from: number;
  weight: number;
}

const FORMS: readonly Form[] = [
  // quoted in Japanese, Chinese and Korean
  { pattern: /[「『《〈‘“]([^「」『』《》〈〉‘’“”\n]{2,30})[」』》〉’”]/gu, from: 1, weight: 3 },
  // acronyms, and names with digits or inner capitals: KPI, GPT-4, iPhone, GraphQL
  {
    pattern:
      /(?<![\p{L}\p{N}])(\p{Lu}{2}[\p{Lu}\p{N}/&-]*|\p{L}+[-]?\p{N}+[\p{L}\p{N}-]*|\p{L}*\p{Ll}\p{Lu}\p{L}*)(?![\p{L}\p{N}])/gu,
    from: 1,
    weight: 3,
  },
  // two to four capitalised words within a sentence
  { pattern: /(?<=[\p{Ll}\p{N},;:(] )(\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+){1,3})/gu, from: 1, weight: 3 },
  { pattern: /(?<=[\p{Ll}\p{N},;:(] )(\p{Lu}\p{Ll}[\p{L}\p{N}]+)(?! \p{Lu})/gu, from: 2, weight: 1 },
  { pattern: /([\u30a1-\u30fa][\u30a1-\u30fc・]{2,24})/gu, from: 2, weight: 2 },
  // runs of Han and of Hangul characters
  { pattern: /(?<![\p{Script=Han}])(\p{Script=Han}{3,8})(?![\p{Script=Han}])/gu, from: 2, weight: 1 },
  { pattern: /(?<![\p{Script=Hangul}])(\p{Script=Hangul}{3,10})(?![\p{Script=Hangul}])/gu, from: 3, weight: 1 },
];

const PARTICLES = /(?:에서는|에서|으로|에게|까지|부터|처럼|이나|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u;
/** endings of verbs: such a word is not a term */
const ENDINGS = /(?:습니다|니다|어요|아요|해요|하는|하고|되는|했다|한다|된다|하여|해서|었다|였다)$/u;

/**
 * Term, separator and definition. The number of spaces is limited, as a line may consist of spaces (quadratic time).
 */
const GLOSSARY = /^([^:：–—\t]{2,60}?)\s{0,4}(?:[:：]|\s[–—]\s|\t)\s*(\S.{7,})$/u;

const isOrdinary = (word: string): boolean =>
  word
    .split(/\s+/u)
    .map((each) => fold(each).text)
    .every((each) => isFunctionWord(each) || /^\d+$/.test(each));

/** The candidate without surrounding signs and Korean particles; '' for a Korean verb. */
function cleaned(raw: string): string {
  const word = raw.trim().replace(/^[・\s]+|[・\s]+$/gu, '');
  if (!/^\p{Script=Hangul}+$/u.test(word)) return word;
  if (ENDINGS.test(word)) return '';
  const stem = word.replace(PARTICLES, '');
  return stem.length >= 2 ? stem : word;
}

/**
 * The term and definition of a glossary line; null for other lines. The term has at most five words, and is not a time,
 * an address or a sentence.
 */
function glossaryOf(line: string): { term: string; definition: string } | null {
  const [, term = '', definition = ''] = GLOSSARY.exec(line.replace(/^[\s•*-]+/u, '')) ?? [];
  if (term === '' || term.split(/\s+/u).length > 5 || /[.。!?？！]|https?$|^\d+$/u.test(term) || isOrdinary(term))
    return null;
  return { term: term.trim(), definition: definition.trim().slice(0, DEFINITION_MAX) };
}

/**
 * Candidates of a text, best first.
 * @param known existing terms, which are omitted
 */
export function extractTerms(lines: readonly string[], known: readonly string[]): Candidate[] {
  const found = new Map<string, Candidate & { score: number; enough: boolean }>();
  const add = (raw: string, { from, weight }: Pick<Form, 'from' | 'weight'>, definition = ''): void => {
    const term = cleaned(raw);
    if (term.length < 2 || term.length > TERM_MAX || isOrdinary(term)) return;
    const key = termKey(term);
    const entry = found.get(key) ?? { term, definition: '', count: 0, score: 0, enough: false };
    entry.count += 1;
    entry.score += weight;
    entry.enough ||= entry.count >= from;
    if (definition !== '' && entry.definition === '') entry.definition = definition;
    found.set(key, entry);
  };
  for (const line of lines) {
    const glossary = glossaryOf(line);
    if (glossary) add(glossary.term, { from: 1, weight: 6 }, glossary.definition);
    const seen = new Set<string>();
    for (const form of FORMS)
      for (const match of line.matchAll(form.pattern)) {
        // an occurrence counts once, even if several forms match it
        const place = `${match.index}/${match[1]!}`;
        if (seen.has(place)) continue;
        seen.add(place);
        add(match[1]!, form);
      }
  }
  const knownKeys = new Set(known.map(termKey));
  return [...found]
    .filter(([key, { enough }]) => enough && !knownKeys.has(key))
    .sort(([, a], [, b]) => b.score - a.score || b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, CANDIDATES_MAX)
    .map(([, { term, definition, count }]) => ({ term, definition, count }));
}
