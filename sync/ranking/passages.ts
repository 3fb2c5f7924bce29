/** Finds the terms of a question in the original text, and extracts the passages with most of them. */
import type { SearchedText } from '../model/searched-text';
import { columnsBefore } from '../model/text-columns';
import { DATE, datesIn } from '../text/dates';
import { fold } from '../text/fold';
import { withoutParticle } from '../text/korean';
import type { QueryTerm } from '../text/query';
import { TITLE_SUFFIX, pairPattern } from '../text/tokenise';
import type { SearchPassage } from './answer';

/** UTF-16 units of a passage */
const LENGTH = 200;
/** most columns (and UTF-16 units) before the first match, so that a row of a phone still shows it */
const BEFORE = 30;

interface Match {
  start: number;
  end: number;
  term: number;
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/u;
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
const KANA = /[\u3041-\u309f]/;
const DIGIT = /\p{N}/u;
/** may occur between two letters of one word */
const JOINS = /[-\u2010'\u2019]/;
type Kind = 'word' | 'digit' | 'other';
const kindOf = (character: string): Kind =>
  !IN_WORD.test(character) || UNSPACED.test(character) ? 'other' : DIGIT.test(character) ? 'digit' : 'word';
/**
 * Table for ASCII, which covers most characters: three regular expressions for each would take a noticeable part of a
 * search.
 */
const ASCII_KINDS = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));
const kindAt = (text: string, at: number): Kind => {
  const code = text.charCodeAt(at);
  return code < 128 ? ASCII_KINDS[code]! : kindOf(text[at] ?? '');
};
/**
 * Whether a word continues from one character to its neighbour; letters and digits do not continue each other
 * (ISO27001). False at the ends of the text.
 */
function continues(text: string, at: number, neighbour: number): boolean {
  if (at >= text.length || at < 0) return false;
  const kind = kindAt(text, neighbour);
  return kind !== 'other' && (kind === 'digit') === (kindAt(text, at) === 'digit');
}

/** A term of a question, prepared for matching in folded text. */
interface PreparedTerm {
  /** index of the question's term */
  index: number;
  /** without the prefix TITLE_SUFFIX */
  term: string;
  prefix: boolean;
  /** matches inside a word */
  inside: boolean;
  isDate: boolean;
  /** script without spaces: matches anywhere */
  free: boolean;
  /** single Korean syllable that is not a prefix */
  isSyllable: boolean;
  /** pattern of its spellings with separators, and a fast check whether a text can contain them */
  spellings: { pattern: RegExp; where: RegExp | null } | null;
}

/** Spellings with separators: 1000 as 1,000, email as e-mail, OConnor with an apostrophe, 打合 as 打ち合. */
function spellingsOf(term: string, prefix: boolean): PreparedTerm['spellings'] {
  const pair = pairPattern(term);
  if (pair) return { pattern: pair, where: KANA };
  if (/^\d{4,}$/.test(term))
    return { pattern: new RegExp(`(?<![\\d])${[...term].join(',?')}${prefix ? '' : '(?!\\d)'}`, 'g'), where: null };
  return /^\p{L}+$/u.test(term) && !UNSPACED.test(term)
    ? { pattern: new RegExp([...term].join("[-\\u2010'\\u2019]?"), 'gu'), where: JOINS }
    : null;
}

/** Prepared terms, since they are matched against the texts of all results. */
const prepared = new WeakMap<readonly QueryTerm[], PreparedTerm[]>();

function prepare(terms: readonly QueryTerm[]): PreparedTerm[] {
  const known = prepared.get(terms);
  if (known) return known;
  const made = terms.flatMap(({ also = [], ...asked }, index) =>
    [asked, ...also].map(({ term: marked, prefix }): PreparedTerm => {
      const inside = marked.startsWith(TITLE_SUFFIX);
      const term = inside ? marked.slice(1) : marked;
      return {
        index,
        term,
        prefix,
        inside,
        isDate: term.startsWith(DATE),
        free: UNSPACED.test(term),
        isSyllable: !prefix && /^\p{Script=Hangul}$/u.test(term),
        spellings: spellingsOf(term, prefix),
      };
    }),
  );
  prepared.set(terms, made);
  return made;
}

/** Whether a Korean word of one syllable occurs alone or with a particle. */
function isSyllableWord(text: string, at: number): boolean {
  const [word = ''] = /^\p{Script=Hangul}*/u.exec(text.slice(at, at + 8))!;
  return !/\p{Script=Hangul}/u.test(text[at - 1] ?? '') && withoutParticle(word).length === 1;
}

/** Calls back for each occurrence of a term in a folded text; `writes` caches whether the text contains a separator. */
function eachMatch(
  text: string,
  { term, prefix, inside, isDate, free, isSyllable: alone, spellings: apart }: PreparedTerm,
  contains: (what: RegExp) => boolean,
  each: (from: number, to: number) => void,
): void {
  if (isDate) {
    for (const { terms, from, to } of datesIn(text)) if (terms.some((one) => one.startsWith(term))) each(from, to);
    return;
  }
  const take = (from: number, to: number): void => {
    // A long vowel belongs to the character before it.
    const end = free && text[to] === '\u30fc' ? to + 1 : to;
    if (
      alone
        ? isSyllableWord(text, from)
        : free || (continues(text, from, from - 1) === inside && (prefix || !continues(text, end - 1, end)))
    )
      each(from, end);
  };
  if (apart && (!apart.where || contains(apart.where)))
    for (const { 0: found, index } of text.matchAll(apart.pattern)) take(index, index + found.length);
  else for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) take(at, at + term.length);
}

