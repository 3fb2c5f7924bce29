/** Versions of texts: earlier states of notes and of meetings' notes. */
import { writeDemoVersions } from './demo';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { cleanUpVersions } from './clean-up';
import { Version, versionCalls } from './contract';
import { versionRoutes } from './routes';
import { versionBytes } from './service';

export const versionFeature = defineFeature<CoreServices>({
  name: 'core/note-versions',
  calls: [callGroup('Note versions', 'Earlier states of notes, and of meetings’ notes.', versionCalls, { Version })],
  handlers: (core) => versionRoutes(core),
  policies: none('because the policy of texts stores their versions'),
  jobs: none('because versions are stored and deleted in the transactions of changes'),
  notifications: none('because it sends none'),
  ownership: none('because versions go with their text; their authors stay those who wrote it'),
  retention: { cleanUp: ({ platform }) => cleanUpVersions(platform) },
  storage: versionBytes,
  audit: none('because members restore notes themselves, without an administrator'),
  passages: none('because the search finds what notes say now'),
  demo: writeDemoVersions,
});
