/** Of migration 022-activity.sql; `user_activity` is the identity's. Times are milliseconds since the epoch. */
export interface PageViewTable {
  company_id: string;
  kind: string;
  subject_id: string;
  /** its beginning, UTC */
  day: number;
  views: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    page_view: PageViewTable;
  }
}
