/**
 * Pulls several kinds in one streamed answer: the first sync of a device, the changes after an absence, and a poke that
 * names more than one kind.
 *
 *   checkpoints ──► POST changes ──► line ──► page applier of its kind ──► … ──► end
 *                                      a few lines are sealed and written concurrently; checkpoints advance in order
 *
 * Checkpoints are saved with the written pages: after a broken connection or an invalid line the next request continues
 * from there.
 */
import * as v from 'valibot';
import { KINDS, type KindName } from '../../model/kinds';
import { NoAnswerError, type Call } from '../../protocol/client';
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
import { completeTexts, stateMaxOf } from './text-differences';

/** lines processed concurrently: one is sealed while another is written to disk */
const CONCURRENT_LINES = 3;
/**
 * milliseconds after which a server without this call is asked again: it may have been updated, or the address serves
 * another one
 */
const UNSUPPORTED_MS = 10 * 60_000;

/** The request for these checkpoints. */
const changesRequest = (
  appliers: Iterable<readonly [KindName, Pick<PageApplier, 'checkpoint' | 'isFirst' | 'isRepair'>]>,
  activeSpaces: readonly string[],
  target: Pick<Applier, 'stateMax'>,
): ChangesInput => {
  const all = [...appliers];
  return {
    collections: all.map(([name, { checkpoint, isFirst, isRepair }]) => ({
      name,
      checkpoint,
      ahead: isFirst && !checkpoint ? KINDS[name].ahead : 0,
      ...(isRepair ? { deletions: true } : {}),
      ...stateMaxOf(name, checkpoint, isRepair, target),
    })),
    total: all.some(([, { isFirst }]) => isFirst),
    near: activeSpaces.slice(0, NEAR_MAX),
  };
};

/** The request of an empty device. */
export const firstRequest = (names: readonly KindName[], activeSpaces: readonly string[]): ChangesInput =>
  changesRequest(
    names.map((name) => [name, { checkpoint: null, isFirst: true, isRepair: false }]),
    activeSpaces,
    { stateMax: 0 },
  );

export interface ChangesEvents {
  /** documents of the whole first sync, including those received before */
  total(documents: number): void;
  /** called after each page, in order */
  pageApplied(documents: number): Promise<void>;
}

export class ChangesReader {
  private unsupportedUntil = 0;

  /** @param activeSpaces spaces whose lists are on a screen now */
  constructor(
    private readonly target: Applier,
    private readonly lines: CallLines,
    private readonly call: Call,
    private readonly activeSpaces: () => string[],
  ) {}

  /** Whether the server is known not to have this call: then every kind is pulled by its own call. */
  get isUnsupported(): boolean {
    return this.target.clock.now() < this.unsupportedUntil;
  }

  /** Reads everything up to now. False: the server does not have this call, and nothing was read. */
  async read(names: readonly KindName[], signal: AbortSignal, events: ChangesEvents): Promise<boolean> {
    const positions = new CheckpointPositions(this.target);
    const appliers = await PageApplier.open(this.target, names, positions);
    /**
     * settles when all lines so far are written and their checkpoints noted; each line waits for the one before it
     * where order matters
     */
    let written: Promise<void> = Promise.resolve();
    /** the lines in progress, oldest first */
    const inProgress: Promise<void>[] = [];
    let ended = false;
    try {
      for await (const line of this.lines(
        syncCalls.changes,
        changesRequest(appliers, this.activeSpaces(), this.target),
        {
          signal,
        },
      )) {
        if (inProgress.length >= CONCURRENT_LINES) await inProgress.shift();
        const change = parseLine(line);
        if (!change) continue;
        if (change.kind === 'end') {
          ended = true;
          break;
        }
        if (change.kind === 'failed') throw new CallError(isErrorCode(change.error) ? change.error : 'HTTP_500');
        if (!isRepeatable(change, appliers)) await written;
        written = this.apply(appliers, change, events, written, signal);
        // the error is thrown when the promise is awaited later
        written.catch(() => {});
        inProgress.push(written);
      }
    } catch (error) {
      await Promise.allSettled(inProgress);
      await positions.save();
      if (!(error instanceof CallError) || error instanceof NoAnswerError || error.code !== 'HTTP_404') throw error;
      this.unsupportedUntil = this.target.clock.now() + UNSUPPORTED_MS;
      return false;
    }
    await written;
    await positions.save();
    if (!ended) throw new NoAnswerError('network');
    return true;
  }

  private async apply(
    appliers: ReadonlyMap<string, PageApplier>,
    line: ChangesLine,
    events: ChangesEvents,
    previous: Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    if (line.kind === 'total') {
      events.total(Object.values(line.documents).reduce((sum, count) => sum + count, 0));
      return;
    }
    const applier = 'collection' in line ? appliers.get(line.collection) : undefined;
    if (!applier) return;
    if (line.kind === 'tooOld') await applier.startOver();
    else if (line.kind === 'ahead') await Promise.all([applier.applyAhead(line.documents), previous]);
    else if (line.kind === 'page') {
      const documents = await completeTexts(this.target, this.call, line.documents, signal);
      await applier.applyPage(documents, line.checkpoint, line.more, previous);
      await events.pageApplied(line.documents.length);
    }
  }
}

/**
 * Whether a line may be written concurrently with the one before it. Up to the floor of a first pull a repeated
 * document is unchanged; after it a page may delete what an earlier one brought.
 */
const isRepeatable = (line: ChangesLine, appliers: ReadonlyMap<string, PageApplier>): boolean =>
  (line.kind === 'ahead' || (line.kind === 'page' && line.checkpoint.seq <= line.checkpoint.floor)) &&
  appliers.get(line.collection)?.isFirst === true;

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
 * Validates a line; null for a kind of a newer server. Documents are checked by hand: a schema takes longer for
 * thousands of them than the database takes to write them. Throws NoAnswerError for an invalid line.
 */
function parseLine(line: unknown): ChangesLine | null {
  const { kind, collection, documents, checkpoint, more } = (line ?? {}) as Record<string, unknown>;
  const isValid = ((): boolean => {
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
  if (!isValid) throw new NoAnswerError('not-json');
  return kind === 'page' ||
    kind === 'ahead' ||
    kind === 'tooOld' ||
    kind === 'total' ||
    kind === 'end' ||
    kind === 'failed'
    ? (line as ChangesLine)
    : null;
}
