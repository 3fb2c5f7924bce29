/** Summaries of meetings, and polishing of their notes. */
import { Moment, SummaryItem } from '../../../sync/model/kinds/summaries';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { summaryCalls, SummaryView } from './contract';
import { piecesOfSummary } from './pieces';
import { summaryPolicy } from './policy';
import { summaryRoutes } from './routes';
import { summaryRun } from './summary-run';

export const summaryFeature = defineFeature<CoreServices>({
  name: 'core/summaries',
  calls: [
    callGroup('Meeting summaries', 'Summaries by template, with the moments that support them.', summaryCalls, {
      MeetingSummary: SummaryView,
      SummaryMoment: Moment,
      SummaryItem,
    }),
  ],
  handlers: summaryRoutes,
  policies: (platform) => [summaryPolicy(platform)],
  jobs: (core) => {
    core.runs.define(summaryRun(core));
    return [];
  },
  notifications: ['summaryReady', 'summaryFailed'],
  ownership: none('because summaries go with their meetings'),
  retention: none('because a summary is deleted with its meeting'),
  storage: none('because it stores no files'),
  audit: none('because members change summaries themselves, without an administrator'),
  passages: { summaries: piecesOfSummary },
  demo: none('because the demo writes summaries with its meetings'),
});
