/**
 * Pushes pending documents.
 *
 *   pending rows ──► batch (≤ 200 rows, ≤ 4 MB) ──POST──► accepted   → no longer pending, unless edited meanwhile
 *    of all collections: a note and its text are one request
 *                                                         conflict   → merged with the master, stays pending
 *                                                         rejected   → retry: held until another document was accepted
 *                                                                      else: rejected change, the replica returns to the master
 *   A batch that the server refuses as a whole is bisected until the one document is found: it becomes a rejected change, or is held if the
 *   server fails at it. A text larger than the server accepts is held without being sent.
 */
import type { KindName } from '../../model/kinds';
import { CallError } from '../../protocol/errors';
import { NoAnswerError, type Call } from '../../protocol/client';
import { PUSH_LIMIT_MAX, syncCalls, type PushAnswer, type PushRow } from '../../protocol/messages';
import { sessionCalls } from '../../protocol/session';
import { cascadeParentOf, baseOf, versionOf, type Stored } from '../storage/stored';
import { applyRemote } from './apply';
import type { Applier } from './applier';
import { refusalOf, refuse } from './rejected-changes';
import { pushRow } from './payload';
import type { MetaRow } from '../storage/device-rows';
import { isTooLarge, TOO_LARGE } from '../storage/stuck';

/** approximate bytes of one push; a single document may be larger */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Timeout of a push (milliseconds): that of any call plus the transfer at 40 kB/s, at most that of long calls. */
const timeoutOf = (bytes: number): number => Math.min(300_000, 30_000 + bytes / 40);
/** HTTP statuses that concern the documents sent, not the session or the connection. */
const ABOUT_CONTENT = new Set([400, 409, 413, 415, 422]);

/** Result of one request for the documents of one collection. */
export interface PushOutcome {
  collection: KindName;
  /** whether any was accepted */
  accepted: boolean;
  /** ids of documents that the server did not accept for now, with the error code */
  held: Map<string, string>;
}

interface Sending {
  collection: KindName;
  stored: Stored;
  row: PushRow;
  /** length of the row as JSON */ bytes: number;
}

/** Kinds whose new documents are questions. */
const ASKING: readonly KindName[] = ['turns', 'researches'];

/** One push with all its rows, for the service worker. */
export interface WholePush {
  pushes: { collection: KindName; rows: PushRow[] }[];
  /** rows of `meta` that mark the pushed versions as in flight */
  inFlight: MetaRow[];
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

function byCollection(batch: readonly Sending[]): Map<KindName, Sending[]> {
  const parts = new Map<KindName, Sending[]>();
  for (const sending of batch) parts.set(sending.collection, [...(parts.get(sending.collection) ?? []), sending]);
  return parts;
}

const pushesOf = (parts: readonly (readonly [KindName, Sending[]])[]): WholePush['pushes'] =>
  parts.map(([collection, sent]) => ({ collection, rows: sent.map(({ row }) => row) }));

export class Pusher {
  constructor(
    private readonly target: Applier,
    private readonly call: Call,
  ) {}

  /**
   * Pushes rows of several kinds, in order. Throws errors that concern the session or the connection.
   * @returns results in the order in which the server accepted the rows
   */
  async push(
    pending: readonly (readonly [KindName, Stored[]])[],
    signal: AbortSignal,
    onBatch: (sent: number) => void = () => {},
  ): Promise<PushOutcome[]> {
    const outcomes: PushOutcome[] = [];
    const rows: Sending[] = [];
    for (const [collection, stored] of pending) {
      const held = new Map<string, string>();
      for (const row of await this.withoutUnseen(collection, stored)) {
        if (isTooLarge(row)) held.set(row.id, TOO_LARGE);
        else rows.push(this.sending(collection, row));
      }
      if (held.size > 0) outcomes.push({ collection, accepted: false, held });
    }
    for (const batch of batches(rows)) {
      await this.target.barrier('push.chosen');
      outcomes.push(...(await this.send(batch, signal)));
      onBatch(batch.length);
    }
    return outcomes;
  }

  private sending(collection: KindName, stored: Stored): Sending {
    const epoch = this.target.epoch.current === null ? {} : { epoch: this.target.epoch.current };
    const row = { ...pushRow(collection, stored), ...epoch };
    return { collection, stored, row, bytes: JSON.stringify(row).length };
  }

  /** Whether the document was created and deleted here, and never sent. */
  private isUnseen(collection: KindName, row: Stored): boolean {
    return row._deleted && !row.pending?.base && !this.target.inFlight.has(collection, row.id);
  }

  /**
   * Rows of several kinds as one push; changes nothing on this device. Null if there is no new question among them, or
   * if they do not fit into one push of `bytesMax` bytes.
   */
  whole(pending: readonly (readonly [KindName, Stored[]])[], bytesMax: number): WholePush | null {
    const rows = pending.flatMap(([collection, stored]) =>
      stored.filter((row) => !this.isUnseen(collection, row)).map((row) => this.sending(collection, row)),
    );
    const isQuestion = ({ collection, stored, row }: Sending): boolean =>
      ASKING.includes(collection) && !stored._deleted && row.assumedMasterState === null;
    const bytes = rows.reduce((sum, each) => sum + each.bytes, 0);
    if (!rows.some(isQuestion) || bytes > bytesMax || batches(rows).length > 1) return null;
    const parts = [...byCollection(rows)];
    return {
      pushes: pushesOf(parts),
      inFlight: parts.flatMap(([collection, sent]) =>
        this.target.inFlight.rows(
          collection,
          sent.map(({ stored }) => versionOf(stored)),
        ),
      ),
    };
  }

