/** Row type of 041-live-page.sql. */
export interface LivePageTable {
  company_id: string;
  id: string;
  creator_id: string;
  title: string;
  visible: boolean;
  /** milliseconds since the epoch */
  created_at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    live_page: LivePageTable;
  }
}
