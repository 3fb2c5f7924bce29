/** Row types of 068-note-images.sql, with the key of 074-note-images-by-text.sql. */
import type { Generated, Selectable } from 'kysely';
import type { NoteImageType } from '../../../sync/model/note-image';

export interface NoteImageTable {
  company_id: string;
  /** unique within its text: other texts may have other images with this id */
  id: string;
  content_id: string;
  user_id: string;
  upload_id: string;
  /** bytes */
  size: number;
  state: 'open' | 'finished';
  type: Generated<NoteImageType | ''>;
  width: Generated<number>;
  height: Generated<number>;
  sha256: Generated<string>;
  created_at: number;
  finished_at: number | null;
  checked_rev: Generated<string>;
  unused_since: number | null;
}
export type NoteImageRow = Selectable<NoteImageTable>;

declare module '../../platform/database/tables' {
  interface Tables {
    note_image: NoteImageTable;
  }
}
