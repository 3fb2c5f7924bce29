/**
 * Repeats attempts to hand over the work of a revoked device until it is in quarantine, cancelled, or too late; then the device erases.
 * A Web Lock lets one tab run it; the others wait for the lock and find the handover done.
 *
 *   attempt ─┬► in quarantine, or too late ──► erase
 *            ├► HANDOVER_CLOSED ──► signed in again? go on : erase
 *            └► no answer ──► exponential backoff; `retry` ends it ──► attempt
 */
import { CallError } from '../../../protocol/errors';
import { NoAnswerError, type Call } from '../../../protocol/client';
import type { AccountsDatabase } from '../accounts';
import type { Account } from '../../storage/account';
import { backoff, pause } from '../../connection/backoff';
import type { Environment } from '../../storage/environment';
import type { HandoverProgress } from '../lock/state';
import type { DexieEnvironment, UnlockedKey } from '../../storage/sealing/keys';
import { handOver } from './hand-over';
import { ofRevokedSession } from './line';

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
  private running: { done: Promise<void>; cancelled: AbortController } | null = null;
  /** settles once the databases that an attempt opened are closed */
  private attempt: Promise<unknown> = Promise.resolve();
  private wake = (): void => {};

  /** @param ended fires when this worker ends */
  constructor(
    private readonly environment: Environment,
    private readonly databases: DexieEnvironment,
    private readonly accounts: AccountsDatabase,
    private readonly ended: AbortSignal,
    private readonly host: HandoverHost,
  ) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  start(account: Account, unlocked: UnlockedKey | null): void {
    const {
      environment: { locks, prefix, report },
    } = this;
    const cancelled = new AbortController();
    const signal = AbortSignal.any([this.ended, cancelled.signal]);
    const running = {
      cancelled,
      done: Promise.resolve(
        locks.request(`satchel-handover:${prefix}`, { signal }, () => this.run(account, unlocked, signal)),
      )
        .catch((error: unknown) => {
          if (!signal.aborted) report(error);
        })
        .finally(() => {
          if (this.running === running) this.running = null;
        }),
    };
    this.running = running;
  }

  /** Ends the backoff: the next attempt begins now. */
  retry(): void {
    this.wake();
  }

  /** Cancels the handover. Resolves once the databases may be opened. */
  async cancel(): Promise<void> {
    this.running?.cancelled.abort();
    this.running = null;
    await this.attempt;
  }

  /** Resolves once no attempt runs. */
  async end(): Promise<void> {
    await this.running?.done;
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
        this.attempt = sending.catch(() => undefined);
        const sent = await sending;
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
      const woken = new AbortController();
      this.wake = () => woken.abort();
      await pause(backoff(number, Math.random, environment.retryMin), AbortSignal.any([signal, woken.signal]));
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
