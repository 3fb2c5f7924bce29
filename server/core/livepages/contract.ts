/** LivePages of a company for its administrators (specification: organization 2, 9). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';
import { TimeZone } from '../dashboard/contract';

/** The last 30 days, 12 weeks or 6 months, including the current one. */
export const LivePageRange = v.picklist(['days', 'weeks', 'months'], 'PARAM_ERROR');
export type LivePageRange = v.InferOutput<typeof LivePageRange>;

/** `creator`: the name in the company, '' for a former member. */
export const LivePageRow = v.object({
  id: Id,
  title: v.string(),
  creator: v.string(),
  visible: v.boolean(),
  views: v.number(),
  createdAt: v.number(),
});
export type LivePageRow = v.InferOutput<typeof LivePageRow>;

export const LivePageTrend = v.object({
  range: LivePageRange,
  timeZone: v.string(),
  trend: v.array(v.object({ from: v.number(), livePageCount: v.number() })),
});

export const livePageAdminCalls = {
  count: defineCall({
    service: 'core',
    method: 'POST',
    path: '/livepage/admin/count',
    who: 'admin',
    summary: 'Numbers of the company’s LivePages, of visible ones, and of views.',
    input: v.object({ companyId: Id }),
    output: v.object({ total: v.number(), visible: v.number(), views: v.number() }),
    errors: ['NO_PERMISSION'],
  }),
  trend: defineCall({
    service: 'core',
    method: 'POST',
    path: '/livepage/admin/trend',
    who: 'admin',
    summary:
      'New LivePages by day, week or month. Days begin at midnight of the time zone, UTC unless told; weeks on Monday.',
    input: v.object({ companyId: Id, range: LivePageRange, timeZone: v.optional(TimeZone, 'UTC') }),
    output: LivePageTrend,
    errors: ['NO_PERMISSION', 'PARAM_ERROR'],
  }),
  page: defineCall({
    service: 'core',
    method: 'POST',
    path: '/livepage/admin/page',
    who: 'admin',
    summary: 'The LivePages of the company, newest first; by a part of the title.',
    input: v.object({ companyId: Id, keyword: Search, ...pageFields(20) }),
    output: pageOf(LivePageRow),
    errors: ['NO_PERMISSION', 'PARAM_ERROR'],
  }),
  setVisible: defineCall({
    service: 'core',
    method: 'POST',
    path: '/livepage/admin/visible/set',
    who: 'admin',
    summary: 'Makes a LivePage visible or invisible.',
    input: v.object({ id: Id, visible: v.boolean('PARAM_ERROR') }),
    output: v.object({ id: Id, visible: v.boolean() }),
    errors: ['LIVEPAGE_NOT_FOUND', 'PARAM_ERROR'],
  }),
};
