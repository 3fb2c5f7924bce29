import { FORMULA_SIGN } from './formulas';

/**
 * The parts of a run of text in an answer: words, markers of citations, marks of sentences without support, and signs
 * of formulas.
 */
export type AnswerPiece =
  | { type: 'text'; text: string }
  | { type: 'citation'; n: number }
  | { type: 'unsupported' }
  | { type: 'formula'; index: number };

const MARKER = new RegExp(`\\[\\^(\\d{1,5}|\\?)\\]|${FORMULA_SIGN.source}`, 'gu');

export function answerPieces(text: string): AnswerPiece[] {
  const pieces: AnswerPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKER)) {
    if (match.index > at) pieces.push({ type: 'text', text: text.slice(at, match.index) });
    pieces.push(
      match[2] !== undefined
        ? { type: 'formula', index: Number(match[2]) }
        : match[1] === '?'
          ? { type: 'unsupported' }
          : { type: 'citation', n: Number(match[1]) },
    );
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ type: 'text', text: text.slice(at) });
  return pieces;
}

/** A text with its markers written by `write`, '' to leave them out. Signs of formulas stay. */
export const withMarkers = (text: string, write: (n: number | null) => string): string =>
  text.replace(MARKER, (whole: string, n: string | undefined) =>
    n === undefined ? whole : write(n === '?' ? null : Number(n)),
  );
