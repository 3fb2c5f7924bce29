/**
 * Sends what waits.
 *
 *   waiting rows ──► batch (≤ 200 rows, ≤ 4 MB) ──POST──► taken      → no longer waiting, unless edited meanwhile
 *                                                         conflict   → merged with the master, waits on
 *                                                         rejected   → retry: held until something else was taken
 *                                                                      else: needs attention, back to the master
 *   a batch the server cannot bear is halved until the one document is found; that one needs attention, or is held when it is the
 *   server that fails; a text larger than the server takes is held without being sent
 */
import type { CollectionName } from '../../model/registry';
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

/** bytes of one push, roughly; a single document may be larger */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Milliseconds that a push may take: those of any call, and what its bytes need on a slow line (40 kB/s), up to the ceiling of long calls. */
const timeoutOf = (bytes: number): number => Math.min(300_000, 30_000 + bytes / 40);
/** Answers that judge the documents sent, not the session or the connection. */
const ABOUT_CONTENT = new Set([400, 409, 413, 415, 422]);

export interface PushOutcome {
  taken: number;
  conflicts: number;
  refused: number;
  /** ids with the reason for which they wait */
  held: Map<string, string>;
}

const none = (): PushOutcome => ({ taken: 0, conflicts: 0, refused: 0, held: new Map() });
const join = (a: PushOutcome, b: PushOutcome): PushOutcome => ({
  taken: a.taken + b.taken,
  conflicts: a.conflicts + b.conflicts,
  refused: a.refused + b.refused,
  held: new Map([...a.held, ...b.held]),
});

interface Sending {
  stored: Stored;
  row: PushRow;
  /** of the row as JSON */ bytes: number;
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

  /** Pushes rows of one collection. Throws what says something about session or connection. */
  async push(
    collection: CollectionName,
    stored: Stored[],
    signal: AbortSignal,
    onBatch: (sent: number) => void = () => {},
  ): Promise<PushOutcome> {
    let outcome = none();
    // a document made and deleted here, which the server never saw, is none of its business
    const unseen = stored.filter(
      (row) => row._deleted && !row.pending?.base && !this.target.unanswered.has(collection, row.id),
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

  private async send(collection: CollectionName, batch: Sending[], signal: AbortSignal): Promise<PushOutcome> {
    let answer;
    try {
      await this.target.unanswered.remember(
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
    const taken = batch.filter(({ stored }) => !rejected.has(stored.id) && !conflicts.has(stored.id));
    await this.settle(
      collection,
      taken.map(({ stored }) => stored),
    );
    await this.target.barrier('push.settled');
    await applyRemote(this.target, collection, answer.conflicts);
    await this.target.barrier('push.merged');
    const outcome: PushOutcome = { taken: taken.length, conflicts: conflicts.size, refused: 0, held: new Map() };
    for (const { stored } of batch) {
      const rejection = rejected.get(stored.id);
      if (!rejection) continue;
      // what stands there and this together are too large: the person shortens the text, so it stays as it is here
      if (rejection.retry || rejection.code === TOO_LARGE) {
        outcome.held.set(stored.id, rejection.code);
        continue;
      }
      await refuse(this.target, collection, stored, refusalOf(rejection));
      outcome.refused += 1;
    }
    // what is held back is asked about again: nobody has said yet what becomes of it
    await this.target.unanswered.answered(
      collection,
      batch.map(({ stored }) => stored.id).filter((id) => !outcome.held.has(id)),
    );
    return outcome;
  }

  private async failed(
    collection: CollectionName,
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
    // is it these documents, or the server altogether? then this throws what it says of itself
    if (isFault) await this.call(sessionCalls.my, {}, { signal });
    if (batch.length > 1) {
      const half = batch.length >> 1;
      return join(
        await this.send(collection, batch.slice(0, half), signal),
        await this.send(collection, batch.slice(half), signal),
      );
    }
    const { stored } = batch[0]!;
    // an error of the server, not of the document: this one waits, the others go on
    if (isFault) return { ...none(), held: new Map([[stored.id, error.code]]) };
    await refuse(this.target, collection, stored, {
      code: error.code,
      field: Object.keys(error.details.fieldErrors ?? {})[0] ?? '',
      master: undefined,
    });
    await this.target.unanswered.answered(collection, [stored.id]);
    return { ...none(), refused: 1 };
  }

  /** The server has these: they wait no more, or only with what was edited since they were sent. */
  private async settle(collection: CollectionName, sent: Stored[]): Promise<void> {
    const byId = new Map(sent.map((row) => [row.id, row]));
    await this.target.documents.write(collection, [...byId.keys()], (now, id) => {
      if (!now?.waits) return 'keep';
      const was = byId.get(id)!;
      const untouched = now['rev'] === was['rev'] && now._deleted === was._deleted;
      return {
        version: versionOf(now),
        pending: untouched
          ? null
          : { base: baseOf(collection, versionOf(was)), since: this.target.clock.now(), ...cascadeParentOf(now) },
      };
    });
  }
}
