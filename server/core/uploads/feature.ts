/** Resumable uploads of recordings (tus), and their playback. */
import { uploadCalls } from '../../../sync/protocol/uploads';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, job, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { findFileUpload } from '../files/file-uploads';
import { findImageUpload } from '../note-images/stored-images';
import { createPlaybackHandler, PLAYBACK_PATH } from './playback';
import { createRecordingPeaks } from './recording-peaks';
import { uploadRoutes } from './routes';
import { createUploads } from './service';
import { PEAKS_JOB, type PeaksTask } from './stored-peaks';
import { createStoredRecordings } from './stored-recordings';
import { createUploadHandler, UPLOADS_PATH } from './tus-handler';
import { recordingBytes } from './usage';

export const UPLOAD_PURGE_JOB = 'uploads-purge';

export const uploadFeature = defineFeature<CoreServices>({
  name: 'core/uploads',
  calls: [callGroup('Recordings', 'Uploading recordings in resumable parts (tus).', uploadCalls)],
  handlers: (core) => {
    const uploads = createUploads(core);
    return uploadRoutes(
      uploads,
      createStoredRecordings(core, uploads),
      createRecordingPeaks(core.platform, core.sync, uploads),
    );
  },
  rawHandlers: (core, authenticator) => {
    const uploads = createUploads(core);
    return [
      {
        matches: (pathname) => pathname.startsWith(`${UPLOADS_PATH}/`) || pathname === UPLOADS_PATH,
        handle: createUploadHandler(
          core.platform,
          authenticator,
          async (companyId, id) =>
            (await uploads.find(companyId, id)) ??
            (await findImageUpload(core.platform, companyId, id)) ??
            (await findFileUpload(core.platform, companyId, id)),
        ),
      },
      {
        matches: (pathname) => PLAYBACK_PATH.test(pathname),
        handle: createPlaybackHandler(core.platform, authenticator, core.sync, uploads),
      },
    ];
  },
  policies: none('because an upload is no replicated document'),
  jobs: (core) => [
    job(
      {
        name: UPLOAD_PURGE_JOB,
        concurrency: 1,
        handle: async () => {
          await createUploads(core).purge();
        },
      },
      { cron: '17 3 * * *' },
    ),
    job<PeaksTask>({
      name: PEAKS_JOB,
      concurrency: 1,
      handle: (task) => createRecordingPeaks(core.platform, core.sync, createUploads(core)).measure(task),
    }),
  ],
  notifications: none('because it sends none'),
  ownership: none('because a recording follows its meeting'),
  retention: none('because recordings of deleted meetings and unfinished uploads are deleted by its daily purge'),
  storage: recordingBytes,
  audit: none('because administrators change nothing here'),
  passages: none('because recordings are searched by their transcript'),
  demo: none('because the demo meeting comes with its recording'),
});
