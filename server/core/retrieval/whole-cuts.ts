/** Cuts the passages of a document that have a vector: all of it, whatever is asked. */
import { createHash } from 'node:crypto';
import { cutsOf, windowsOf, type Cut } from './cut';
import type { Piece } from '../../shared/passages';

/** UTF-16 units at which a paragraph is divided */
const PARAGRAPH = 900;
/** passages of one document: beyond a book, the rest is found by its words only */
const PASSAGES_MAX = 1_000;

export interface WholeCut extends Cut {
  /** of its words without the names of speakers, who may be renamed */
  hash: string;
}

export function wholeCutsOf(pieces: readonly Piece[]): WholeCut[] {
  const isTranscript = pieces[0]?.kind === 'turn';
  const cut = (all: readonly Piece[]): Cut[] => (isTranscript ? windowsOf(all) : cutsOf(all.flatMap(divided), () => 1));
  const cuts = cut(pieces).slice(0, PASSAGES_MAX);
  const words = isTranscript ? cut(pieces.map((piece) => ({ ...piece, speaker: '' }))) : cuts;
  return cuts.map((each, i) => ({ ...each, hash: hashOf(wordsOf(words[i] ?? each)) }));
}

/** Text of a passage in a prompt. */
export const wordsOf = ({ heading, text }: Pick<Cut, 'heading' | 'text'>): string =>
  heading === '' ? text : `${heading}\n${text}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

function divided(piece: Piece): Piece[] {
  if (piece.text.length <= PARAGRAPH) return [piece];
  const parts: Piece[] = [];
  for (let from = 0; from < piece.text.length;) {
    const to = endOf(piece.text, from);
    parts.push({ ...piece, text: piece.text.slice(from, to), start: piece.start + from });
    from = to;
  }
  return parts;
}

/** Behind the last sentence or word before the limit; not within a character. */
function endOf(text: string, from: number): number {
  const limit = from + PARAGRAPH;
  if (limit >= text.length) return text.length;
  const whole = text.slice(from, limit);
  const sentence = /^[^]*(?:[。！？\n]|[.!?] )/u.exec(whole)?.[0].length ?? 0;
  if (sentence > PARAGRAPH / 2) return from + sentence;
  const word = whole.lastIndexOf(' ') + 1;
  if (word > PARAGRAPH / 2) return from + word;
  return /[\udc00-\udfff]/.test(text[limit]!) ? limit - 1 : limit;
}
