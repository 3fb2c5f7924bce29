import { linkCalls } from '../../../server/core/links/contract';
import type { OutsiderEntry } from '../../support/outsiders';

const url = 'https://new.example/';

export const entries: OutsiderEntry[] = [
  [linkCalls.addWebsite, (ann) => [{ projectId: ann.project, url }]],
  [linkCalls.addPage, (ann) => [{ projectId: ann.project, url }]],
  [linkCalls.searchWebsites, (ann) => [{ projectId: ann.project }]],
  [linkCalls.searchPages, (ann) => [{ websiteId: ann.website }]],
  [linkCalls.searchSinglePages, (ann) => [{ projectId: ann.project }]],
  [linkCalls.restartPage, (ann) => [{ id: ann.websitePage }]],
  [linkCalls.restartSinglePage, (ann) => [{ id: ann.singlePage }]],
  [linkCalls.restartWebsite, (ann) => [{ id: ann.website }]],
  [linkCalls.cancel, (ann) => [ann.website, ann.websitePage, ann.singlePage].map((id) => ({ id }))],
  [linkCalls.removePages, (ann) => [{ ids: [ann.websitePage] }]],
  [linkCalls.removeWebsites, (ann) => [{ ids: [ann.website] }]],
  [linkCalls.removeSinglePages, (ann) => [{ ids: [ann.singlePage] }]],
];
