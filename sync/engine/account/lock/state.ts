/**
 * What a page knows of the lock of this device, and what it may ask for.
 *
 *                    ┌─ the organization requires one ─► setUp ─ PIN ─┐
 *   none ────────────┴───────────── PIN ──────────────────────────────┴─► open ◄─ PIN ─► covered   the screens; the key stays in memory
 *                                                                          │  ▲
 *                                          last tab closed, lease ended ───▼  └─ PIN, passkey, recovery
 *                                                         leaseEnded ─ contact ─► locked           the key is nowhere
 *
 * Beside them, of a session that the server ended: `signedOut` waits for a sign-in; `handingOver` sends what was never sent, and `erased` follows.
 */
import type { Unsent } from '../../storage/integrity/loss-counter';

export interface LockState {
  state: 'none' | 'setUp' | 'open' | 'covered' | 'locked' | 'leaseEnded' | 'signedOut' | 'handingOver' | 'erased';
  /** nothing of the account is open: its key is not in memory */
  isClosed: boolean;
  /** the organization requires a lock */
  isRequired: boolean;
  /** there is a lock */
  isSet: boolean;
  passkeys: { id: string; salt: Uint8Array; createdAt: number }[];
  /** PINs that may still be tried before only the server opens */
  triesLeft: number;
  /** milliseconds by this device; 0: now */
  nextTryAt: number;
  /** milliseconds by this device; 0: no lease */
  leaseEndsAt: number;
  /** of a lease that ended: why the server did not renew it. `none`: it has not been asked */
  contact: 'none' | 'asking' | 'noAnswer' | 'blocked' | 'signedOut';
  /** what is on this device and nowhere else, as far as it is known while locked */
  unsent: Unsent | null;
  /** this device was told to erase and hands over first; while it is locked, once it is unlocked */
  handover: HandoverProgress | null;
}

/** Things a person would count. */
export interface HandoverProgress {
  sent: number;
  of: number;
  /** the server does not answer: it is tried again */
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

/** `prf`: 32 bytes that a passkey gave for its salt */
export type Opener = { pin: string } | { passkey: string; prf: Uint8Array };

export type LockAction =
  /** sets a lock; the server must be reached, as it keeps the way back in. `wanted`: by the person, not for the organization */
  | { do: 'setUp'; pin: string; wanted: boolean }
  | { do: 'unlock'; with: Opener }
  /** covers the screens of all tabs; what runs goes on */
  | { do: 'cover' }
  | { do: 'changePin'; pin: string; to: string }
  | { do: 'addPasskey'; pin: string; id: string; salt: Uint8Array; prf: Uint8Array }
  | { do: 'removePasskey'; id: string }
  /** a forgotten PIN: the server gives the way back in for the password of the account */
  | { do: 'recover'; password: string; to: string }
  /** Throws DEVICE_LOCK_REQUIRED where the organization requires it. */
  | { do: 'remove'; pin: string }
  /** asks the server now */
  | { do: 'contact' }
  /** opens the copy of an organization that was left, so that its unsent work can be handed over */
  | { do: 'openLeft'; companyId: string; pin: string };
