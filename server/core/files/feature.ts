/** Files of projects, with their versions and extracted text, and temporary files of people. */
import { prepareDemoFiles } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, job, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { zipHandler } from './batch';
import { contentHandler } from './content-handler';
import { fileCalls } from './contract';
import { createParsing } from './parse-run';
import { piecesOfParts } from './pieces';
import { dropPersonalFiles, purgeFiles } from './purge';
import { fileRoutes } from './routes';
import { fileBytes, versionBytesOf } from './stored-bytes';
import { createTemporaryParsing } from './temporary-parsing';

export const FILE_PURGE_JOB = 'files-purge';
const RESUME_JOB = 'file-parse-resume';

export const fileFeature = defineFeature<CoreServices>({
  name: 'core/files',
  calls: [callGroup('Files', 'Files of projects and temporary files, uploaded in resumable parts (tus).', fileCalls)],
  handlers: (core) => fileRoutes(core),
  rawHandlers: (core, authenticator) => [contentHandler(core, authenticator), zipHandler(core, authenticator)],
  policies: none('because files are items of projects, whose policy has their rules'),
  jobs: (core) => {
    const { kind, resume } = createParsing(core);
    core.runs.define(kind);
    const resumeAll = async (): Promise<void> => {
      await resume();
    };
    return [
      job(
        { name: RESUME_JOB, concurrency: 1, retryLimit: 0, handle: resumeAll },
        { cron: '*/5 * * * *', started: resumeAll },
      ),
      createTemporaryParsing(core).job(),
      job(
        {
          name: FILE_PURGE_JOB,
          concurrency: 1,
          handle: async () => {
            await purgeFiles(core);
          },
        },
        { cron: '47 3 * * *' },
      ),
    ];
  },
  notifications: none('because the state of a file is on its row, and its run in the inbox'),
  ownership: (core, tx, leaver) => dropPersonalFiles(core, tx, leaver.userId),
  retention: {
    rules: [{ collection: 'projectItems', itemTypes: ['file'], countedAs: 'files', stored: versionBytesOf }],
  },
  storage: fileBytes,
  audit: none('because members add, change and delete files themselves, without an administrator'),
  passages: { projectItems: null, itemTexts: piecesOfParts },
  demo: { prepare: prepareDemoFiles },
});
