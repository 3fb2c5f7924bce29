/** Row types of 054-handover.sql, 250-notified-handovers.sql and 251-notified-reader.sql. Times are milliseconds since the epoch. */
import type { Generated } from 'kysely';
import type { HandoverItem } from '../../../sync/protocol/handover';

export interface DepartureTable {
  company_id: string;
  user_id: string;
  heir_id: string;
  left_at: number;
}

export interface HandoverTable {
  id: string;
  company_id: string;
  user_id: string;
  session_id: string;
  device_name: string;
  revoked_at: number;
  created_at: number;
  /** when the device last sent content */
  updated_at: number;
  finished_at: number | null;
  notified_at: Generated<number | null>;
  /** reader who was notified at `notified_at` */
  notified_user_id: Generated<string | null>;
  things: Generated<number>;
  left_out: Generated<number>;
  resolved_at: number | null;
  outcome: 'kept' | 'discarded' | 'expired' | null;
}

export interface HandoverItemTable {
  handover_id: string;
  id: string;
  position: number;
  kind: HandoverItem['kind'];
  about: string;
  title: string;
  payload: string;
  bytes: number;
}

export interface HandoverAudioTable {
  handover_id: string;
  recording_id: string;
  at: number;
  bytes: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    departure: DepartureTable;
    handover: HandoverTable;
    handover_item: HandoverItemTable;
    handover_audio: HandoverAudioTable;
  }
}
