/**
 * Hands over the unsent work of organizations that the person was removed from, while their session continues in
 * another organization, then erases those copies. The open workspace continues meanwhile. A Web Lock lets one tab work
 * at a time.
 *
 *   noted as left ─┬► key in memory, or no lock ──► quarantine ──► noted ──► notice, erase
 *                  ├► locked ──► waits for its PIN ──► as above; its lease or the thirty days end ──► counted as lost, erase
 *                  ├► HANDOVER_CLOSED ──► a member again? keep : counted as lost, erase
 *                  └► no answer ──► exponential backoff; `retry` ends it
 */
import type { Call } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { sessionCalls } from '../../../protocol/session';
import { accountKey } from '../../storage/account-key';
import type { AccountsDatabase, LeftAccount } from '../accounts';
import type { AccountId } from '../../storage/account';
import { backoff } from '../../connection/backoff';
import type { Environment } from '../../storage/environment';
import { leaseEnded } from '../lock/lease';
import type { DexieEnvironment } from '../../storage/dexie-environment';
import { KeyStore, type UnlockedKey } from '../../storage/sealing/keys';
import type { HandedOverCounts } from '../../outbox/left-notices';
import { handOver, unsentAsNoted } from './hand-over';
import { ofLeftOrganization } from './line';
import { RepeatedAttempts } from './repeated-attempts';

/** milliseconds between checks of the lease of a locked copy */
const LEASE_CHECK_MS = 60_000;

/** The copy of an organization that was left and that has a lock of its own. */
export interface LockedCopy {
  companyId: string;
  /** '': unknown */ name: string;
  /** things on this device only */ unsent: number;
}

export interface LeftHost {
  call: Call;
  /** Opening, closing and erasing never overlap. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  erase(account: AccountId, counts: HandedOverCounts): Promise<void>;
  /** copies that wait for their PIN */
  locked(copies: LockedCopy[]): void;
}

const keyOf = ({ userId, companyId }: AccountId): string => accountKey(userId, companyId);

export class LeftRun {
  private readonly attempts: RepeatedAttempts;
  private userId = '';
  private readonly keys = new Map<string, UnlockedKey>();

  /** @param ended fires when this worker ends */
  constructor(
    private readonly environment: Environment,
    private readonly databases: DexieEnvironment,
    private readonly accounts: AccountsDatabase,
    ended: AbortSignal,
    private readonly host: LeftHost,
  ) {
    this.attempts = new RepeatedAttempts(ended, environment.report);
  }

  /** Keeps the key of a locked copy in memory while this worker runs. */
  unlocked(account: AccountId, key: UnlockedKey): void {
    this.keys.set(keyOf(account), key);
  }

  /** Starts the handover of a person's left organizations; a running one begins its next attempt now. */
  start(userId: string): void {
    if (this.attempts.isRunning && this.userId === userId) return this.attempts.retry();
    for (const key of this.keys.keys()) if (!key.endsWith(`/${userId}`)) this.keys.delete(key);
    this.userId = userId;
    this.attempts.start((signal) => this.run(userId, signal));
  }

  /** Ends the backoff: the next attempt begins now. */
  retry(): void {
    this.attempts.retry();
  }

  /** Resolves once the databases may be opened. */
  cancel(): Promise<void> {
    return this.attempts.cancel();
  }

  /** The person is no longer signed in on this device. */
  forget(): void {
    this.keys.clear();
    this.host.locked([]);
  }

  /** Resolves once nothing runs. */
  end(): Promise<void> {
    return this.attempts.end();
  }

  private async run(userId: string, signal: AbortSignal): Promise<void> {
    const { environment, accounts, host } = this;
    for (let number = 1; !signal.aborted; number += 1) {
      if ((await accounts.leftBy(userId)).length === 0) break;
      const hasFailed = await environment.locks.request(`satchel-left:${environment.prefix}`, { signal }, () =>
        this.attemptAll(userId, number, signal),
      );
      const left = await accounts.leftBy(userId);
      const locked = (
        await Promise.all(
          left.map(async (account) => ((await this.isLocked(account)) ? [await this.copyOf(account)] : [])),
        )
      ).flat();
      if (signal.aborted) return;
      host.locked(locked);
      if (left.length === 0) return;
      await this.attempts.pause(
        hasFailed ? backoff(number, Math.random, environment.retryMin) : LEASE_CHECK_MS,
        signal,
      );
    }
    if (!signal.aborted) host.locked([]);
  }

  /** @returns whether an account has to be tried again */
  private async attemptAll(userId: string, number: number, signal: AbortSignal): Promise<boolean> {
    let hasFailed = false;
    for (const account of await this.accounts.leftBy(userId)) {
      try {
        await this.attemptOne(account, number, signal);
      } catch (error) {
        if (signal.aborted) return false;
        if (!(error instanceof CallError)) this.environment.report(error);
        hasFailed = true;
      }
    }
    return hasFailed;
  }

  private async attemptOne(account: LeftAccount, number: number, signal: AbortSignal): Promise<void> {
    const { environment, databases, accounts, host } = this;
    const isLate = environment.deviceNow() >= account.until;
    let counts = account.counts;
    if (!counts && (isLate || ((await this.isLocked(account)) && (await this.isLeaseOver(account)))))
      counts = { taken: 0, leftOut: unsentAsNoted(environment, account) };
    if (!counts) {
      if ((await this.isLocked(account)) && unsentAsNoted(environment, account) > 0) return;
      const call: Call = (declared, input, options) => host.call(declared, input, { ...options, signal });
      const sending = handOver({
        environment,
        databases,
        handover: ofLeftOrganization(call, account),
        unlocked: { account, key: this.keys.get(keyOf(account)) ?? null },
        number,
        onProgress: () => {},
      });
      const sent = await this.attempts.opensDatabases(sending);
      if (sent === 'closed') {
        const user = await call(sessionCalls.my, {});
        // another person signed in meanwhile
        if (user.id !== account.userId) return;
        if (user.memberOf?.includes(account.companyId)) return accounts.noteLeft([], [account]);
      }
      counts = sent === 'closed' ? { taken: 0, leftOut: unsentAsNoted(environment, account) } : sent;
      // persisted, so that a worker that ends before the erasure does not hand over again
      await accounts.noteHandedOver(account, counts);
    }
    const { taken, leftOut } = counts;
    await host.runExclusive(async () => {
      if (!signal.aborted) await host.erase(account, { taken, leftOut });
    });
    this.keys.delete(keyOf(account));
  }

  private async isLocked(account: LeftAccount): Promise<boolean> {
    const { lock } = await new KeyStore(
      this.environment.prefix,
      account.userId,
      account.companyId,
      this.databases,
    ).read();
    return lock !== undefined && this.keys.get(keyOf(account))?.generation !== lock.generation;
  }

  private async isLeaseOver(account: LeftAccount): Promise<boolean> {
    const { deviceLock } = (await this.accounts.profileOf(account)) ?? {};
    const lease = await this.accounts.lease(account);
    return (
      deviceLock?.required === true &&
      lease !== null &&
      leaseEnded(lease, deviceLock.leaseHours, this.environment.deviceNow())
    );
  }

  private async copyOf(account: LeftAccount): Promise<LockedCopy> {
    return {
      companyId: account.companyId,
      name: await this.accounts.organizationName(account),
      unsent: unsentAsNoted(this.environment, account),
    };
  }
}
