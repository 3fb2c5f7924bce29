/** Reads the extracted text of a file or web page as pieces, of which passages are cut. */
import type { TextPart } from '../../../sync/model/parsed-text';
import { BLANK_PIECE, type PieceReader } from '../../shared/passages';

export const piecesOfParts: PieceReader = (row) =>
  ((row['parts'] ?? []) as TextPart[]).flatMap(({ id, kind, level, text, place }) =>
    text.trim() === '' ? [] : [{ ...BLANK_PIECE, kind, level, text, start: 0, partId: id, place }],
  );
