/**
 * The state of the device lock as the page sees it, and the actions the page may take.
 *
 *                    ┌─ the organization requires one ─► setUp ─ PIN ─┐
 *   none ────────────┴───────────── PIN ──────────────────────────────┴─► open ◄─ PIN ─► covered   the screens; the key stays in memory
 *                                                                          │  ▲
 *                                          last tab closed, lease ended ───▼  └─ PIN, passkey, recovery
 *                                                         leaseEnded ─ contact ─► locked           the key is nowhere
 *
 * After the server ended the session: `signedOut` waits for a sign-in; `handingOver` sends the unsent work to
 * quarantine, then `erased`.
 */
import type { Unsent } from '../../storage/integrity/loss-counter';

export interface LockState {
  state: 'none' | 'setUp' | 'open' | 'covered' | 'locked' | 'leaseEnded' | 'signedOut' | 'handingOver' | 'erased';
  /** no database of the account is open, and its key is not in memory */
  isClosed: boolean;
  /** the organization requires a lock */
  isRequired: boolean;
  /** a lock is set */
  isSet: boolean;
  passkeys: { id: string; salt: Uint8Array; createdAt: number }[];
  /** PIN attempts left before only the server can open the lock */
  triesLeft: number;
  /** device milliseconds; 0: now */
  nextTryAt: number;
  /** device milliseconds; 0: no lease */
  leaseEndsAt: number;
  /** why the server did not renew an ended lease; `none`: it has not been asked */
  contact: 'none' | 'asking' | 'noAnswer' | 'blocked' | 'signedOut';
  /** work that is on this device only, as it was noted last; null: unknown */
  unsent: Unsent | null;
  /** this device hands over before it erases; while it is locked, once it is unlocked */
  handover: HandoverProgress | null;
}

/** Counts things as a person would: a note with its text is one. */
export interface HandoverProgress {
  sent: number;
  of: number;
  /** the server does not answer; another attempt follows */
  isWaiting: boolean;
}

export const NO_LOCK: LockState = {
  state: 'none',
  isClosed: false,
  isRequired: false,
  isSet: false,
  passkeys: [],
  triesLeft: 0,
  nextTryAt: 0,
  leaseEndsAt: 0,
  contact: 'none',
  unsent: null,
  handover: null,
};

/** `prf`: the 32 bytes of a passkey's PRF extension for its salt */
export type Opener = { pin: string } | { passkey: string; prf: Uint8Array };

export type LockAction =
  /**
   * sets a lock; needs the server, which keeps the recovery secret. `wanted`: by the person, not required by the
   * organization
   */
  | { do: 'setUp'; pin: string; wanted: boolean }
  | { do: 'unlock'; with: Opener }
  /** covers the screens of all tabs; running work continues */
  | { do: 'cover' }
  | { do: 'changePin'; pin: string; to: string }
  | { do: 'addPasskey'; pin: string; id: string; salt: Uint8Array; prf: Uint8Array }
  | { do: 'removePasskey'; id: string }
  /** replaces a forgotten PIN: the server releases the recovery secret for the account's password */
  | { do: 'recover'; password: string; to: string }
  /** Throws DEVICE_LOCK_REQUIRED where the organization requires it. */
  | { do: 'remove'; pin: string }
  /** asks the server now */
  | { do: 'contact' }
  /** opens the copy of an organization that was left, so that its unsent work can be handed over */
  | { do: 'openLeft'; companyId: string; pin: string };
