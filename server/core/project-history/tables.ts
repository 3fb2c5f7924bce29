import type { Generated } from 'kysely';
import type { EventType, HistoryKind } from './contract';
import type { EventParams } from './events';

/** Row types of 070-project-events.sql. Times are milliseconds since the epoch. */
export interface ProjectEventTable {
  company_id: string;
  id: string;
  project_collection: Generated<'projects'>;
  project_id: string;
  at: number;
  seq: Generated<number>;
  n: Generated<number>;
  actor_id: string;
  type: EventType;
  collection: HistoryKind;
  subject_id: string;
  space_id: string;
  title: string;
  params: EventParams;
}

declare module '../../platform/database/tables' {
  interface Tables {
    project_event: ProjectEventTable;
  }
}
