/**
 * Fetches what changed in several collections in one streamed answer: the first sync of a device, what happened while it was away, and what
 * a poke names when it names more than one.
 *
 *   checkpoints ──► POST changes ──► line ──► intake of its collection ──► … ──► end
 *                                      a few lines are read, sealed and written at once, and kept in their order
 *
 * What is written is kept with its checkpoints: after a cut, a bad line or another answer altogether the next request goes on from there.
 */
import * as v from 'valibot';
import type { CollectionName } from '../../model/registry';
import { NoAnswerError } from '../../protocol/client';
import { CallError, isErrorCode } from '../../protocol/errors';
import type { CallLines } from '../../protocol/lines';
import {
  Checkpoint,
  NEAR_MAX,
  syncCalls,
  type ChangesInput,
  type ChangesLine,
  type WireDoc,
} from '../../protocol/messages';
import type { Applier } from './applier';
import { PageApplier } from './page-applier';
import { CheckpointPositions } from './checkpoint-positions';

/** documents sent ahead of their turn at a first sync, by the collections of the first screens */
const AHEAD: Partial<Record<CollectionName, number>> = { projects: 50, notes: 60, meetings: 40, threads: 30 };
/** lines that are written at once: one is sealed while another is on its way to the disk */
const AT_ONCE = 3;
/** milliseconds after which a server that knows no such call is asked again: it may have been updated, or another one behind the same address */
const ASK_AGAIN_MS = 10 * 60_000;

/** What is asked where pulls stand like this. */
export const question = (
  standings: Iterable<readonly [CollectionName, Pick<PageApplier, 'checkpoint' | 'isFirst' | 'isRepair'>]>,
  near: readonly string[],
): ChangesInput => {
  const all = [...standings];
  return {
    collections: all.map(([name, { checkpoint, isFirst, isRepair }]) => ({
      name,
      checkpoint,
      ahead: isFirst && !checkpoint ? (AHEAD[name] ?? 0) : 0,
      ...(isRepair ? { deletions: true } : {}),
    })),
    total: all.some(([, { isFirst }]) => isFirst),
    near: near.slice(0, NEAR_MAX),
  };
};

/** What a device asks that has nothing. */
export const firstQuestion = (names: readonly CollectionName[], near: readonly string[]): ChangesInput =>
  question(
    names.map((name) => [name, { checkpoint: null, isFirst: true, isRepair: false }]),
    near,
  );

export interface ChangesEvents {
  /** documents of all collections that there are to come at a first sync, those that came before included */
  total(documents: number): void;
  /** after each page, in their order */
  between(documents: number): Promise<void>;
}

export class ChangesReader {
  private unknownUntil = 0;

  /** `near`: spaces whose lists stand on a screen now */
  constructor(
    private readonly target: Applier,
    private readonly lines: CallLines,
    private readonly near: () => string[],
  ) {}

  /** Whether the server is known to have no such call: then every collection is pulled on its own. */
  get isUnknown(): boolean {
    return this.target.clock.now() < this.unknownUntil;
  }

  /** Reads everything up to now. False: the server has no such call, and nothing was read. */
  async read(names: readonly CollectionName[], signal: AbortSignal, events: ChangesEvents): Promise<boolean> {
    const places = new CheckpointPositions(this.target);
    const intakes = await PageApplier.open(this.target, names, places);
    /** resolves when everything taken so far is written and kept; each step waits for the one before it where order matters */
    let done: Promise<void> = Promise.resolve();
    /** the same, without the last lines */
    const before: Promise<void>[] = [];
    let ended = false;
    try {
      for await (const line of this.lines(syncCalls.changes, question(intakes, this.near()), { signal })) {
        if (before.length >= AT_ONCE) await before.shift();
        const change = checked(line);
        if (!change) continue;
        if (change.kind === 'end') {
          ended = true;
          break;
        }
        if (change.kind === 'failed') throw new CallError(isErrorCode(change.error) ? change.error : 'HTTP_500');
        if (!isSwept(change, intakes)) await done;
        done = this.take(intakes, change, events, done);
        // its error counts when it is its turn
        done.catch(() => {});
        before.push(done);
      }
    } catch (error) {
      await Promise.allSettled(before);
      await places.keep();
      if (!(error instanceof CallError) || error instanceof NoAnswerError || error.code !== 'HTTP_404') throw error;
      this.unknownUntil = this.target.clock.now() + ASK_AGAIN_MS;
      return false;
    }
    await done;
    await places.keep();
    if (!ended) throw new NoAnswerError('network');
    return true;
  }

  private async take(
    intakes: ReadonlyMap<string, PageApplier>,
    line: ChangesLine,
    events: ChangesEvents,
    turn: Promise<void>,
  ): Promise<void> {
    if (line.kind === 'total') {
      events.total(Object.values(line.documents).reduce((sum, count) => sum + count, 0));
      return;
    }
    const intake = 'collection' in line ? intakes.get(line.collection) : undefined;
    if (!intake) return;
    if (line.kind === 'tooOld') await intake.startOver();
    else if (line.kind === 'ahead') await Promise.all([intake.ahead(line.documents), turn]);
    else if (line.kind === 'page') {
      await intake.take(line.documents, line.checkpoint, line.more, turn);
      await events.between(line.documents.length);
    }
  }
}

/**
 * Whether a line may be written beside the one before it. Up to the floor of a first pull what comes twice comes as it was; behind it a
 * page may delete what an earlier one brought.
 */
const isSwept = (line: ChangesLine, intakes: ReadonlyMap<string, PageApplier>): boolean =>
  (line.kind === 'ahead' || (line.kind === 'page' && line.checkpoint.seq <= line.checkpoint.floor)) &&
  intakes.get(line.collection)?.isFirst === true;

const isDocument = (value: unknown): boolean => {
  const document = value as Partial<WireDoc> | null;
  return (
    typeof document === 'object' &&
    document !== null &&
    typeof document.id === 'string' &&
    (document._deleted === true || typeof document.rev === 'string')
  );
};
const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * A line as declared; null for a kind of a newer server. Written by hand for documents: a schema takes longer to go through thousands of
 * them than the database takes to write them. Throws NoAnswerError for what no server of ours says.
 */
function checked(line: unknown): ChangesLine | null {
  const { kind, collection, documents, checkpoint, more } = line as Record<string, unknown>;
  const sound = ((): boolean => {
    switch (kind) {
      case 'page':
        return (
          isText(collection) &&
          Array.isArray(documents) &&
          documents.every(isDocument) &&
          typeof more === 'boolean' &&
          v.is(Checkpoint, checkpoint)
        );
      case 'ahead':
        return isText(collection) && Array.isArray(documents) && documents.every(isDocument);
      case 'tooOld':
        return isText(collection);
      case 'total':
        return v.is(v.record(v.string(), v.number()), documents);
      default:
        return isText(kind);
    }
  })();
  if (!sound) throw new NoAnswerError('not-json');
  return kind === 'page' ||
    kind === 'ahead' ||
    kind === 'tooOld' ||
    kind === 'total' ||
    kind === 'end' ||
    kind === 'failed'
    ? (line as ChangesLine)
    : null;
}
