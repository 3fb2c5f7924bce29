/**
 * The columns of all tables, for Kysely. Each feature adds its own beside its code:
 *
 *   declare module '../../platform/database/tables' { interface Tables { projects: ProjectsTable } }
 *
 * int8 arrives as number (values beyond 2^53 are rejected), timestamptz as Date, jsonb parsed.
 */
export interface Tables {
  idempotency_key: IdempotencyKeyTable;
  rate_limit: RateLimitTable;
}

/** The first answer of a call made with an Idempotency-Key, kept for a day. */
export interface IdempotencyKeyTable {
  user_id: string;
  key: string;
  call: string;
  input_hash: string;
  /** null while the first request still runs */
  answer: string | null;
  created_at: number;
}

/** Columns of rate-limiter-flexible. */
export interface RateLimitTable {
  key: string;
  points: number;
  expire: number | null;
}
