/** Background work of transcription: the kind of run, and the job that resumes runs that wait for a provider. */
import { job, type FeatureJob } from '../../shared/feature';
import type { CoreServices } from '../context';
import { createTranscription } from './transcription-run';

const RESUME_JOB = 'transcription-resume';

export function transcriptionJobs(core: CoreServices): FeatureJob[] {
  const { platform } = core;
  const { kind, resume } = createTranscription(core);
  core.runs.define(kind);
  const unsubscribe = platform.events.subscribe('provider', ({ companyId }) => {
    resume(companyId).catch((error: unknown) =>
      platform.log.error({ err: error }, 'waiting transcriptions could not be resumed'),
    );
  });
  return [
    job(
      {
        name: RESUME_JOB,
        concurrency: 1,
        retryLimit: 0,
        handle: async () => {
          await resume();
        },
      },
      {
        cron: '*/5 * * * *',
        started: async () => {
          await resume();
        },
        close: unsubscribe,
      },
    ),
  ];
}