  /** Settles documents that were created and deleted here and never sent: they are not pushed. Returns the others. */
  private async withoutUnseen(collection: KindName, stored: Stored[]): Promise<Stored[]> {
    const unseen = stored.filter((row) => this.isUnseen(collection, row));
    await this.target.documents.write(
      collection,
      unseen.map((row) => row.id),
      (now, id) =>
        now?._deleted && now['rev'] === unseen.find((row) => row.id === id)?.['rev']
          ? { version: versionOf(now), pending: null, isUnknownToServer: true }
          : 'keep',
    );
    return stored.filter((row) => !unseen.includes(row));
  }

  private async send(batch: Sending[], signal: AbortSignal): Promise<PushOutcome[]> {
    const parts = [...byCollection(batch)];
    let answers: PushAnswer[];
    try {
      for (const [collection, sent] of parts)
        await this.target.inFlight.sending(
          collection,
          sent.map(({ stored }) => versionOf(stored)),
        );
      answers = await this.post(parts, batch, signal);
    } catch (error) {
      return this.failed(batch, signal, error);
    }
    await this.target.barrier('push.answered');
    const outcomes: PushOutcome[] = [];
    for (const [at, [collection, sent]] of parts.entries())
      outcomes.push(await this.apply(collection, sent, answers[at]!));
    return outcomes;
  }

  /** One request; answers in the order of the collections. */
  private async post(
    parts: readonly (readonly [KindName, Sending[]])[],
    batch: Sending[],
    signal: AbortSignal,
  ): Promise<PushAnswer[]> {
    const options = { signal, timeout: timeoutOf(batch.reduce((sum, { bytes }) => sum + bytes, 0)) };
    const pushes = pushesOf(parts);
    if (pushes.length === 1) return [await this.call(syncCalls.push, pushes[0]!, options)];
    const { answers } = await this.call(syncCalls.pushAll, { pushes }, options);
    if (answers.length !== pushes.length) throw new NoAnswerError('not-json');
    return answers;
  }

  private async apply(collection: KindName, sent: Sending[], answer: PushAnswer): Promise<PushOutcome> {
    const held = new Map<string, string>();
    const rejected = new Map(answer.rejected.map((r) => [r.id, r]));
    const conflicts = new Set(answer.conflicts.map((c) => c.id));
    const accepted = sent.filter(({ stored }) => !rejected.has(stored.id) && !conflicts.has(stored.id));
    await this.settle(collection, accepted);
    await this.target.barrier('push.settled');
    await applyRemote(this.target, collection, answer.conflicts);
    await this.target.barrier('push.merged');
    for (const { stored } of sent) {
      const rejection = rejected.get(stored.id);
      if (!rejection) continue;
      // the merged text is too large for the server: the person has to shorten it, so it stays as it is here
      if (rejection.retry || rejection.code === TOO_LARGE) held.set(stored.id, rejection.code);
      else await refuse(this.target, collection, stored, refusalOf(rejection));
    }
    // A held document stays in flight, unless it was sent once and the server has nothing of it: then it can be taken
    // back here. An earlier version whose answer was lost may be there, and hidden from the person since.
    const isUnknown = ({ stored, row }: Sending): boolean =>
      row.assumedMasterState === null &&
      !stored._deleted &&
      rejected.get(stored.id)?.master === null &&
      this.target.inFlight.hasOne(collection, stored.id);
    await this.target.inFlight.answered(
      collection,
      sent.filter((each) => !held.has(each.stored.id) || isUnknown(each)).map(({ stored }) => stored.id),
    );
    return { collection, accepted: accepted.length > 0, held };
  }

  private async failed(batch: Sending[], signal: AbortSignal, error: unknown): Promise<PushOutcome[]> {
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
      return [...(await this.send(batch.slice(0, half), signal)), ...(await this.send(batch.slice(half), signal))];
    }
    const { collection, stored } = batch[0]!;
    // the server fails at this document: it is held, the others continue
    if (isFault) return [{ collection, accepted: false, held: new Map([[stored.id, error.code]]) }];
    await refuse(this.target, collection, stored, {
      code: error.code,
      field: Object.keys(error.details.fieldErrors ?? {})[0] ?? '',
      master: undefined,
    });
    await this.target.inFlight.answered(collection, [stored.id]);
    return [];
  }

  /** The server has accepted these: they are no longer pending, or pending only with the edits since they were sent. */
  private async settle(collection: KindName, sent: Sending[]): Promise<void> {
    const byId = new Map(sent.map((sending) => [sending.stored.id, sending]));
    await this.target.documents.write(collection, [...byId.keys()], (now, id) => {
      if (!now?.waits) return 'keep';
      const { stored: was, row } = byId.get(id)!;
      const isUnchanged = now['rev'] === was['rev'] && now._deleted === was._deleted;
      return {
        version: versionOf(now),
        pending: isUnchanged
          ? null
          : { base: baseOf(collection, versionOf(was)), since: this.target.clock.now(), ...cascadeParentOf(now) },
        isUnknownToServer: isUnchanged && was._deleted && row.assumedMasterState === null,
      };
    });
  }
}
