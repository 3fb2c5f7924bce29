/** The description of a project as a piece for passages. */
import { BLANK_PIECE, type PieceReader } from '../../shared/passages';

export const piecesOfProject: PieceReader = (row) => {
  const text = String(row['description'] ?? '');
  return text.trim() === '' ? [] : [{ ...BLANK_PIECE, kind: 'text', text, start: 0 }];
};
