/** Finds the words of a question in a text again, as a reader would mark them, and cuts the passages that hold most of them. */
import { DATE, datesIn } from '../../text/dates';
import { fold } from '../../text/fold';
import { withoutParticle } from '../../text/korean';
import type { QueryTerm, QueryWord } from '../../text/query';
import { INSIDE, pairPattern } from '../../text/tokenise';
import type { SearchPassage } from '../api';
import type { Field } from './sources';

/** UTF-16 units of a passage, and of it before the first word */
const LENGTH = 200;
const BEFORE = 40;

interface Match { start: number; end: number; term: number }

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/u;
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
const KANA = /[\u3041-\u309f]/;
const DIGIT = /\p{N}/u;
/** Whether a word goes on from one character to its neighbour: not from letters to numbers (ISO27001). */
const continues = (character: string | undefined, neighbour: string | undefined): boolean =>
  !!character && !!neighbour && IN_WORD.test(neighbour) && !UNSPACED.test(neighbour) && DIGIT.test(character) === DIGIT.test(neighbour);

/** 1000 is written 1,000, too, an email an e-mail, O'Connor with an apostrophe, and 打合 打ち合. */
function writtenApart(text: string, { term, prefix }: QueryWord): RegExp | null {
  const pair = KANA.test(text) ? pairPattern(term) : null;
  if (pair) return pair;
  if (/^\d{4,}$/.test(term)) return new RegExp(`(?<![\\d])${[...term].join(',?')}${prefix ? '' : '(?!\\d)'}`, 'g');
  return /^\p{L}+$/u.test(term) && !UNSPACED.test(term) && /[-\u2010'\u2019]/.test(text) ? new RegExp([...term].join("[-\\u2010'\\u2019]?"), 'gu') : null;
}

/** A Korean word of one syllable stands alone or with a particle. */
function standsAlone(text: string, at: number): boolean {
  const [word = ''] = /^\p{Script=Hangul}*/u.exec(text.slice(at, at + 8))!;
  return !/\p{Script=Hangul}/u.test(text[at - 1] ?? '') && withoutParticle(word).length === 1;
}

/** Calls back for each place of a word in a folded text. */
function eachPlace(text: string, word: QueryWord, each: (from: number, to: number) => void): void {
  if (word.term.startsWith(DATE)) {
    for (const { terms, from, to } of datesIn(text)) if (terms.some((term) => term.startsWith(word.term))) each(from, to);
    return;
  }
  const inside = word.term.startsWith(INSIDE);
  const term = inside ? word.term.slice(1) : word.term;
  const free = UNSPACED.test(term);
  const alone = !word.prefix && /^\p{Script=Hangul}$/u.test(term);
  const take = (from: number, to: number): void => {
    // a long vowel belongs to what it lengthens
    const end = free && text[to] === '\u30fc' ? to + 1 : to;
    if (alone ? standsAlone(text, from) : free || (continues(text[from], text[from - 1]) === inside && (word.prefix || !continues(text[end - 1], text[end])))) each(from, end);
  };
  const apart = writtenApart(text, { ...word, term });
  if (apart) for (const { 0: found, index } of text.matchAll(apart)) take(index, index + found.length);
  else for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) take(at, at + term.length);
}

/** Where the terms stand in a text, in its order; offsets of the original. Inside words only in a title. */
export function matchesIn(text: string, terms: QueryTerm[], field: Field['field'] = 'text'): Match[] {
  const folded = fold(text);
  const found: Match[] = [];
  terms.forEach(({ also = [], ...asked }, term) => {
    for (const word of [asked, ...also]) {
      // one letter inside a word is no help to the eye where more is asked
      const marked = !word.term.startsWith(INSIDE) || (field === 'title' && (word.term.length > 2 || terms.length === 1));
      if (marked) eachPlace(folded.text, word, (from, to) => found.push({ start: folded.offsets.at(from), end: folded.offsets.at(to), term }));
    }
  });
  found.sort((a, b) => a.start - b.start || a.end - b.end);
  return found.length === 0 || terms.every(({ share }) => share > 0) ? found : meant(found, terms);
}

/** Without function words: of what need not be covered, only what continues a word that must (the わせ of 打ち合わせ). */
function meant(matches: readonly Match[], terms: readonly QueryTerm[]): Match[] {
  const chains: Match[][] = [];
  let end = -Infinity;
  for (const match of matches) {
    // a space inside a compound of scripts that are searched by pairs does not end it
    if (match.start >= end && !(match.start === end + 1 && UNSPACED.test(terms[match.term]!.term))) chains.push([]);
    chains.at(-1)!.push(match);
    end = Math.max(end, match.end);
  }
  return chains.filter((chain) => chain.some(({ term }) => terms[term]!.share > 0)).flat();
}

/** Ranges that touch or overlap become one. */
export function rangesOf(matches: readonly { start: number; end: number }[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of matches) {
    const last = ranges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

/** The nearest place at or before which a passage may begin or end without cutting a word of spaced scripts, or a character. */
function boundary(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  if (space >= 0 && at - space < 20) return space + 1;
  let safe = at;
  while (safe > 0 && /[\udc00-\udfff\p{M}\u200d\ufe0f]/u.test(text[safe]!)) safe -= 1;
  return safe;
}

interface Candidate { field: Field; matches: Match[]; from: number; distinct: number }

/** The best windows of one text: each begins at a match; the one with most different words first. */
function windowsOf(field: Field, terms: QueryTerm[]): Candidate[] {
  const matches = matchesIn(field.text, terms);
  const windows: Candidate[] = [];
  for (let i = 0; i < matches.length; ) {
    const end = matches[i]!.start + LENGTH - BEFORE;
    let j = i;
    while (j < matches.length && matches[j]!.end <= end) j += 1;
    const inside = matches.slice(i, Math.max(j, i + 1));
    windows.push({ field, matches: inside, from: inside[0]!.start, distinct: new Set(inside.map((match) => match.term)).size });
    i = Math.max(j, i + 1);
  }
  return windows;
}

function cut({ field, matches, from }: Candidate): SearchPassage {
  const flat = field.text.replace(/[\n\r\t]/g, ' ');
  const start = field.field === 'title' ? 0 : boundary(flat, from - BEFORE);
  const last = matches.at(-1)!.end;
  const end = field.field === 'title' ? flat.length : Math.max(last, boundary(flat, start + LENGTH));
  return {
    field: field.field, ...(field.segmentId === undefined ? {} : { segmentId: field.segmentId }), text: flat.slice(start, end), start,
    ranges: rangesOf(matches).map(([a, b]) => [a - start, b - start]),
  };
}

/** The passages that hold most of the question, best first. */
export function passagesOf(fields: Field[], terms: QueryTerm[], max: number): SearchPassage[] {
  return fields
    .flatMap((field) => (field.text === '' ? [] : windowsOf(field, terms)))
    .sort((a, b) => b.distinct - a.distinct || b.matches.length - a.matches.length)
    .slice(0, max)
    .map(cut);
}
