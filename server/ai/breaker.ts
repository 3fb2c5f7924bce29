/**
 * A circuit breaker per provider and organization: a provider that fails repeatedly is not asked for a while, so that
 * people immediately get the answer of the next provider, or the failure.
 *
 *   closed ──FAILURES in a row──► open ──OPEN_MS──► one request tries ──┬ succeeds ──► closed
 *                                  ▲                                    │
 *                                  └──────────────── fails ─────────────┘
 */
import type { Clock } from '../platform/context';
import { ProviderFailure } from './failure';

const FAILURES = 5;
const OPEN_MS = 30_000;
/** milliseconds after which a trial request without an end counts as lost, and another one is admitted */
const TRIAL_MS = 300_000;

interface Circuit {
  failures: number;
  /** milliseconds since the epoch until which no request is admitted */
  openUntil: number;
}

export class Breakers {
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly clock: Clock) {}

  /** Throws ProviderFailure('unavailable') while the circuit is open. */
  admit(key: string): void {
    const circuit = this.circuits.get(key);
    if (!circuit || circuit.failures < FAILURES) return;
    const now = this.clock.now();
    if (now < circuit.openUntil)
      throw new ProviderFailure(
        'unavailable',
        'the provider has failed several times in a row',
        circuit.openUntil - now,
      );
    circuit.openUntil = now + TRIAL_MS;
  }

  succeeded(key: string): void {
    this.circuits.delete(key);
  }

  failed(key: string, error: unknown): void {
    // a provider that refuses a request or asks to wait is not down; an aborted request shows nothing about it
    if (!(error instanceof ProviderFailure) || !error.isPassing || error.kind === 'busy') return this.undecided(key);
    const circuit = this.circuits.get(key) ?? { failures: 0, openUntil: 0 };
    circuit.failures += 1;
    circuit.openUntil = this.clock.now() + OPEN_MS;
    this.circuits.set(key, circuit);
  }

  /** The request showed neither success nor failure: admits the next one as a trial. */
  private undecided(key: string): void {
    const circuit = this.circuits.get(key);
    if (circuit && circuit.failures >= FAILURES) circuit.openUntil = 0;
  }
}
