/** Policies of transcripts and summaries: the server creates them, people correct them. */
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { PushPolicy } from '../../sync/store';
import { onlyChanges, refusal } from '../refusals';

/** People may change the text and the speaker of a segment. The recognised text stays unchanged, or is restored. */
function checkSegments(before: readonly Segment[], after: readonly Segment[]): void {
  const unmatched = new Map(before.map((s) => [s.id, s]));
  if (after.length !== before.length) throw refusal('NO_PERMISSION', 'segments', 'segments cannot be added or removed');
  for (const segment of after) {
    const was = unmatched.get(segment.id);
    unmatched.delete(segment.id);
    if (!was || segment.start !== was.start || segment.end !== was.end || segment.recordingId !== was.recordingId)
      throw refusal('NO_PERMISSION', 'segments', 'times of segments cannot be changed');
    if (!['', was.original, was.text].includes(segment.original))
      throw refusal('NO_PERMISSION', 'segments', 'the recognised text cannot be changed');
  }
}

export const transcriptPolicy: PushPolicy<'transcripts'> = {
  collection: 'transcripts',
  async check({ before, after, changed }) {
    if (!before || !after) throw refusal('NO_PERMISSION', undefined, 'only the server creates transcripts');
    onlyChanges(changed, ['segments'], 'NO_PERMISSION');
    checkSegments(before.segments, after.segments);
  },
};

export const summaryPolicy: PushPolicy<'summaries'> = {
  collection: 'summaries',
  async check({ before, after, changed }) {
    if (!before || !after) throw refusal('NO_PERMISSION', undefined, 'only the server creates summaries');
    onlyChanges(changed, ['content', 'versions'], 'NO_PERMISSION');
  },
};
