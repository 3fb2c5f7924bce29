/** Durations around sessions, in milliseconds. */
import { HANDOVER } from '../../../sync/protocol/handover';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

export const ACCESS_TOKEN_MS = 10 * 60 * SECOND;
/** A device that was offline longer signs in again; its unsent changes are still there. */
export const SESSION_MS = 60 * DAY;
/** Two tabs that exchange the same refresh token within this time both get the new one. */
export const REFRESH_GRACE_MS = 20 * SECOND;
/**
 * Browsers write cookies to disk about every 30 seconds: one that is killed earlier restarts with the previous tokens.
 */
export const TOKENS_KEPT_MS = 45 * SECOND;
/** For this long, a device that never received the answer to its exchange may repeat it. */
export const LOST_ANSWER_MS = 30 * DAY;
/** Exchanged refresh tokens are stored this long, to detect their reuse. */
export const USED_TOKEN_KEPT_MS = LOST_ANSWER_MS;
/** Ended sessions stay in the list of devices, and in the database, this long. */
export const ENDED_SESSION_KEPT_MS = 30 * DAY;
/**
 * A device keeps its session cookie this long; until then the server must remember that the device is to erase its
 * copy.
 */
export const ERASURE_KEPT_MS = SESSION_MS;
/** For this long after its session was revoked, a device may hand over; the handover is stored as long. */
export const HANDOVER_MS = HANDOVER.days * DAY;
/** Maximum age of a cached session row if no event invalidates it. */
export const SESSION_CACHE_MS = 5 * SECOND;
/** Precision of `last_seen_at`. */
export const LAST_SEEN_EVERY_MS = 5 * 60 * SECOND;
/** Activity is counted by the hour and deleted after slightly more than the year that the overview shows. */
export const HOUR_MS = 60 * 60 * SECOND;
export const ACTIVITY_KEPT_MS = 400 * DAY;
