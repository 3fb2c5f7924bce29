/** Effects of a company's settings on people and sessions. */

const HOUR = 60 * 60 * 1000;

/** Milliseconds after a shortened retention during which nothing more is deleted, so that a mistake can be undone. */
export const RETENTION_GRACE_MS = 24 * HOUR;

/** Whether a person must change the password: it is older than the company's requirement, or missing. */
export const mustChangePassword = (of: {
  password_set_at: number | null;
  must_change_password_since: number | null;
}): boolean =>
  of.must_change_password_since !== null &&
  (of.password_set_at === null || of.password_set_at < of.must_change_password_since);

/**
 * End of a session by its company's settings, in milliseconds since the epoch. Without `last_seen_at`, idle time is not
 * considered, because the request itself is a use.
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

/** Whether the change deletes more than before. `null`: unlimited. */
export const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before);
