/**
 * Pushes pending documents.
 *
 *   pending rows ──► batch (≤ 200 rows, ≤ 4 MB) ──POST──► accepted   → no longer pending, unless edited meanwhile
 *                                                         conflict   → merged with the master, stays pending
 *                                                         rejected   → retry: held until another document was accepted
 *                                                                      else: rejected change, the replica returns to the master
 *   A batch that the server refuses as a whole is bisected until the one document is found: it becomes a rejected change, or is held if the
 *   server fails at it. A text larger than the server accepts is held without being sent.
 */
import type { KindName } from '../../model/kinds';
import { CallError } from '../../protocol/errors';
import { NoAnswerError, type Call } from '../../protocol/client';
import { PUSH_LIMIT_MAX, syncCalls, type PushRow } from '../../protocol/messages';
import { sessionCalls } from '../../protocol/session';
import { cascadeParentOf, baseOf, versionOf, type Stored } from '../storage/stored';
import { applyRemote } from './apply';
import type { Applier } from './applier';
import { refusalOf, refuse } from './rejected-changes';
import { pushRow } from './payload';
import { isTooLarge, TOO_LARGE } from '../storage/stuck';

/** approximate bytes of one push; a single document may be larger */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Timeout of a push (milliseconds): that of any call plus the transfer at 40 kB/s, at most that of long calls. */
const timeoutOf = (bytes: number): number => Math.min(300_000, 30_000 + bytes / 40);
/** HTTP statuses that concern the documents sent, not the session or the connection. */
const ABOUT_CONTENT = new Set([400, 409, 413, 415, 422]);

export interface PushOutcome {
  accepted: number;
  conflicts: number;
  refused: number;
  /** ids of held documents with the error code */
  held: Map<string, string>;
}

const none = (): PushOutcome => ({ accepted: 0, conflicts: 0, refused: 0, held: new Map() });
const join = (a: PushOutcome, b: PushOutcome): PushOutcome => ({
  accepted: a.accepted + b.accepted,
  conflicts: a.conflicts + b.conflicts,
  refused: a.refused + b.refused,
  held: new Map([...a.held, ...b.held]),
});

interface Sending {
  stored: Stored;
  row: PushRow;
  /** length of the row as JSON */ bytes: number;
}

/** Cuts rows into batches by number and bytes. */
export function batches(rows: Sending[]): Sending[][] {
  const out: Sending[][] = [];
  let bytes = 0;
  for (const sending of rows) {
    const last = out.at(-1);
    if (last && last.length < PUSH_LIMIT_MAX && bytes + sending.bytes <= BATCH_BYTES) {
      last.push(sending);
      bytes += sending.bytes;
    } else {
      out.push([sending]);
      bytes = sending.bytes;
    }
  }
  return out;
}

export class Pusher {
  constructor(
    private readonly target: Applier,
    private readonly call: Call,
  ) {}

  /** Pushes rows of one kind. Throws errors that concern the session or the connection. */
  async push(
    collection: KindName,
    stored: Stored[],
    signal: AbortSignal,
    onBatch: (sent: number) => void = () => {},
  ): Promise<PushOutcome> {
    let outcome = none();
    // a document created and deleted here that was never sent is not pushed
    const unseen = stored.filter(
      (row) => row._deleted && !row.pending?.base && !this.target.inFlight.has(collection, row.id),
    );
    await this.target.documents.write(
      collection,
      unseen.map((row) => row.id),
      (now, id) =>
        now?._deleted && now['rev'] === unseen.find((row) => row.id === id)?.['rev']
          ? { version: versionOf(now), pending: null }
          : 'keep',
    );
    const seen = stored.filter((row) => !unseen.includes(row));
    for (const row of seen) if (isTooLarge(row)) outcome.held.set(row.id, TOO_LARGE);
    const epoch = this.target.epoch.current === null ? {} : { epoch: this.target.epoch.current };
    const rows = seen
      .filter((row) => !outcome.held.has(row.id))
      .map((row): Sending => {
        const sent = { ...pushRow(collection, row), ...epoch };
        return { stored: row, row: sent, bytes: JSON.stringify(sent).length };
      });
    for (const batch of batches(rows)) {
      await this.target.barrier('push.chosen');
      outcome = join(outcome, await this.send(collection, batch, signal));
      onBatch(batch.length);
    }
    return outcome;
  }

