/**
 * Calls with side effects that were made on this device, in their order, each with a key that makes repeating it harmless.
 *
 *   add ──► waiting ──(what it comes after is on the server)──► running ──► answered: gone
 *              ▲                                                  ├ no answer, 5xx, 429: waits again, later and later
 *              └── retry (a person) ── attention ◄────────────────┘ refused for good; what it comes after is gone
 */
import { newId } from '../../model/ids';
import * as v from 'valibot';
import type { Call } from '../../protocol/client';
import { NoAnswerError } from '../../protocol/client';
import type { CallDefinition } from '../../protocol/call';
import { CallError } from '../../protocol/errors';
import { backoff, RETRY_MAX_MS } from '../connection/backoff';
import { concernsConnection } from '../connection/connection';
import type { DeviceDatabase, OutboxCall } from '../storage/device-database';
import { remaining, type Clock } from '../storage/clock';

export type NewCall = Pick<OutboxCall, 'service' | 'method' | 'path' | 'input' | 'label' | 'after'>;

/** Whether a document is on the server: it exists here and does not wait. `gone`: it was deleted or refused, nobody will make it. */
export type WhereIs = (collection: string, id: string) => Promise<'sent' | 'waiting' | 'gone'>;

export class Outbox {
  constructor(
    private readonly device: DeviceDatabase,
    private readonly clock: Clock,
  ) {}

  /** Keeps a call to be made. Resolves when durable; gives its id. */
  async add(call: NewCall): Promise<string> {
    const now = this.clock.now();
    const id = newId(now);
    await this.device.outbox.add({
      ...call,
      id,
      createdAt: now,
      attempts: 0,
      nextTryAt: 0,
      lastError: null,
      state: 'waiting',
    });
    return id;
  }

  async retry(id: string): Promise<void> {
    await this.device.outbox.update(id, { state: 'waiting', nextTryAt: 0 });
  }

  async drop(id: string): Promise<void> {
    await this.device.outbox.delete(id);
  }

  /** What ran when the worker ended waits again: its key makes the repetition harmless. */
  async recover(): Promise<void> {
    await this.device.outbox.rows.filter((call) => call.state === 'running').modify({ state: 'waiting' });
  }

  /** Makes the calls whose turn it is. Throws what concerns the connection. Gives when to look again, device milliseconds; Infinity: not by time. */
  async flush(call: Call, whereIs: WhereIs, signal: AbortSignal): Promise<number> {
    let next = Number.POSITIVE_INFINITY;
    for (const entry of await this.device.outbox.openAll(
      await this.device.outbox.rows.orderBy('createdAt').toArray(),
    )) {
      if (signal.aborted) break;
      if (entry.state === 'attention' || !(await this.ready(entry, whereIs))) continue;
      if (remaining(entry.nextTryAt, this.clock.now(), RETRY_MAX_MS) > 0) {
        next = Math.min(next, entry.nextTryAt);
        continue;
      }
      next = Math.min(next, await this.make(entry, call, signal));
    }
    return next;
  }

  private async ready(entry: OutboxCall, whereIs: WhereIs): Promise<boolean> {
    for (const before of entry.after) {
      const slash = before.indexOf('/');
      const place =
        slash < 0
          ? (await this.device.outbox.rows.get(before))
            ? 'waiting'
            : 'sent'
          : await whereIs(before.slice(0, slash), before.slice(slash + 1));
      if (place === 'sent') continue;
      // what it is about will never be on the server: a person decides
      if (place === 'gone')
        await this.device.outbox.update(entry.id, {
          state: 'attention',
          lastError: { code: 'DOCUMENT_NOT_FOUND', message: before, at: this.clock.now() },
        });
      return false;
    }
    return true;
  }

  private async make(entry: OutboxCall, call: Call, signal: AbortSignal): Promise<number> {
    await this.device.outbox.update(entry.id, { state: 'running', attempts: entry.attempts + 1 });
    const definition = {
      service: entry.service,
      method: entry.method,
      path: entry.path,
      summary: '',
      who: 'member',
      input: v.any(),
      output: v.any(),
      errors: [],
    } as CallDefinition;
    try {
      await call(definition, entry.input, { idempotencyKey: entry.id, signal });
      await this.device.outbox.delete(entry.id);
      return Number.POSITIVE_INFINITY;
    } catch (error) {
      const later = this.clock.now() + backoff(entry.attempts + 1);
      // an earlier attempt of the same key that nobody waits for any more may still be at it
      const running = error instanceof CallError && error.code === 'DATA_LOCK_FAILED';
      const passing =
        !(error instanceof CallError) ||
        error instanceof NoAnswerError ||
        concernsConnection(error) ||
        signal.aborted ||
        running;
      await this.device.outbox.update(entry.id, {
        state: passing ? 'waiting' : 'attention',
        nextTryAt: later,
        lastError: signal.aborted
          ? entry.lastError
          : {
              code: error instanceof CallError ? error.code : 'UNKNOWN_ERROR',
              message: String((error as Error).message),
              at: this.clock.now(),
            },
      });
      if (concernsConnection(error) || signal.aborted) throw error;
      return passing ? later : Number.POSITIVE_INFINITY;
    }
  }
}
