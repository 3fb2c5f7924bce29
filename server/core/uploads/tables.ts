/** Row types of 003-core.sql. */
import type { Generated } from 'kysely';

export interface UploadTable {
  company_id: string;
  id: string;
  recording_id: string;
  meeting_id: string;
  user_id: string;
  file_name: string;
  kind: 'wav' | 'webm' | 'mp3';
  /** bytes */
  size: number;
  state: 'open' | 'finished';
  sha256: Generated<string>;
  duration_ms: Generated<number>;
  created_at: number;
  finished_at: number | null;
  transcribed_at: number | null;
}

/** Row type of 224-recording-peaks.sql. */
export interface RecordingPeaksTable {
  company_id: string;
  recording_id: string;
  every_ms: number;
  levels: string;
}

export interface UploadLockTable {
  id: string;
  holder: string;
  until: number;
  wanted: Generated<boolean>;
}

declare module '../../platform/database/tables' {
  interface Tables {
    upload: UploadTable;
    upload_lock: UploadLockTable;
    recording_peaks: RecordingPeaksTable;
  }
}
