/** Splits the text of a note into pieces for passages. */
import { blocksOfState, type NoteBlock } from '../../../sync/merge/note-blocks';
import { textsOfBlocks } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import { BLANK_PIECE, type Piece, type PieceReader } from '../../shared/passages';

function kindOf(block: NoteBlock): { kind: Piece['kind']; level: number } {
  if (block.type === 'code') return { kind: 'code', level: 0 };
  if (block.type === 'table') return { kind: 'tableRow', level: 0 };
  if (block.type !== 'block') return { kind: 'text', level: 0 };
  if (block.kind === 'heading') return { kind: 'heading', level: block.level };
  return block.kind === 'paragraph' ? { kind: 'text', level: 0 } : { kind: 'listItem', level: block.indent + 1 };
}

export const piecesOfNote: PieceReader = (row) => {
  const state = String(row['state'] ?? '');
  if (state === '') return [];
  const blocks = blocksOfState(fromBase64(state));
  const texts = textsOfBlocks(blocks);
  const pieces: Piece[] = [];
  let start = 0;
  texts.forEach((text, i) => {
    const kind = kindOf(blocks[i]!);
    // each row of a table is a piece; a code block stays whole
    const lines = kind.kind === 'tableRow' ? text.split('\n') : [text];
    for (const line of lines) {
      if (line.trim() !== '') pieces.push({ ...BLANK_PIECE, ...kind, text: line, start });
      start += line.length + 1;
    }
  });
  return pieces;
};
