/** Terms of an organization, for transcription and summaries, and files from which they are extracted. */
import { terms } from '../../../sync/model/kinds/terms';
import { writeDemoTerms } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { terminologyCalls } from './contract';
import { createFileJobs } from './file-jobs';
import { terminologyBytes } from './files';
import { termPolicy } from './policy';
import { terminologyRoutes } from './routes';

export const terminologyFeature = defineFeature<CoreServices>({
  name: 'core/terminology',
  calls: [
    callGroup('Terminology', 'Terms of an organization, and files from which they are extracted.', terminologyCalls, {
      Term: terms.schema,
    }),
  ],
  handlers: (core) => terminologyRoutes(core),
  policies: (platform) => [termPolicy(platform)],
  jobs: (core) => createFileJobs(core).jobs(),
  notifications: none('because the state of a file is on its row'),
  ownership: none('because terms and their files are the organization’s'),
  retention: none('because a term stays until a member deletes it'),
  storage: terminologyBytes,
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because terms are not searched'),
  demo: writeDemoTerms,
});
