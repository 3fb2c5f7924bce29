/** The turns of a transcript as pieces, for passages. */
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
