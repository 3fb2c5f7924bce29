/**
 * Row types of 022-activity.sql; `user_activity` belongs to the identity module. Times are milliseconds since the
 * epoch.
 */
export interface PageViewTable {
  company_id: string;
  kind: string;
  subject_id: string;
  /** start of the day, UTC */
  day: number;
  views: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    page_view: PageViewTable;
  }
}
