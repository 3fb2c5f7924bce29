import { FORMULA_SIGN } from './formulas';

/**
 * Splits the text of an answer into words, citation markers, marks of unsupported sentences, and placeholders of
 * formulas.
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

/**
 * Replaces the citation markers of a text by the result of `write`, called with null for the mark of an unsupported
 * sentence. Placeholders of formulas stay.
 */
export const withMarkers = (text: string, write: (n: number | null) => string): string =>
  text.replace(MARKER, (whole: string, n: string | undefined) =>
    n === undefined ? whole : write(n === '?' ? null : Number(n)),
  );
