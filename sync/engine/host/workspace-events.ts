import type { Ending, MyUser } from '../../protocol/session';

/** Events that a workspace reports to the host, and its requests to it. */
export interface WorkspaceEvents {
  /** the server ended the session of this account */
  sessionRevoked(ending: Ending): void;
  /** the server said who is signed in; it may be another person by now */
  userReceived(user: MyUser): void;
  /** the server answered to the session of this account */
  serverAnswered(): void;
  /** spaces whose lists are on a screen now */
  activeSpaces(): string[];
  /** a database was deleted while it was open */
  databaseDeleted(): void;
}

/** milliseconds for which an answer about who is signed in replaces a probe of the connection */
const CONFIRMED_MS = 10_000;

/** @param at when the server last confirmed the account (device milliseconds); null: not in this start */
export const isRecentlyConfirmed = (at: number | null, clock: { deviceNow(): number }): boolean =>
  at !== null && Math.abs(clock.deviceNow() - at) < CONFIRMED_MS;
