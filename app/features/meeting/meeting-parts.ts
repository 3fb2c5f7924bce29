import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Summary } from '../../../sync/model/kinds/summaries';
import type { Transcript } from '../../../sync/model/kinds/transcripts';

/** The documents of a meeting on this device. */
export interface MeetingParts {
  meeting: Meeting;
  transcript: Transcript | null;
  summary: Summary | null;
  rows: readonly RecordingRow[];
}
