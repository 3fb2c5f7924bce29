import type { KindName } from '../../../sync/model/kinds';
import type { Piece, PieceReader, PieceReaders } from '../../shared/passages';

/** Reads the pieces of a document; none if its text cannot be decoded. */
export function piecesOf(readers: PieceReaders, kind: KindName, ...[row, document]: Parameters<PieceReader>): Piece[] {
  try {
    return readers.get(kind)?.(row, document) ?? [];
  } catch {
    return [];
  }
}
