/** Row type of the retention table of 011-settings.sql. */
import type { KindName } from '../../../sync/model/kinds';

export interface RetentionDeletedTable {
  company_id: string;
  collection: KindName;
  id: string;
  /** milliseconds since the epoch */
  at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    retention_deleted: RetentionDeletedTable;
  }
}
