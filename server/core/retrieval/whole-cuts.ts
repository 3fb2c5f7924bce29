/** Cuts a whole document into passages, independent of a question; each passage has a vector. */
import { createHash } from 'node:crypto';
import { cutsOf, windowsOf, type Cut } from './cut';
import type { Piece } from '../../shared/passages';

/** UTF-16 units of a paragraph after which it is divided */
const PARAGRAPH = 900;
/** passages of one document at most; the rest of a longer one is found by words only */
const PASSAGES_MAX = 1_000;

export interface WholeCut extends Cut {
  /** hash of the text without the names of speakers, so that renaming a speaker needs no new vector */
  hash: string;
}

export function wholeCutsOf(pieces: readonly Piece[]): WholeCut[] {
  const isTranscript = pieces[0]?.kind === 'turn';
  const cut = (all: readonly Piece[]): Cut[] => (isTranscript ? windowsOf(all) : cutsOf(all.flatMap(divided), () => 1));
  const cuts = cut(pieces).slice(0, PASSAGES_MAX);
  const words = isTranscript ? cut(pieces.map((piece) => ({ ...piece, speaker: '' }))) : cuts;
  return cuts.map((each, i) => ({ ...each, hash: hashOf(wordsOf(words[i] ?? each)) }));
}

/** The text of a passage that is embedded. */
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

/** The position after the last sentence or word before the limit; never within a surrogate pair. */
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
