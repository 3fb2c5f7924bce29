/** Row type of 071-trash.sql and 073-trash-of-projects.sql. */
import type { Generated } from 'kysely';
import type { KindName } from '../../../sync/model/kinds';

export interface TrashTable {
  company_id: string;
  collection: KindName;
  id: string;
  /** the tick of the deletion; the row counts while the document is deleted at it */
  seq: number;
  /** milliseconds since the epoch */
  deleted_at: number;
  deleted_by: string;
  /** of a project: ids of the meetings that its deletion took out of it */
  detached: Generated<string[]>;
}

declare module '../../platform/database/tables' {
  interface Tables {
    trash: TrashTable;
  }
}
