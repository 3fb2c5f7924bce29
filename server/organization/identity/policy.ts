/** Rules of sign-in (specification: organization 8, USER_LOGIN_FORBIDDEN), and which ended sessions may hand over. */
import { HANDOVER_MS } from './lifetimes';

/** False for a disabled account and for an unproven mailbox. */
export const maySignIn = (user: { enabled: boolean; mailbox_proven_at: number | null }): boolean =>
  user.enabled && user.mailbox_proven_at !== null;

/** The properties of a session that decide on its handover. */
export interface EndedSession {
  revoked_at: number | null;
  wipe: boolean;
  handover: boolean;
  handed_over_at: number | null;
  erased_at: number | null;
}

/**
 * A device that was told to erase its copy may hand over its unsent changes first: once, within thirty days, unless the
 * revocation excluded it.
 */
export const mayHandOver = (session: EndedSession, now: number): boolean =>
  session.revoked_at !== null &&
  session.wipe &&
  session.handover &&
  session.handed_over_at === null &&
  session.erased_at === null &&
  now < session.revoked_at + HANDOVER_MS;
