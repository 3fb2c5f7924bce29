/** Transcripts of meetings, written as the server stores them. */
import type { Transcript } from '../../sync/model/kinds/transcripts';
import type { Core } from './core';

type Segment = Transcript['segments'][number];

export const segmentFields = (id: string, text: string, more: Partial<Segment> = {}): Segment => ({
  id,
  recordingId: '',
  start: 0,
  end: 1000,
  text,
  original: '',
  participantId: '',
  ...more,
});

/** A finished transcript of a meeting. */
export const transcriptFields = (
  meeting: { id: string; space: string; creatorId: string },
  segments: Segment[],
  more: Partial<Transcript> = {},
) => ({
  space: meeting.space,
  meetingId: meeting.id,
  creatorId: meeting.creatorId,
  status: 'done' as const,
  progress: 1,
  error: '',
  provider: 'p',
  model: 'm',
  mode: 'model' as const,
  generatedAt: 1,
  segments,
  ...more,
});

/** Writes the transcript of a meeting of company c1, with one segment `<meeting>s1`. */
export const writeTranscript = (core: Core, meetingId: string): Promise<void> =>
  core.sync.store.write('c1', async (tx) => {
    const meeting = { ...(await tx.get('meetings', meetingId))!, id: meetingId };
    const segment = segmentFields(`${meetingId}s1`, 'helo', { recordingId: 'r' });
    await tx.put('transcripts', meetingId, transcriptFields(meeting, [segment]));
  });
