/** Images in notes: resumable uploads, reading, and their end. */
import { noteImageCalls } from '../../../sync/protocol/note-images';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, job, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { noteImageHandler, noteImageRoutes } from './routes';
import { imageBytes, purgeImages } from './stored-images';

export const IMAGE_PURGE_JOB = 'note-images-purge';

export const noteImageFeature = defineFeature<CoreServices>({
  name: 'core/note-images',
  calls: [callGroup('Images of notes', 'Uploading images of notes in resumable parts (tus).', noteImageCalls)],
  handlers: (core) => noteImageRoutes(core),
  rawHandlers: (core, authenticator) => [noteImageHandler(core, authenticator)],
  policies: none('because an image is no replicated document; its note names it'),
  jobs: (core) => [
    job(
      {
        name: IMAGE_PURGE_JOB,
        concurrency: 1,
        handle: async () => {
          await purgeImages(core);
        },
      },
      { cron: '37 3 * * *' },
    ),
  ],
  notifications: none('because it sends none'),
  ownership: none('because an image follows its note'),
  retention: none('because images of deleted notes and unused ones are deleted by its daily purge'),
  storage: imageBytes,
  audit: none('because administrators change nothing here'),
  passages: none('because descriptions of images are part of their note'),
  demo: none('because the demo notes come with their pictures'),
});
