/** Deep research: a question becomes a plan, and the plan a report with evidence. */
import { Learning, ReportLimit, reports, ReportSection } from '../../../sync/model/kinds/reports';
import { ResearchDialogue, researches, ResearchStep } from '../../../sync/model/kinds/researches';
import { writeDemoResearches } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { researchCalls, ResearchView } from './contract';
import { refineRun } from './refine-run';
import { researchPolicy } from './policy';
import { researchRoutes } from './routes';
import { slidesViewer } from './slides';
import { workRun } from './work-run';

export const researchFeature = defineFeature<CoreServices>({
  name: 'core/research',
  calls: [
    callGroup('Deep research', 'Questions that are planned, investigated and reported.', researchCalls, {
      ResearchView,
      Research: researches.schema,
      ResearchStep,
      ResearchDialogue,
      Report: reports.schema,
      ReportSection,
      ReportLimit,
      Learning,
    }),
  ],
  handlers: researchRoutes,
  rawHandlers: (core, authenticator) => [slidesViewer(core, authenticator)],
  pages: ['/live-slides/:deepResearchId'],
  policies: (platform) => [researchPolicy(platform)],
  jobs: (core) => {
    core.runs.define(refineRun(core));
    core.runs.define(workRun(core));
    return [];
  },
  notifications: ['researchAsks', 'researchReady', 'researchFailed'],
  ownership: none('because a research goes with its chat'),
  retention: none('because a research is kept and deleted with its chat'),
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because chats are not searched'),
  demo: writeDemoResearches,
});
