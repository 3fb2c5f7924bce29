/** The Markdown of a summary as pieces, for passages. */
import { isSearched } from '../../../sync/merge/searched-texts';
import { SUMMARY_PART } from '../../../sync/model/kinds/answers';
import { BLANK_PIECE, type Piece, type PieceReader } from '../../shared/passages';

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)]) /;

export const piecesOfSummary: PieceReader = (row) => {
  if (!isSearched('summaries', row)) return [];
  const text = String(row['content'] ?? '');
  const pieces: Piece[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const [, marks = ''] = /^\s*(#{1,6}) /.exec(line) ?? [];
    const kind = marks !== '' ? 'heading' : LIST_ITEM.test(line) ? 'listItem' : 'text';
    if (line.trim() !== '')
      pieces.push({ ...BLANK_PIECE, kind, level: marks.length, text: line, start, partId: SUMMARY_PART });
    start += line.length + 1;
  }
  return pieces;
};
