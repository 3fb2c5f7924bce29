/**
 * Repeats attempts to hand over the work of a revoked device, until it is in quarantine, cancelled, or too late; then the device erases.
 * One tab does it, by a Web Lock; the others wait for it and find it done.
 *
 *   attempt ─┬► in quarantine, or too late ──► erase
 *            ├► HANDOVER_CLOSED ──► signed in again? go on : erase
 *            └► no answer ──► pause, longer each time; `retry` ends it ──► attempt
 */
import { CallError } from '../../protocol/errors';
import { NoAnswerError, type Call } from '../../protocol/client';
import type { AccountsDatabase } from '../accounts/accounts';
import type { Account } from '../api';
import { backoff, pause } from '../connection/backoff';
import type { Environment } from '../environment';
import type { HandoverProgress } from '../lock/state';
import type { DexieEnvironment, UnlockedKey } from '../vault/keys';
import { handOver } from './hand-over';

export interface HandoverHost {
  call: Call;
  /** Asks the server who is signed in, and goes on with that. Throws what came instead. */
  meet(): Promise<void>;
  /** Opening, leaving and erasing happen one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** @param handedOver things in quarantine */
  erase(account: Account, handedOver: number): Promise<void>;
  progress(progress: HandoverProgress): void;
}

export class HandoverRun {
  private running: Promise<void> | null = null;
  private wake = (): void => {};

  constructor(private readonly environment: Environment, private readonly databases: DexieEnvironment, private readonly accounts: AccountsDatabase, private readonly signal: AbortSignal, private readonly host: HandoverHost) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  start(account: Account, unlocked: UnlockedKey | null): void {
    const { environment: { locks, prefix, report }, signal } = this;
    this.running = locks.request(`satchel-handover:${prefix}`, { signal }, () => this.run(account, unlocked))
      .then(() => undefined)
      .catch((error: unknown) => { if (!signal.aborted) report(error); })
      .finally(() => { this.running = null; });
  }

  /** The next attempt begins now. */
  retry(): void {
    this.wake();
  }

  /** Resolves once no attempt runs. */
  async end(): Promise<void> {
    await this.running;
  }

  private async run(account: Account, unlocked: UnlockedKey | null): Promise<void> {
    const { environment, databases, accounts, signal, host } = this;
    const call: Call = (declared, input, options) => host.call(declared, input, { ...options, signal });
    for (let number = 1; !signal.aborted; number += 1) {
      const { handover } = await accounts.sessionEnd();
      if (handover?.userId !== account.userId) return;
      let progress = { sent: 0, of: 0 };
      const onProgress = (sent: number, of: number): void => { progress = { sent, of }; if (!signal.aborted) host.progress({ ...progress, isWaiting: false }); };
      try {
        const isLate = environment.deviceNow() >= handover.until;
        const sent = isLate ? 0 : await handOver({ environment, databases, call, accounts: await accounts.ofUser(account.userId), unlocked: { account, key: unlocked }, number, onProgress });
        // of a session that goes on, where somebody signed in meanwhile, nothing is handed over and nothing is erased
        if (sent === 'closed' && (await this.isSignedIn())) return;
        await host.inTurn(async () => { if ((await accounts.sessionEnd()).handover) await host.erase(account, sent === 'closed' ? 0 : sent); });
        return;
      } catch (error) {
        if (signal.aborted || (await accounts.sessionEnd()).handover === null) return;
        if (!(error instanceof CallError)) environment.report(error);
      }
      host.progress({ ...progress, isWaiting: true });
      const woken = new AbortController();
      this.wake = () => woken.abort();
      await pause(backoff(number, Math.random, environment.retryMin), AbortSignal.any([signal, woken.signal]));
    }
  }

  /** Throws where the server does not answer. */
  private async isSignedIn(): Promise<boolean> {
    try {
      await this.host.meet();
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error instanceof NoAnswerError || error.status >= 500) throw error;
      return false;
    }
  }
}
