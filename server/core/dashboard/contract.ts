/** The overview of the console (specification: organization 2, 3, 9). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { isTimeZone } from '../../../sync/model/time-zone';
import { defineCall } from '../../../sync/protocol/call';

/** The last 24 hours, 7 days, 30 days or 12 months, including the current hour, day or month. */
export const DashboardRange = v.picklist(['day', 'week', 'month', 'year'], 'PARAM_ERROR');
export type DashboardRange = v.InferOutput<typeof DashboardRange>;

/** An IANA time zone name. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64, 'PARAM_ERROR'), v.check(isTimeZone, 'PARAM_ERROR'));

/**
 * Documents created in a period; `activeUserCount`: people with a session that was used in it. Deleted documents do not
 * count.
 */
export const DashboardStats = v.object({
  projectCount: v.number(),
  chatCount: v.number(),
  deepResearchCount: v.number(),
  activeUserCount: v.number(),
  webSearchCount: v.number(),
  livePageCount: v.number(),
});
export type DashboardStats = v.InferOutput<typeof DashboardStats>;
export const DASHBOARD_STATS = Object.keys(DashboardStats.entries) as (keyof DashboardStats)[];

export const DashboardData = v.object({
  range: DashboardRange,
  departmentId: v.string(),
  timeZone: v.string(),
  /** within the range */
  stats: DashboardStats,
  /** over all time; for people: active members */
  totals: DashboardStats,
  /** from the oldest to the current period; `from`: start of the period, in milliseconds since the epoch */
  trend: v.array(v.object({ from: v.number(), ...DashboardStats.entries })),
});
export type DashboardData = v.InferOutput<typeof DashboardData>;

export const dashboardCalls = {
  data: defineCall({
    service: 'core',
    method: 'POST',
    path: '/dashboard/admin/data',
    who: 'admin',
    perMinute: 120,
    summary:
      'Counts of a company, or of documents by the members of a department and its descendants, with their ' +
      'trend. Days begin at midnight of the time zone; the default is UTC.',
    input: v.object({
      companyId: Id,
      range: DashboardRange,
      departmentId: v.optional(Id),
      timeZone: v.optional(TimeZone, 'UTC'),
    }),
    output: DashboardData,
    errors: ['NO_PERMISSION', 'DEPARTMENT_NOT_FOUND', 'PARAM_ERROR'],
  }),
};
