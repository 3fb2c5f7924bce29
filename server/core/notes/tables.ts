/** Row type of 075-public-note-claims.sql. */
import type { Generated } from 'kysely';

/** the company that has the public address of a note */
export interface PublicNoteTable {
  note_id: string;
  company_id: string;
  collection: Generated<'notes'>;
}

declare module '../../platform/database/tables' {
  interface Tables {
    public_note: PublicNoteTable;
  }
}
