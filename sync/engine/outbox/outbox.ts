/**
 * Queued calls with side effects, in order, each with an idempotency key that makes a repetition harmless.
 *
 *   add ──► waiting ──(its dependencies are on the server)──► running ──► answered ──(its effect is pulled)──► deleted
 *              ▲                                                ├ no answer, 5xx, 429: waits again with exponential backoff
 *              └── retry (a person) ── attention ◄──────────────┘ refused for good, or a dependency is gone
 *
 * Only a call that is kept until its effect is pulled is ever stored as answered; others are deleted at once.
 *
 * A call that ends with its document is deleted once the document is gone, unless the server rejected the document and
 * the person may send it again. Any call about a document ends with it if the person deletes it on this device.
 */
import { newId } from '../../model/ids';
import * as v from 'valibot';
import type { Call } from '../../protocol/client';
import { NoAnswerError } from '../../protocol/client';
import type { CallDefinition } from '../../protocol/call';
import { CallError, type ErrorCode } from '../../protocol/errors';
import { backoff, RETRY_MAX_MS } from '../connection/backoff';
import { failedByConnection, isTooOften } from '../connection/connection';
import type { DeviceDatabase } from '../storage/device-database';
import type { OutboxCall } from '../storage/device-rows';
import { remaining, type Clock } from '../storage/clock';

export type NewCall = Pick<
  OutboxCall,
  'service' | 'method' | 'path' | 'input' | 'label' | 'after' | 'about' | 'endsWithDocument' | 'isKeptUntilPulled'
>;

/** Whether the server may have received a call, so that it cannot be taken back. */
export const mayHaveRun = ({ state }: Pick<OutboxCall, 'state'>): boolean =>
  state === 'running' || state === 'answered';

/** Codes of calls that were made too often. */
const TOO_OFTEN: ReadonlySet<string> = new Set<ErrorCode>(['API_RATE_LIMIT_EXCEEDED', 'OPERATE_TOO_FAST']);

/**
 * Subjects of a call: its document and dependencies, otherwise its path. Calls with a common subject keep their order.
 */
function subjectsOf({ path, about, after }: OutboxCall): string[] {
  const subjects = [...(about ? [about] : []), ...after];
  return subjects.length > 0 ? subjects : [path];
}

/**
 * Whether a document is on the server: it exists here and is not pending. `gone`: it was deleted or rejected, and will
 * not be created.
 */
export type WhereIs = (collection: string, id: string) => Promise<'sent' | 'waiting' | 'gone'>;

/**
 * A document that arrives during a round waits until the next one: a later call about it must not overtake an earlier
 * one that found it waiting.
 */
function waitingThroughout(whereIs: WhereIs): WhereIs {
  const waiting = new Set<string>();
  return async (kind, id) => {
    const place = `${kind}/${id}`;
    if (waiting.has(place)) return 'waiting';
    const where = await whereIs(kind, id);
    if (where === 'waiting') waiting.add(place);
    return where;
  };
}

export class Outbox {
  constructor(
    private readonly device: DeviceDatabase,
    private readonly clock: Clock,
  ) {}

  /** Queues a call. Resolves with its id when it is durable. */
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

  /**
   * Queues a call and deletes the queued and rejected calls that it replaces (`isSame`); one that may have run is kept. A
   * function makes the call from those that it replaces, oldest first.
   */
  async replace(
    isSame: (call: OutboxCall) => boolean,
    call: NewCall | ((replaced: readonly OutboxCall[]) => NewCall),
  ): Promise<string> {
    const waiting = await this.device.outbox.openAll(
      (await this.device.outbox.rows.orderBy('createdAt').toArray()).filter((each) => !mayHaveRun(each)),
    );
    const replaced = waiting.filter(isSame);
    const id = await this.add(typeof call === 'function' ? call(replaced) : call);
    await this.device.outbox.bulkDelete(replaced.map((each) => each.id));
    return id;
  }

  async retry(id: string): Promise<void> {
    await this.device.outbox.update(id, { state: 'waiting', nextTryAt: 0 });
  }

  /** Deletes a call. Throws DATA_LOCK_FAILED if the server may have received it. */
  async drop(id: string): Promise<void> {
    const dropped = await this.device.outbox.rows
      .where('id')
      .equals(id)
      .filter((each) => !mayHaveRun(each))
      .delete();
    if (dropped === 0 && (await this.device.outbox.rows.get(id))) throw new CallError('DATA_LOCK_FAILED');
  }

  /**
   * Deletes the calls that end with a document (`<kind>/<id>`) that is taken back, except one that may have run.
   */
  async dropAbout(place: string): Promise<void> {
    await this.device.outbox.rows
      .filter((each) => each.about === place && !!each.endsWithDocument && !mayHaveRun(each))
      .delete();
  }

  /**
   * Marks the calls about documents (`<kind>/<id>`) that the person has deleted on this device: they are deleted once
   * the server has accepted the deletion. They are sent if the deletion is undone or rejected. Must be called after the
   * deletion, since the mark of a call whose document exists is removed.
   */
  async withdrawAbout(places: readonly string[]): Promise<void> {
    await this.device.outbox.rows
      .filter(({ about, endsWithDocument }) => !endsWithDocument && about !== undefined && places.includes(about))
      .modify({ isWithdrawn: true });
  }

  /** Queues the call again that ran when the worker ended; its idempotency key makes the repetition harmless. */
  async recover(): Promise<void> {
    await this.device.outbox.rows.filter((call) => call.state === 'running').modify({ state: 'waiting' });
  }