  private async send(collection: KindName, batch: Sending[], signal: AbortSignal): Promise<PushOutcome> {
    let answer;
    try {
      await this.target.inFlight.sending(
        collection,
        batch.map(({ stored }) => versionOf(stored)),
      );
      answer = await this.call(
        syncCalls.push,
        { collection, rows: batch.map(({ row }) => row) },
        { signal, timeout: timeoutOf(batch.reduce((sum, { bytes }) => sum + bytes, 0)) },
      );
    } catch (error) {
      return this.failed(collection, batch, signal, error);
    }
    await this.target.barrier('push.answered');
    const rejected = new Map(answer.rejected.map((r) => [r.id, r]));
    const conflicts = new Set(answer.conflicts.map((c) => c.id));
    const accepted = batch.filter(({ stored }) => !rejected.has(stored.id) && !conflicts.has(stored.id));
    await this.settle(
      collection,
      accepted.map(({ stored }) => stored),
    );
    await this.target.barrier('push.settled');
    await applyRemote(this.target, collection, answer.conflicts);
    await this.target.barrier('push.merged');
    const outcome: PushOutcome = { accepted: accepted.length, conflicts: conflicts.size, refused: 0, held: new Map() };
    for (const { stored } of batch) {
      const rejection = rejected.get(stored.id);
      if (!rejection) continue;
      // the merged text is too large for the server: the person has to shorten it, so it stays as it is here
      if (rejection.retry || rejection.code === TOO_LARGE) {
        outcome.held.set(stored.id, rejection.code);
        continue;
      }
      await refuse(this.target, collection, stored, refusalOf(rejection));
      outcome.refused += 1;
    }
    // held documents stay in flight: the server has not decided about them
    await this.target.inFlight.answered(
      collection,
      batch.map(({ stored }) => stored.id).filter((id) => !outcome.held.has(id)),
    );
    return outcome;
  }

  private async failed(
    collection: KindName,
    batch: Sending[],
    signal: AbortSignal,
    error: unknown,
  ): Promise<PushOutcome> {
    if (
      !(error instanceof CallError) ||
      signal.aborted ||
      (error instanceof NoAnswerError && error.reason === 'network')
    )
      throw error;
    const aboutContent =
      ABOUT_CONTENT.has(error.status) && error.code !== 'DATA_LOCK_FAILED' && error.code !== 'COMPANY_MISMATCH';
    const isFault = error.status >= 500 && !error.code.startsWith('DEVICE_');
    if (!aboutContent && !isFault && error.code !== 'COLLECTION_READ_ONLY') throw error;
    // tells a fault at these documents from a failing server: a failing server makes this call throw
    if (isFault) await this.call(sessionCalls.my, {}, { signal });
    if (batch.length > 1) {
      const half = batch.length >> 1;
      return join(
        await this.send(collection, batch.slice(0, half), signal),
        await this.send(collection, batch.slice(half), signal),
      );
    }
    const { stored } = batch[0]!;
    // the server fails at this document: it is held, the others continue
    if (isFault) return { ...none(), held: new Map([[stored.id, error.code]]) };
    await refuse(this.target, collection, stored, {
      code: error.code,
      field: Object.keys(error.details.fieldErrors ?? {})[0] ?? '',
      master: undefined,
    });
    await this.target.inFlight.answered(collection, [stored.id]);
    return { ...none(), refused: 1 };
  }

  /** The server has accepted these: they are no longer pending, or pending only with the edits since they were sent. */
  private async settle(collection: KindName, sent: Stored[]): Promise<void> {
    const byId = new Map(sent.map((row) => [row.id, row]));
    await this.target.documents.write(collection, [...byId.keys()], (now, id) => {
      if (!now?.waits) return 'keep';
      const was = byId.get(id)!;
      const isUnchanged = now['rev'] === was['rev'] && now._deleted === was._deleted;
      return {
        version: versionOf(now),
        pending: isUnchanged
          ? null
          : { base: baseOf(collection, versionOf(was)), since: this.target.clock.now(), ...cascadeParentOf(now) },
      };
    });
  }
}
