/** Requests a transcript: the document becomes `waiting` and a run starts, in the caller's transaction. */
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';

export const TRANSCRIPTION = 'transcription';

/**
 * Starts at most one unfinished run per meeting, for all recordings without a transcript. A failed run continues after
 * its finished parts.
 * @param ownerId the person who sees the run and whose use of the service it counts as
 */
export const startTranscription = (
  { runs }: Pick<CoreServices, 'runs'>,
  companyId: string,
  meetingId: string,
  ownerId: string,
): Promise<string> =>
  runs.start(TRANSCRIPTION, {
    companyId,
    ownerId,
    subject: { collection: 'transcripts', id: meetingId },
    input: {},
    key: meetingId,
    resumes: true,
  });

/** Sets the transcript to `waiting`, creates it if missing, and starts the run. */
export async function requestTranscription(
  services: Pick<CoreServices, 'runs'>,
  tx: SyncTransaction,
  meeting: Pick<StoredDoc<'meetings'>, 'id' | 'space' | 'creatorId'>,
  ownerId: string,
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
  await startTranscription(services, tx.companyId, meeting.id, ownerId);
}
