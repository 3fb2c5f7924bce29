/** Splits the Markdown of a summary into pieces for passages, without the marks of headings and citations. */
import { isSearched } from '../../../sync/merge/searched-texts';
import { SUMMARY_PART } from '../../../sync/model/kinds/answers';
import { BLANK_PIECE, type Piece, type PieceReader } from '../../shared/passages';

const CITATION = /\[\^(?:\d+|\?)\]/g;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)]) /;

export const piecesOfSummary: PieceReader = (row) => {
  if (!isSearched('summaries', row)) return [];
  const text = String(row['content'] ?? '');
  const pieces: Piece[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const [before = '', marks = ''] = /^\s*(#{1,6}) +/.exec(line) ?? [];
    const kind = marks !== '' ? 'heading' : LIST_ITEM.test(line) ? 'listItem' : 'text';
    const shown = line.slice(before.length).replace(CITATION, '');
    const place = { start: start + before.length, partId: SUMMARY_PART };
    if (shown.trim() !== '') pieces.push({ ...BLANK_PIECE, kind, level: marks.length, text: shown, ...place });
    start += line.length + 1;
  }
  return pieces;
};
