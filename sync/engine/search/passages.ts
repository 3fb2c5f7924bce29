/** Finds the words of a question in a text again, as a reader would mark them, and cuts the passages that hold most of them. */
import { fold } from '../../text/fold';
import type { QueryTerm } from '../../text/tokenise';
import type { SearchPassage } from '../api';
import type { Field } from './sources';

/** UTF-16 units of a passage, and of it before the first word */
const LENGTH = 200;
const BEFORE = 40;

interface Match { start: number; end: number; term: number }

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/u;
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
const continues = (character: string | undefined): boolean => character !== undefined && character !== '' && IN_WORD.test(character) && !UNSPACED.test(character);

/** Where the terms stand in a text, in its order; offsets of the original. */
export function matchesIn(text: string, terms: QueryTerm[]): Match[] {
  const folded = fold(text);
  const found: Match[] = [];
  const add = (from: number, to: number, term: number): void => { found.push({ start: folded.offsets.at(from), end: folded.offsets.at(to), term }); };
  terms.forEach(({ term, prefix }, i) => {
    if (/^\d{4,}$/.test(term)) {
      // 1000 is written 1,000 too
      for (const { 0: number, index } of folded.text.matchAll(new RegExp(`(?<![\\d])${[...term].join(',?')}${prefix ? '' : '(?!\\d)'}`, 'g'))) add(index, index + number.length, i);
      return;
    }
    const free = UNSPACED.test(term);
    for (let at = folded.text.indexOf(term); at >= 0; at = folded.text.indexOf(term, at + 1)) {
      const end = at + term.length;
      if (free || (!continues(folded.text[at - 1]) && (prefix || !continues(folded.text[end])))) add(at, end, i);
    }
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
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
