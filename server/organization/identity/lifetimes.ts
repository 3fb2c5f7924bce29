/** How long things of a session last, in milliseconds. */
import { HANDOVER } from '../../../sync/protocol/handover';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

export const ACCESS_TOKEN_MS = 10 * 60 * SECOND;
/** A device that was away for longer signs in again; what it had not sent is still there. */
export const SESSION_MS = 60 * DAY;
/** Two tabs that exchange the same refresh token within this time both get the new one. */
export const REFRESH_GRACE_MS = 20 * SECOND;
/** A browser writes cookies to its disk every half minute: one that is killed before starts again with the tokens of before. */
export const TOKENS_KEPT_MS = 45 * SECOND;
/** A device that never got the answer to its exchange may ask again for so long. */
export const LOST_ANSWER_MS = 30 * DAY;
/** Exchanged refresh tokens are remembered so long, to see their reuse. */
export const USED_TOKEN_KEPT_MS = LOST_ANSWER_MS;
/** Ended sessions stay in the list of devices, and in the database, so long. */
export const ENDED_SESSION_KEPT_MS = 30 * DAY;
/** A device has the cookie of its session for so long: until then the server knows that it is to erase its copy. */
export const ERASURE_KEPT_MS = SESSION_MS;
/** A device may hand over for so long after its session was revoked, and what it handed over is kept for as long. */
export const HANDOVER_MS = HANDOVER.days * DAY;
/** A process looks at the session's row again after this time, even when no event came. */
export const SESSION_CACHE_MS = 5 * SECOND;
/** `last_seen_at` is exact to this. */
export const LAST_SEEN_EVERY_MS = 5 * 60 * SECOND;
/** Who was active is counted by hours, and forgotten after a little more than the year that the overview shows. */
export const HOUR_MS = 60 * 60 * SECOND;
export const ACTIVITY_KEPT_MS = 400 * DAY;
