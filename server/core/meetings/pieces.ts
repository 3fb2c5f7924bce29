/** Splits a transcript into turns, and the moments of a meeting into bookmarks and typed lines, as pieces for passages. */
import type { Doc } from '../../../sync/model/kinds';
import { inOrder } from '../../../sync/model/meeting-moments';
import { BLANK_PIECE, type PieceReader } from '../../shared/passages';

export const piecesOfTranscript: PieceReader = (row, meeting) => {
  const names = new Map(
    ((meeting['participants'] ?? []) as { id: string; name: string }[]).map(({ id, name }) => [id, name]),
  );
  const segments = (row['segments'] ?? []) as { id: string; start: number; text: string; participantId: string }[];
  return segments.flatMap(({ id, start, text, participantId }) =>
    text.trim() === ''
      ? []
      : [
          {
            ...BLANK_PIECE,
            kind: 'turn' as const,
            text,
            start: 0,
            partId: id,
            at: start,
            speaker: names.get(participantId) ?? '',
          },
        ],
  );
};

/** Bookmarks with text, and lines typed during the recording. */
export const piecesOfMoments: PieceReader = (meeting) => {
  const { participants = [], recordings = [], moments = [] } = meeting as unknown as Partial<Doc<'meetings'>>;
  const names = new Map(participants.map(({ userId, name }) => [userId, name]));
  const ordered = inOrder(
    moments,
    recordings.map(({ id }) => id),
  );
  return ordered.flatMap(({ id, text, at, userId }) =>
    text.trim() === ''
      ? []
      : [{ ...BLANK_PIECE, kind: 'turn' as const, text, start: 0, partId: id, at, speaker: names.get(userId) ?? '' }],
  );
};
