/** Who may sign in (specification: organization 8, USER_LOGIN_FORBIDDEN), and which ended sessions may hand over. */
import { HANDOVER_MS } from './lifetimes';

/** Not with a disabled account, nor with one whose mailbox is not proven yet. */
export const maySignIn = (user: { enabled: boolean; mailbox_proven_at: number | null }): boolean =>
  user.enabled && user.mailbox_proven_at !== null;

/** What of a session decides on its handover. */
export interface EndedSession {
  revoked_at: number | null;
  wipe: boolean;
  handover: boolean;
  handed_over_at: number | null;
  erased_at: number | null;
}

/** A device that was told to erase hands over first what it never sent: once, and within thirty days, unless somebody chose otherwise. */
export const mayHandOver = (session: EndedSession, now: number): boolean =>
  session.revoked_at !== null &&
  session.wipe &&
  session.handover &&
  session.handed_over_at === null &&
  session.erased_at === null &&
  now < session.revoked_at + HANDOVER_MS;
