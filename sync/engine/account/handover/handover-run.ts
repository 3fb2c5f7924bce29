/**
 * Repeats attempts to hand over the work of a revoked device until it is in quarantine, cancelled, or too late; then
 * the device erases. A Web Lock lets one tab run it; the others wait for the lock and find the handover done.
 *
 *   attempt ─┬► in quarantine, or too late ──► erase
 *            ├► HANDOVER_CLOSED ──► signed in again? go on : erase
 *            └► no answer ──► exponential backoff; `retry` ends it ──► attempt
 */
import { CallError } from '../../../protocol/errors';
import { NoAnswerError, type Call } from '../../../protocol/client';
import type { AccountsDatabase } from '../accounts';
import type { Account } from '../../storage/account';
import { backoff } from '../../connection/backoff';
import type { Environment } from '../../storage/environment';
import type { HandoverProgress } from '../lock/state';
import type { DexieEnvironment } from '../../storage/dexie-environment';
import type { UnlockedKey } from '../../storage/sealing/keys';
import { handOver } from './hand-over';
import { ofRevokedSession } from './line';
import { RepeatedAttempts } from './repeated-attempts';

export interface HandoverHost {
  call: Call;
  /** Asks the server who is signed in and opens that account. Throws the failure of the call. */
  refreshAccount(): Promise<void>;
  /** Opening, closing and erasing never overlap. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** @param handedOver things in quarantine */
  erase(account: Account, handedOver: number): Promise<void>;
  progress(progress: HandoverProgress): void;
}

export class HandoverRun {
  private readonly attempts: RepeatedAttempts;

  /** @param ended fires when this worker ends */
  constructor(
    private readonly environment: Environment,
    private readonly databases: DexieEnvironment,
    private readonly accounts: AccountsDatabase,
    ended: AbortSignal,
    private readonly host: HandoverHost,
  ) {
    this.attempts = new RepeatedAttempts(ended, environment.report);
  }

  get isRunning(): boolean {
    return this.attempts.isRunning;
  }

  start(account: Account, unlocked: UnlockedKey | null): void {
    const { locks, prefix } = this.environment;
    this.attempts.start((signal) =>
      Promise.resolve(
        locks.request(`satchel-handover:${prefix}`, { signal }, () => this.run(account, unlocked, signal)),
      ),
    );
  }

  /** Ends the backoff: the next attempt begins now. */
  retry(): void {
    this.attempts.retry();
  }

  /** Cancels the handover. Resolves once the databases may be opened. */
  cancel(): Promise<void> {
    return this.attempts.cancel();
  }

  /** Resolves once no attempt runs. */
  end(): Promise<void> {
    return this.attempts.end();
  }

  private async run(account: Account, unlocked: UnlockedKey | null, signal: AbortSignal): Promise<void> {
    const { environment, databases, accounts, host } = this;
    const call: Call = (declared, input, options) => host.call(declared, input, { ...options, signal });
    for (let number = 1; !signal.aborted; number += 1) {
      const { handover } = await accounts.sessionEnd();
      if (handover?.userId !== account.userId) return;
      let progress = { sent: 0, of: 0 };
      const publish = (isWaiting: boolean): void => {
        if (!signal.aborted) host.progress({ ...progress, isWaiting });
      };
      const onProgress = (sent: number, of: number): void => {
        progress = { sent, of };
        publish(false);
      };
      try {
        const isLate = environment.deviceNow() >= handover.until;
        const sending = isLate
          ? Promise.resolve({ taken: 0 })
          : handOver({
              environment,
              databases,
              handover: ofRevokedSession(call, await accounts.ofUser(account.userId)),
              unlocked: { account, key: unlocked },
              number,
              onProgress,
            });
        const sent = await this.attempts.opensDatabases<{ taken: number } | 'closed'>(sending);
        // somebody signed in meanwhile: the session continues, nothing is handed over and nothing is erased
        if (sent === 'closed' && (await this.isSignedIn())) return;
        await host.runExclusive(async () => {
          if (!signal.aborted && (await accounts.sessionEnd()).handover)
            await host.erase(account, sent === 'closed' ? 0 : sent.taken);
        });
        return;
      } catch (error) {
        if (signal.aborted || (await accounts.sessionEnd()).handover === null) return;
        if (!(error instanceof CallError)) environment.report(error);
      }
      publish(true);
      await this.attempts.pause(backoff(number, Math.random, environment.retryMin), signal);
    }
  }

  /** Throws if the server does not answer. */
  private async isSignedIn(): Promise<boolean> {
    try {
      await this.host.refreshAccount();
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error instanceof NoAnswerError || error.status >= 500) throw error;
      return false;
    }
  }
}
