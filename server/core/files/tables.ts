/** Row types of 078-files.sql. */
import type { Generated, Selectable } from 'kysely';
import type { ParsedText } from '../../../sync/model/parsed-text';

export interface FileVersionTable {
  company_id: string;
  item_id: string;
  version: number;
  upload_id: string;
  name: string;
  /** bytes */
  size: number;
  sha256: string;
  type: string;
  user_id: string;
  created_at: number;
}
export type FileVersionRow = Selectable<FileVersionTable>;

export interface FileUploadTable {
  company_id: string;
  upload_id: string;
  file_id: string;
  project_id: string;
  chat_id: Generated<string>;
  user_id: string;
  name: string;
  size: number;
  sha256: string;
  makes_item: Generated<boolean>;
  created_at: number;
}
export type FileUploadRow = Selectable<FileUploadTable>;

export interface TemporaryFileTable {
  company_id: string;
  id: string;
  user_id: string;
  chat_id: Generated<string>;
  upload_id: string;
  name: string;
  size: number;
  sha256: string;
  type: string;
  parse_status: 'waiting' | 'parsing' | 'parsed' | 'failed';
  error: Generated<string>;
  pages: Generated<number>;
  text: ParsedText | null;
  created_at: number;
  expires_at: number;
}
export type TemporaryFileRow = Selectable<TemporaryFileTable>;

export interface FileBatchTable {
  company_id: string;
  id: string;
  user_id: string;
  is_temporary: boolean;
  file_ids: string[];
  expires_at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    file_version: FileVersionTable;
    file_upload: FileUploadTable;
    temporary_file: TemporaryFileTable;
    file_batch: FileBatchTable;
  }
}
