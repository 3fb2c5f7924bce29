/** Row types of 210-terminology.sql. */
import type { Generated, Selectable } from 'kysely';
import type { Candidate } from '../../../sync/terms/extract';
import type { TerminologyFileStatus } from './contract';

export interface TerminologyFileTable {
  company_id: string;
  id: string;
  upload_id: string;
  user_id: string;
  name: string;
  size: number;
  format: string;
  status: TerminologyFileStatus;
  error: Generated<string>;
  lines: string[] | null;
  candidates: Generated<Candidate[]>;
  mode: Generated<'' | 'model' | 'frequency'>;
  extraction: Generated<number>;
  created_at: number;
}
export type TerminologyFileRow = Selectable<TerminologyFileTable>;

declare module '../../platform/database/tables' {
  interface Tables {
    terminology_file: TerminologyFileTable;
  }
}
