import type { Generated } from 'kysely';

/** Row types of 069-note-versions.sql and 072-saved-versions-and-push-failures.sql. Times are milliseconds since the epoch. */
export interface NoteVersionTable {
  company_id: string;
  collection: Generated<'noteContents'>;
  /** id of the text's document */
  content_id: string;
  id: string;
  /** Yjs state, gzip; null for the text as it stands */
  state: Buffer | null;
  author_ids: string[];
  begun_at: number;
  at: number;
  /** '' for none */
  name: Generated<string>;
  /** saved by a device together with its name; deleted when the name is removed */
  is_saved: Generated<boolean>;
}

declare module '../../platform/database/tables' {
  interface Tables {
    note_version: NoteVersionTable;
  }
}