  /**
   * Sends the calls that are due. Throws errors that concern the connection.
   * @returns when the next call is due (clock milliseconds); Infinity: no call is due by time
   */
  async flush(call: Call, whereNow: WhereIs, signal: AbortSignal): Promise<number> {
    let next = Number.POSITIVE_INFINITY;
    const whereIs = waitingThroughout(whereNow);
    // subjects of calls that were made too often: later calls with such a subject must not overtake them
    const held = new Set<string>();
    for (const entry of await this.device.outbox.openAll(
      await this.device.outbox.rows.orderBy('createdAt').toArray(),
    )) {
      if (signal.aborted) break;
      if (await this.hasEnded(entry, whereIs)) {
        await this.device.outbox.delete(entry.id);
        continue;
      }
      // the deletion was undone or rejected: from now on only a deletion by others can end the document
      if (entry.isWithdrawn && (await this.where(entry.about!, whereIs)) === 'sent')
        await this.device.outbox.update(entry.id, { isWithdrawn: false });
      if (entry.state === 'answered' || entry.state === 'attention' || !(await this.isReady(entry, whereIs))) continue;
      if (subjectsOf(entry).some((subject) => held.has(subject))) continue;
      if (remaining(entry.nextTryAt, this.clock.now(), RETRY_MAX_MS) > 0) {
        if (TOO_OFTEN.has(entry.lastError?.code ?? '')) for (const subject of subjectsOf(entry)) held.add(subject);
        next = Math.min(next, entry.nextTryAt);
        continue;
      }
      next = Math.min(next, await this.send(entry, call, held, signal));
    }
    return next;
  }

  /** Ids of the calls whose effect is not pulled yet. Awaits only Dexie, as a live query must. */
  answered(): Promise<string[]> {
    return this.device.outbox.rows.filter(({ state }) => state === 'answered').primaryKeys();
  }

  /**
   * Deletes the answered calls once their effects are here.
   * @param pulled pulls everything; false if that failed
   * @returns when to try again (clock milliseconds); Infinity: none is left
   */
  async deletePulled(pulled: () => Promise<boolean>): Promise<number> {
    const answered = await this.answered();
    if (answered.length === 0) return Number.POSITIVE_INFINITY;
    if (!(await pulled())) return this.clock.now() + backoff(1);
    await this.device.outbox.bulkDelete(answered);
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Whether a call ends with its document, and that is gone. A call that waits for a rejected document is kept: the
   * person may send the document again.
   */
  private async hasEnded(
    { endsWithDocument, isWithdrawn, about, after }: OutboxCall,
    whereIs: WhereIs,
  ): Promise<boolean> {
    if (!(endsWithDocument || isWithdrawn) || !about || (await this.where(about, whereIs)) !== 'gone') return false;
    if (!after.includes(about)) return true;
    const documentId = about.slice(about.indexOf('/') + 1);
    if ((await this.device.rejectedChanges.rows.where('documentId').equals(documentId).count()) > 0) return false;
    // another tab writes the document again before it deletes the rejected change: it may have done both in between
    return (await this.where(about, whereIs)) === 'gone';
  }

  private async isReady(entry: OutboxCall, whereIs: WhereIs): Promise<boolean> {
    for (const dependency of entry.after) {
      const where = await this.where(dependency, whereIs);
      if (where === 'sent') continue;
      // the dependency never reaches the server: a person decides
      if (where === 'gone')
        await this.device.outbox.update(entry.id, {
          state: 'attention',
          lastError: { code: 'DOCUMENT_NOT_FOUND', message: dependency, at: this.clock.now() },
        });
      return false;
    }
    return true;
  }

  /** State of a dependency: a document (`<kind>/<id>`) or another call (its id). */
  private async where(dependency: string, whereIs: WhereIs): ReturnType<WhereIs> {
    const slash = dependency.indexOf('/');
    if (slash >= 0) return whereIs(dependency.slice(0, slash), dependency.slice(slash + 1));
    const call = await this.device.outbox.rows.get(dependency);
    return call && call.state !== 'answered' ? 'waiting' : 'sent';
  }

  private async send(entry: OutboxCall, call: Call, held: Set<string>, signal: AbortSignal): Promise<number> {
    const isQueued = await this.device.outbox.update(entry.id, { state: 'running', attempts: entry.attempts + 1 });
    // deleted or replaced since this round read the queue
    if (isQueued === 0) return Number.POSITIVE_INFINITY;
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
      if (entry.isKeptUntilPulled) await this.device.outbox.update(entry.id, { state: 'answered' });
      else await this.device.outbox.delete(entry.id);
      return Number.POSITIVE_INFINITY;
    } catch (error) {
      const later = this.clock.now() + backoff(entry.attempts + 1);
      // an earlier, abandoned attempt with the same key may still run
      const isRunning = error instanceof CallError && error.code === 'DATA_LOCK_FAILED';
      // a rate limit of one kind of call does not stop calls about other subjects
      if (error instanceof CallError && isTooOften(error)) for (const subject of subjectsOf(entry)) held.add(subject);
      const isConnectionLost = failedByConnection(error) && !(error instanceof CallError && isTooOften(error));
      const isTransient =
        !(error instanceof CallError) ||
        error instanceof NoAnswerError ||
        failedByConnection(error) ||
        signal.aborted ||
        isRunning;
      await this.device.outbox.update(entry.id, {
        state: isTransient ? 'waiting' : 'attention',
        nextTryAt: later,
        lastError: signal.aborted
          ? entry.lastError
          : {
              code: error instanceof CallError ? error.code : 'UNKNOWN_ERROR',
              message: String((error as Error).message),
              at: this.clock.now(),
            },
      });
      if (isConnectionLost || signal.aborted) throw error;
      return isTransient ? later : Number.POSITIVE_INFINITY;
    }
  }
}
