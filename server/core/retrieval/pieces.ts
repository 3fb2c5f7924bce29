/** Documents as pieces of text in reading order, of which passages are made. */
import { blocksOfState, type NoteBlock } from '../../../sync/merge/note-blocks';
import { textsOfBlocks } from '../../../sync/merge/note-text';
import { isSearched } from '../../../sync/merge/searched-texts';
import { fromBase64 } from '../../../sync/merge/yjs';
import type { Doc, KindName } from '../../../sync/model/kinds';
import { SUMMARY_PART } from '../../../sync/model/kinds/answers';
import { inOrder } from '../../../sync/model/meeting-moments';
import type { TextPart, TextPlace } from '../../../sync/model/parsed-text';

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

type Row = Readonly<Record<string, unknown>>;

/** Kinds that have pieces. */
export const PIECE_KINDS: readonly KindName[] = [
  'projects',
  'meetings',
  'noteContents',
  'itemTexts',
  'transcripts',
  'summaries',
];

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,3}[.)]) /;
const BLANK = { level: 0, partId: '', at: -1, speaker: '' };

function kindOf(block: NoteBlock): { kind: Piece['kind']; level: number } {
  if (block.type === 'code') return { kind: 'code', level: 0 };
  if (block.type === 'table') return { kind: 'tableRow', level: 0 };
  if (block.type !== 'block') return { kind: 'text', level: 0 };
  if (block.kind === 'heading') return { kind: 'heading', level: block.level };
  return block.kind === 'paragraph' ? { kind: 'text', level: 0 } : { kind: 'listItem', level: block.indent + 1 };
}

function piecesOfNote(row: Row): Piece[] {
  const state = String(row['state'] ?? '');
  if (state === '') return [];
  const blocks = blocksOfState(fromBase64(state));
  const texts = textsOfBlocks(blocks);
  const pieces: Piece[] = [];
  let start = 0;
  texts.forEach((text, i) => {
    const kind = kindOf(blocks[i]!);
    // rows of a table are pieces of their own; a code block stays whole
    const lines = kind.kind === 'tableRow' ? text.split('\n') : [text];
    for (const line of lines) {
      if (line.trim() !== '') pieces.push({ ...BLANK, ...kind, text: line, start });
      start += line.length + 1;
    }
  });
  return pieces;
}

const piecesOfParts = (row: Row): Piece[] =>
  ((row['parts'] ?? []) as TextPart[]).flatMap(({ id, kind, level, text, place }) =>
    text.trim() === '' ? [] : [{ ...BLANK, kind, level, text, start: 0, partId: id, place }],
  );

/** Of a summary in Markdown. */
function piecesOfSummary(row: Row): Piece[] {
  if (!isSearched('summaries', row)) return [];
  const text = String(row['content'] ?? '');
  const pieces: Piece[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const [, marks = ''] = /^\s*(#{1,6}) /.exec(line) ?? [];
    const kind = marks !== '' ? 'heading' : LIST_ITEM.test(line) ? 'listItem' : 'text';
    if (line.trim() !== '')
      pieces.push({ ...BLANK, kind, level: marks.length, text: line, start, partId: SUMMARY_PART });
    start += line.length + 1;
  }
  return pieces;
}

function piecesOfTranscript(row: Row, meeting: Row): Piece[] {
  const names = new Map(
    ((meeting['participants'] ?? []) as { id: string; name: string }[]).map(({ id, name }) => [id, name]),
  );
  const segments = (row['segments'] ?? []) as { id: string; start: number; text: string; participantId: string }[];
  return segments.flatMap(({ id, start, text, participantId }) =>
    text.trim() === ''
      ? []
      : [
          {
            ...BLANK,
            kind: 'turn' as const,
            text,
            start: 0,
            partId: id,
            at: start,
            speaker: names.get(participantId) ?? '',
          },
        ],
  );
}

/** Bookmarks with words, and lines that were typed while the meeting was recorded. */
function piecesOfMoments(meeting: Row): Piece[] {
  const { participants = [], recordings = [], moments = [] } = meeting as unknown as Partial<Doc<'meetings'>>;
  const names = new Map(participants.map(({ userId, name }) => [userId, name]));
  const ordered = inOrder(
    moments,
    recordings.map(({ id }) => id),
  );
  return ordered.flatMap(({ id, text, at, userId }) =>
    text.trim() === ''
      ? []
      : [{ ...BLANK, kind: 'turn' as const, text, start: 0, partId: id, at, speaker: names.get(userId) ?? '' }],
  );
}

/**
 * The texts of a document. A text that cannot be decoded has none.
 * @param document the target's own row
 */
export function piecesOf(collection: KindName, row: Row, document: Row): Piece[] {
  try {
    switch (collection) {
      case 'noteContents':
        return piecesOfNote(row);
      case 'itemTexts':
        return piecesOfParts(row);
      case 'transcripts':
        return piecesOfTranscript(row, document);
      case 'summaries':
        return piecesOfSummary(row);
      case 'meetings':
        return piecesOfMoments(row);
      case 'projects':
        return ['description'].flatMap((field) => {
          const text = String(row[field] ?? '');
          return text.trim() === '' ? [] : [{ ...BLANK, kind: 'text' as const, text, start: 0 }];
        });
      default:
        return [];
    }
  } catch {
    return [];
  }
}
