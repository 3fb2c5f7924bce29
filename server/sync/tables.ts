/** The tables of migration 002-sync.sql, joined to those of the platform. */
import type { Generated } from 'kysely';
import type { KindName } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';

export interface CompanyClockTable {
  company_id: string;
  seq: number;
  epoch: Generated<string>;
  epoch_seq: Generated<number>;
}
export interface CompanyMemberTable {
  company_id: string;
  user_id: string;
  first_seq: number;
  since_seq: number;
  until_seq: number | null;
}
export interface SpaceTable {
  company_id: string;
  id: string;
  everyone_role: Role | null;
  everyone_since: number | null;
  everyone_until: number | null;
  everyone_first: number | null;
}
export interface MemberTable {
  company_id: string;
  user_id: string;
  space_id: string;
  role: Role;
  first_seq: number;
  since_seq: number;
  until_seq: number | null;
}
export interface DocTable {
  company_id: string;
  collection: KindName;
  id: string;
  space_id: string;
  seq: number;
  created_seq: number;
  rev: string;
  deleted: boolean;
  deleted_at: number | null;
  refs: Record<string, string>;
  data: Record<string, unknown>;
}
export interface DocExitTable {
  company_id: string;
  space_id: string;
  collection: KindName;
  id: string;
  seq: number;
  created_seq: number;
  left_at: number;
}
export interface SpaceGcTable {
  company_id: string;
  space_id: string;
  collection: KindName;
  gc_seq: number;
}

declare module '../platform/database/tables' {
  interface Tables {
    company_clock: CompanyClockTable;
    company_member: CompanyMemberTable;
    space: SpaceTable;
    member: MemberTable;
    doc: DocTable;
    doc_exit: DocExitTable;
    space_gc: SpaceGcTable;
  }
}
