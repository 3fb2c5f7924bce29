import { meetingCalls } from '../../../server/core/meetings/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [
    meetingCalls.importTranscript,
    (ann) => [{ meetingId: ann.meeting, lines: [{ start: 0, end: 1_000, speaker: 'Zoe', text: 'Stolen' }] }],
  ],
  [
    meetingCalls.draftTranscript,
    (ann) => [{ meetingId: ann.meeting, recordingId: 'r1', lines: [{ start: 0, end: 1_000, text: 'Stolen' }] }],
  ],
  [meetingCalls.restoreTranscript, (ann) => [{ meetingId: ann.meeting, versionId: 'v1' }]],
];
