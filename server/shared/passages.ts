/**
 * How features read the texts of their documents as pieces, of which retrieval cuts passages (server/core/retrieval).
 * Which fields the search index reads is in the declaration of a kind (`search`, sync/model/kind.ts).
 */
import type { KindName } from '../../sync/model/kinds';
import type { TextPlace } from '../../sync/model/parsed-text';

export interface Piece {
  text: string;
  /** offset in the text that has the piece: a note, a segment, a part */
  start: number;
  kind: 'heading' | 'text' | 'listItem' | 'tableRow' | 'code' | 'turn';
  /** of a heading or list item; 0 for others */
  level: number;
  /** segment, part, bookmark or typed line; '' for the text of a note */
  partId: string;
  place?: TextPlace;
  /** of a segment, bookmark or typed line: milliseconds, -1 if unknown */
  at: number;
  /** of a segment, bookmark or typed line: who spoke or wrote, '' if unknown */
  speaker: string;
}

/** The usual values of a piece. */
export const BLANK_PIECE = { level: 0, partId: '', at: -1, speaker: '' } as const satisfies Partial<Piece>;

type Row = Readonly<Record<string, unknown>>;

/**
 * The pieces of a document in reading order. May throw for a text that cannot be decoded.
 * @param document the row that a person finds the text by: itself, or the parent of a child document
 */
export type PieceReader = (row: Row, document: Row) => Piece[];

/** By kind; null where search finds a document by the words of its row, and no passage is made of them. */
export type Passages = { readonly [K in KindName]?: PieceReader | null };

/** Kinds that have pieces. */
export type PieceReaders = ReadonlyMap<KindName, PieceReader>;
