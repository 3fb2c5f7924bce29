import type { KindName } from '../../../sync/model/kinds';
import type { Piece, PieceReader, PieceReaders } from '../../shared/passages';

/** The pieces of a document. A text that cannot be decoded has none. */
export function piecesOf(readers: PieceReaders, kind: KindName, ...[row, document]: Parameters<PieceReader>): Piece[] {
  try {
    return readers.get(kind)?.(row, document) ?? [];
  } catch {
    return [];
  }
}
