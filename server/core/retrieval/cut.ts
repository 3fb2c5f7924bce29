/**
 * Cuts the pieces of a document into passages: a section with its heading, a row of a table with its header, speaking
 * turns of a transcript.
 *
 *   # Budget        ┐
 *   - rent: 420     ├ one passage, up to a length
 *   - fittings: 90  ┘
 */
import { LIMITS } from '../../../sync/model/limits';
import type { TextPlace } from '../../../sync/model/parsed-text';
import type { Piece } from '../../shared/passages';

/** UTF-16 units after which a section is divided between two pieces */
const SECTION = 900;
/** speaking turns and UTF-16 units that a window of a transcript has at most */
const TURNS = { most: 3, units: 900 };

export interface Cut {
  text: string;
  start: number;
  partId: string;
  place?: TextPlace;
  at: number;
  /** the heading above the passage, if its text does not contain it */
  heading: string;
  /** bit set of the question's terms in the text */
  mask: number;
}

/** A piece with the bit set of the terms in it. */
interface PieceWithTerms {
  piece: Piece;
  mask: number;
}

/** Cuts the passages that contain a term. @param maskOf returns the bit set of the question's terms in a text */
export function cutsOf(pieces: readonly Piece[], maskOf: (text: string) => number): Cut[] {
  const marked = pieces.map((piece) => ({ piece, mask: maskOf(piece.text) }));
  return marked[0]?.piece.kind === 'turn' ? turnsOf(marked) : sectionsOf(marked, maskOf);
}

function sectionsOf(marked: readonly PieceWithTerms[], maskOf: (text: string) => number): Cut[] {
  const cuts: Cut[] = [];
  let heading: PieceWithTerms | null = null;
  let group: PieceWithTerms[] = [];
  const end = (): void => {
    const isOpened = heading !== null && group[0] === heading;
    const cut = joined(group, isOpened || !heading ? '' : heading.piece.text, maskOf);
    if (cut && (group.length > 1 || !isOpened)) cuts.push(cut);
    group = [];
  };
  let header: PieceWithTerms | null = null;
  for (const [i, each] of marked.entries()) {
    const { kind, text } = each.piece;
    if (kind === 'tableRow') {
      if (marked[i - 1]?.piece.kind !== 'tableRow') {
        end();
        header = each;
      } else if (each.mask !== 0) {
        const row = joined([header!, each], heading?.piece.text ?? '', maskOf, each);
        if (row) cuts.push(row);
      }
      continue;
    }
    if (kind === 'heading') {
      end();
      heading = each;
    } else if (unitsOf(group) + text.length > SECTION) end();
    group.push(each);
  }
  end();
  return cuts;
}

/** A window from each speaking turn that contains a term. */
const turnsOf = (marked: readonly PieceWithTerms[]): Cut[] =>
  marked.flatMap(({ mask }, from) => (mask === 0 ? [] : [windowAt(marked, from).cut]));

/** Divides all speaking turns into consecutive windows. */
export function windowsOf(turns: readonly Piece[]): Cut[] {
  const marked = turns.map((piece) => ({ piece, mask: 1 }));
  const cuts: Cut[] = [];
  for (let from = 0; from < marked.length;) {
    const { cut, to } = windowAt(marked, from);
    cuts.push(cut);
    from = to;
  }
  return cuts;
}

/**
 * The window that begins with a speaking turn; `to` is the index after its last turn. The length of speakers' names
 * does not count, so that renaming a speaker moves no window (whole-cuts.ts).
 */
function windowAt(marked: readonly PieceWithTerms[], from: number): { cut: Cut; to: number } {
  let to = from + 1;
  while (to < marked.length && to - from < TURNS.most && unitsOf(marked.slice(from, to + 1)) <= TURNS.units) to += 1;
  const turns = marked.slice(from, to);
  const cut = {
    text: turns
      .map(({ piece: { speaker, text } }) => (speaker === '' ? text : `${speaker}: ${text}`))
      .join('\n')
      .slice(0, LIMITS.passage.max),
    start: 0,
    partId: turns[0]!.piece.partId,
    at: turns[0]!.piece.at,
    heading: '',
    mask: turns.reduce((all, turn) => all | turn.mask, 0),
  };
  return { cut, to };
}

const unitsOf = (group: readonly PieceWithTerms[]): number =>
  group.reduce((sum, { piece }) => sum + piece.text.length + 1, 0);

/** Joins pieces to a passage; null if they contain no term. @param main the piece to whose place the passage links */
function joined(
  group: readonly PieceWithTerms[],
  heading: string,
  maskOf: (text: string) => number,
  main = bestOf(group),
): Cut | null {
  const mask = group.reduce((all, each) => all | each.mask, 0);
  if (!main || mask === 0) return null;
  const { piece } = main;
  const at = { partId: piece.partId, at: piece.at, ...(piece.place ? { place: piece.place } : {}) };
  const text = group
    .map((each, i) => {
      const before = group[i - 1]?.piece;
      if (!before) return each.piece.text;
      // in a note, keep the empty lines between pieces, so that offsets in the passage are offsets in the note
      const gap = before.partId === '' ? each.piece.start - before.start - before.text.length : 1;
      return '\n'.repeat(Math.min(Math.max(gap, 1), 4)) + each.piece.text;
    })
    .join('');
  if (text.length <= LIMITS.passage.max)
    return { ...at, text, start: piece.partId === '' ? group[0]!.piece.start : 0, heading, mask };
  // too long: take the part of the main piece with most terms
  const whole = piece.text;
  const step = LIMITS.passage.max / 4;
  let best = { from: 0, mask: -1, bits: -1 };
  for (let from = 0; from === 0 || from + step < whole.length; from += step) {
    const found = maskOf(whole.slice(from, from + LIMITS.passage.max));
    const bits = bitCount(found);
    if (bits > best.bits) best = { from, mask: found, bits };
  }
  const begin = best.from === 0 ? 0 : boundary(whole, best.from);
  const end = boundary(whole, Math.min(whole.length, begin + LIMITS.passage.max));
  return { ...at, text: whole.slice(begin, end), start: piece.start + begin, heading, mask: best.mask };
}

const bitCount = (mask: number): number => {
  let n = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) n += 1;
  return n;
};

const bestOf = (group: readonly PieceWithTerms[]): PieceWithTerms | undefined =>
  [...group].sort(
    (a, b) =>
      Number(a.piece.kind === 'heading') - Number(b.piece.kind === 'heading') || bitCount(b.mask) - bitCount(a.mask),
  )[0];

/** The nearest position up to `at` after a sentence; else after a space; else `at`, but not within a surrogate pair. */
function boundary(text: string, at: number): number {
  if (at >= text.length) return text.length;
  for (let i = at; i > at - 200 && i > 0; i -= 1) if (/[。！？\n]|[.!?] /u.test(text.slice(i - 1, i + 1))) return i;
  for (let i = at; i > at - 40 && i > 0; i -= 1) if (text[i - 1] === ' ') return i;
  return /[\udc00-\udfff]/.test(text[at]!) ? at - 1 : at;
}
