/** The table of retention in 011-settings.sql, as types. */
import type { CollectionName } from '../../../sync/model/registry';

export interface RetentionDeletedTable {
  company_id: string;
  collection: CollectionName;
  id: string;
  /** milliseconds since the epoch */
  at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    retention_deleted: RetentionDeletedTable;
  }
}
