/** Links of projects: websites with their pages, and single pages. */
import { projectItems } from '../../../sync/model/kinds/project-items';
import { writeDemoLinks } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, job, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { linkCalls } from './contract';
import { crawlRun } from './crawl-run';
import { readRun } from './read-run';
import { stopReadings } from './reading-requests';
import { linkRoutes } from './routes';
import { forgetHosts, rereadWeekly, resumeReadings, snapshotBytes } from './storage';

export const REREAD_JOB = 'links-reread';
export const RESUME_JOB = 'links-resume';

export const linkFeature = defineFeature<CoreServices>({
  name: 'core/links',
  calls: [
    callGroup('Links', 'Websites with their pages, and single pages of projects.', linkCalls, {
      ProjectItem: projectItems.schema,
    }),
  ],
  handlers: (core) => linkRoutes(core),
  policies: none('because links are project items, whose policy has the rules of links'),
  jobs: (core) => {
    core.runs.define(crawlRun(core));
    core.runs.define(readRun(core));
    const resume = (): Promise<void> => resumeReadings(core);
    return [
      job(
        { name: RESUME_JOB, concurrency: 1, retryLimit: 0, handle: resume },
        { cron: '*/5 * * * *', started: resume },
      ),
      job(
        { name: REREAD_JOB, concurrency: 1, retryLimit: 0, handle: () => rereadWeekly(core) },
        { cron: '*/20 * * * *' },
      ),
    ];
  },
  notifications: ['websiteRead', 'websiteFailed'],
  ownership: none('because links belong to their project, and their runs are transferred by their kind'),
  retention: {
    rules: [
      {
        collection: 'projectItems',
        itemTypes: ['website', 'singleUrl'],
        countedAs: 'files',
        deleted: stopReadings,
      },
    ],
    cleanUp: ({ platform }) => forgetHosts(platform),
  },
  storage: snapshotBytes,
  audit: none('because members change links themselves, without an administrator'),
  passages: none('because pages are project items with texts, which files declare'),
  demo: writeDemoLinks,
});
