/** Of migrations 060-runs.sql and 062-runs-of-transcription.sql. Times are milliseconds since the epoch. */
import type { RunState } from '../../sync/model/runs';

export interface RunTable {
  company_id: string;
  id: string;
  kind: string;
  owner_id: string;
  subject_collection: string;
  subject_id: string;
  key: string | null;
  /** JSON */
  input: unknown;
  state: RunState;
  attempts: number;
  progress: number;
  error: string;
  retry_at: number | null;
  lease_holder: string | null;
  lease_until: number | null;
  cancel_requested: boolean;
  /** started again while it was executed: it is executed once more */
  requested_again: boolean;
  /** times in a row that a provider has asked to come back later */
  deferrals: number;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
}

export interface RunStepTable {
  company_id: string;
  run_id: string;
  name: string;
  input_hash: string;
  /** JSON */
  output: unknown;
  created_at: number;
}

declare module '../platform/database/tables' {
  interface Tables {
    run: RunTable;
    run_step: RunStepTable;
  }
}
