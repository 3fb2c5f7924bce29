/** Converts live captions stored on this device to segments of a transcript. */
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { KeptCaptions } from '../../../sync/engine/recording/kept-captions';
import type { Segment, Transcript } from '../../../sync/model/kinds/transcripts';

const NONE: Segment[] = [];

/**
 * Adds the segments of stored captions that the server does not have yet. A recording that was transcribed without words
 * gets none.
 */
export function withDrafts(
  transcript: Pick<Transcript, 'segments' | 'status'> | null,
  captions: readonly KeptCaptions[],
  rows: readonly Pick<RecordingRow, 'id' | 'transfer'>[],
): Segment[] {
  const segments = transcript?.segments ?? NONE;
  const known = new Set(segments.map(({ recordingId }) => recordingId));
  const awaited = new Set(
    rows.filter(({ transfer }) => transfer !== 'onServer' || transcript?.status !== 'done').map(({ id }) => id),
  );
  const drafts = captions
    .filter(({ recordingId }) => !known.has(recordingId) && awaited.has(recordingId))
    .flatMap(({ recordingId, lines }) =>
      lines.map(({ start, end, text }, at): Segment => ({
        id: `${recordingId}-${at}`,
        recordingId,
        start,
        end,
        text,
        original: '',
        participantId: '',
        isDraft: true,
      })),
    );
  return drafts.length > 0 ? [...segments, ...drafts] : segments;
}
