/** What the settings of a company mean for a person and a session. */

const HOUR = 60 * 60 * 1000;

/** After the retention was shortened nothing more is deleted for so long, in milliseconds: a slip can be undone. */
export const RETENTION_GRACE_MS = 24 * HOUR;

/** Whether a person must change the password: it is older than the company's wish, or there is none. */
export const mustChangePassword = (of: {
  password_set_at: number | null;
  must_change_password_since: number | null;
}): boolean =>
  of.must_change_password_since !== null &&
  (of.password_set_at === null || of.password_set_at < of.must_change_password_since);

/**
 * When a session is over by its company's settings, in milliseconds since the epoch. Without `last_seen_at` its use does not count: who
 * asks has just been used.
 */
export function endOfSession(of: {
  created_at: number;
  last_seen_at?: number;
  session_hours?: number | null;
  session_max_hours?: number | null | undefined;
}): number {
  const unused =
    of.session_hours && of.last_seen_at !== undefined
      ? of.last_seen_at + of.session_hours * HOUR
      : Number.POSITIVE_INFINITY;
  const absolute = of.session_max_hours ? of.created_at + of.session_max_hours * HOUR : Number.POSITIVE_INFINITY;
  return Math.min(unused, absolute);
}

/** Whether more would be deleted than before. `null`: kept for good. */
export const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before);
