/**
 * Watches the lease of the current account (lease.ts) and renews it by asking the server.
 *
 *   running ── end passed ──► asked ─┬─ answered ──► running
 *                                    └─ no answer, refused ──► covered ── recording ended ──► closed ── contact ──► running
 *
 * An expired lease never interrupts work: the screens are covered immediately, but the key is dropped only when no
 * recording runs and the typed text is compacted.
 */
import { NoAnswerError } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { pause } from '../../connection/backoff';
import { RECORDER_LOCK } from '../../recording/encoder-api';
import type { Account } from '../../storage/account';
import type { Environment } from '../../storage/environment';
import type { AccountsDatabase } from '../accounts';
import { leaseEnded, leaseEndsAt } from './lease';
import type { LockStatus } from './lock-status';
import type { LockState } from './state';

/** milliseconds between checks of the lease */
const CHECK_MS = 30_000;
/** milliseconds after the last contact, and between attempts, after which the server is asked for a renewal */
const RENEW_MS = 10 * 60_000;
/** milliseconds between two writes of the last contact */
const WRITE_MS = 60_000;
/** milliseconds in which a meeting learns that its recording ended */
const RECORDING_END_MS = 2_000;

export interface LeaseHost {
  closeWorkspace(): Promise<void>;
  openWorkspace(account: Account): Promise<void>;
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the server who is signed in and opens that account. Throws the failure of the call. */
  refreshAccount(): Promise<void>;
}

export class LeaseMonitor {
  private writtenAt = -Infinity;
  private askedAt = -Infinity;
  private closing: Promise<void> | null = null;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly environment: Environment,
    private readonly accounts: AccountsDatabase,
    private readonly status: LockStatus,
    private readonly host: LeaseHost,
  ) {
    this.timer = setInterval(() => {
      this.check().catch(environment.report);
    }, CHECK_MS);
    // in Node the timer would keep the process alive
    (this.timer as { unref?: () => void }).unref?.();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** No account is signed in any more. */
  forgotten(): void {
    this.writtenAt = -Infinity;
  }

  /** The server answered to a session of this account: the lease begins anew. */
  async serverAnswered(): Promise<void> {
    const { status } = this;
    const { account, leaseHours } = status;
    const now = status.now();
    const isWritten = now >= this.writtenAt && now < this.writtenAt + WRITE_MS;
    if (!account || leaseHours === 0 || (isWritten && status.current.state !== 'leaseEnded')) return;
    this.writtenAt = now;
    const lease = { contactAt: now, seen: now };
    await this.accounts.writeLease(account, lease);
    status.state$.next({ ...status.current, leaseEndsAt: leaseEndsAt(lease, leaseHours) });
  }

  /** Checks the lease: periodically, and when the page reports an event. */
  async check(): Promise<void> {
    const { status } = this;
    const { account } = status;
    if (!account || status.leaseHours === 0) return;
    if (await this.isOver()) {
      if (status.current.isClosed) await this.askServer();
      else
        await (this.closing ??= this.closeUnlessRenewed().finally(() => {
          this.closing = null;
        }));
      return;
    }
    const lease = await this.accounts.lease(account);
    const now = status.now();
    if (lease && now > lease.seen + WRITE_MS) await this.accounts.writeLease(account, { ...lease, seen: now });
    if (lease && now > lease.contactAt + RENEW_MS && (now < this.askedAt || now > this.askedAt + RENEW_MS))
      await this.askServer();
    // another tab reached the server
    else if (status.current.state === 'leaseEnded' && !this.closing)
      await this.host.runExclusive(() => this.host.openWorkspace(account));
  }

  async isOver(): Promise<boolean> {
    const { account, leaseHours } = this.status;
    if (!account || leaseHours === 0) return false;
    const lease = await this.accounts.lease(account);
    const now = this.status.now();
    if (lease) {
      const over = leaseEnded(lease, leaseHours, now);
      // persisted, so that a clock put back afterwards does not revive the lease
      if (over && !lease.over) await this.accounts.endLease(account, lease);
      return over;
    }
    // the requirement came with an answer of the server just now
    await this.accounts.writeLease(account, { contactAt: now, seen: now });
    return false;
  }

  /** Asks the server now; the published state says how it answered. */
  async askServer(): Promise<void> {
    const { status } = this;
    this.askedAt = status.now();
    const publish = (contact: LockState['contact']): void => {
      if (status.current.state === 'leaseEnded') status.state$.next({ ...status.current, contact });
    };
    publish('asking');
    try {
      await this.host.refreshAccount();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      publish(
        error instanceof NoAnswerError || error.status >= 500
          ? 'noAnswer'
          : error.status === 401
            ? 'signedOut'
            : 'blocked',
      );
    }
  }

  private async closeUnlessRenewed(): Promise<void> {
    const { status } = this;
    await this.askServer();
    if (!(await this.isOver())) return;
    await status.publish('leaseEnded', await status.readKeys(), false);
    // waits for a running recording to end
    await this.environment.locks.request(RECORDER_LOCK, () => undefined);
    await pause(RECORDING_END_MS);
    await this.host.runExclusive(async () => {
      if (!status.account) return;
      if (!(await this.isOver())) {
        status.isCovered = (await status.readKeys()).lock !== undefined;
        status.state$.next({ ...status.current, state: 'open' });
        return status.publishCurrent();
      }
      await this.host.closeWorkspace();
      status.unlocked = null;
      await status.publish('leaseEnded', await status.readKeys(), true);
    });
  }
}