/**
 * Occurrences of the terms in a text, in order, as offsets in the original. Matches inside words are limited to titles.
 */
export function matchesIn(text: string, terms: readonly QueryTerm[], field: SearchedText['field'] = 'text'): Match[] {
  const folded = fold(text);
  const found: Match[] = [];
  const checked = new Map<RegExp, boolean>();
  const writes = (what: RegExp): boolean => {
    let known = checked.get(what);
    if (known === undefined) checked.set(what, (known = what.test(folded.text)));
    return known;
  };
  for (const word of prepare(terms)) {
    // A single letter inside a word is not worth marking if there are other terms.
    if (word.inside && (field !== 'title' || (word.term.length < 2 && terms.length > 1))) continue;
    eachMatch(folded.text, word, writes, (from, to) =>
      found.push({ start: folded.offsets.at(from), end: folded.offsets.at(to), term: word.index }),
    );
  }
  found.sort((a, b) => a.start - b.start || a.end - b.end);
  return found.length === 0 || terms.every(({ share }) => share > 0) ? found : withoutFunctionWords(found, terms);
}

/** Drops matches of function words. Optional terms remain only if they continue a required one (the わせ of 打ち合わせ). */
function withoutFunctionWords(matches: readonly Match[], terms: readonly QueryTerm[]): Match[] {
  const chains: Match[][] = [];
  let end = -Infinity;
  for (const match of matches) {
    // In scripts that are searched by pairs, a space inside a compound does not end it.
    if (match.start >= end && !(match.start === end + 1 && UNSPACED.test(terms[match.term]!.term))) chains.push([]);
    chains.at(-1)!.push(match);
    end = Math.max(end, match.end);
  }
  return chains.filter((chain) => chain.some(({ term }) => terms[term]!.share > 0)).flat();
}

/** Merges ranges that touch or overlap. */
export function rangesOf(matches: readonly { start: number; end: number }[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of matches) {
    const last = ranges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

const SPACE = /[ \n\r\t]/;
/** characters of scripts that write no spaces between words */
const CONTINUOUS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]/u;
/** columns in which a word is expected to begin */
const WORD = 20;
/** The nearest position at or before `at` that splits neither a word of spaced scripts nor a character. */
function boundary(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (!CONTINUOUS.test(text[at]!)) {
    const first = columnsBefore(text, at, WORD);
    for (let space = at; space >= first; space -= 1) if (SPACE.test(text[space]!)) return space + 1;
  }
  let safe = at;
  while (safe > 0 && /[\udc00-\udfff\p{M}\u200d\ufe0f]/u.test(text[safe]!)) safe -= 1;
  return safe;
}

interface Candidate {
  field: SearchedText;
  matches: Match[];
  from: number;
  distinct: number;
}

/** Windows of one text, each beginning at a match. */
function windowsOf(field: SearchedText, terms: QueryTerm[]): Candidate[] {
  const matches = matchesIn(field.text, terms);
  const windows: Candidate[] = [];
  for (let i = 0; i < matches.length;) {
    const end = matches[i]!.start + LENGTH - BEFORE;
    let j = i;
    while (j < matches.length && matches[j]!.end <= end) j += 1;
    const inside = matches.slice(i, Math.max(j, i + 1));
    windows.push({
      field,
      matches: inside,
      from: inside[0]!.start,
      distinct: new Set(inside.map((match) => match.term)).size,
    });
    i = Math.max(j, i + 1);
  }
  return windows;
}

function cut({ field, matches, from }: Candidate): SearchPassage {
  const start = field.field === 'title' ? 0 : boundary(field.text, columnsBefore(field.text, from, BEFORE));
  const last = matches.at(-1)!.end;
  const end = field.field === 'title' ? field.text.length : Math.max(last, boundary(field.text, start + LENGTH));
  return {
    field: field.field,
    ...(field.segmentId === undefined ? {} : { segmentId: field.segmentId }),
    ...(field.place === undefined ? {} : { place: field.place }),
    text: field.text.slice(start, end).replace(/[\n\r\t]/g, ' '),
    start,
    ranges: rangesOf(matches).map(([a, b]) => [a - start, b - start]),
  };
}

/** The passages that contain most terms of the question, best first. */
export function passagesOf(fields: readonly SearchedText[], terms: QueryTerm[], max: number): SearchPassage[] {
  return fields
    .flatMap((field) => (field.text === '' ? [] : windowsOf(field, terms)))
    .sort((a, b) => b.distinct - a.distinct || b.matches.length - a.matches.length)
    .slice(0, max)
    .map(cut);
}
