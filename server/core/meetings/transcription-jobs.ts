/** The jobs of transcription: the transcription of a meeting, and the job that resumes stalled ones. */
import { job, type FeatureJob } from '../../shared/feature';
import type { CoreServices } from '../context';
import { createTranscription } from './transcription-job';

const RESUME_JOB = 'transcription-resume';
/** milliseconds without progress after which another process takes over a transcription */
const STALLED_MS = 20 * 60_000;

export function transcriptionJobs({ platform, sync, live, transcriptionProvider }: CoreServices): FeatureJob[] {
  const transcription = createTranscription(platform, sync, live, transcriptionProvider);
  const unsubscribe = platform.events.subscribe('provider', ({ companyId }) => {
    transcription
      .resume({ companyId, stalledFor: STALLED_MS })
      .catch((error: unknown) => platform.log.error({ err: error }, 'waiting transcriptions could not be resumed'));
  });
  return [
    job(transcription.kind, {
      // An embedded database has one process: after its start no earlier transcription can still be running.
      started: async () => {
        await transcription.resume({ stalledFor: platform.config.databaseUrl ? STALLED_MS : 0 });
      },
      close: unsubscribe,
    }),
    job(
      {
        name: RESUME_JOB,
        concurrency: 1,
        retryLimit: 0,
        handle: async () => {
          await transcription.resume({ stalledFor: STALLED_MS });
        },
      },
      { cron: '*/5 * * * *' },
    ),
  ];
}
