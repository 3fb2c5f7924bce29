/** Asking for a transcript: the document waits and a job is enqueued, in the transaction of whatever made it necessary. */
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { Platform } from '../../platform/context';

export const TRANSCRIPTION_JOB = 'transcription';

/** What a job of this kind works on: all recordings of the meeting that were not transcribed yet. */
export interface TranscriptionTask {
  companyId: string;
  meetingId: string;
  /** times in a row that a provider has asked to come back later */
  deferrals?: number;
}

export async function requestTranscription(
  platform: Pick<Platform, 'jobs'>,
  tx: SyncTransaction,
  meeting: Pick<StoredDoc<'meetings'>, 'id' | 'space' | 'creatorId'>,
): Promise<void> {
  const transcript = await tx.get('transcripts', meeting.id);
  await tx.put('transcripts', meeting.id, {
    space: meeting.space,
    ...(transcript
      ? {}
      : {
          meetingId: meeting.id,
          creatorId: meeting.creatorId,
          segments: [],
          provider: '',
          model: '',
          mode: '',
          generatedAt: 0,
        }),
    status: 'waiting',
    progress: 0,
    error: '',
  });
  await enqueueTranscription(platform, { companyId: tx.companyId, meetingId: meeting.id });
}

/** At most one waiting job a meeting. */
export const enqueueTranscription = (
  platform: Pick<Platform, 'jobs'>,
  task: TranscriptionTask,
  afterMs = 0,
): Promise<string | null> =>
  platform.jobs.enqueue(TRANSCRIPTION_JOB, task, {
    singletonKey: `${task.companyId}/${task.meetingId}`,
    ...(afterMs > 0 ? { startAfterSeconds: Math.ceil(afterMs / 1000) } : {}),
  });
