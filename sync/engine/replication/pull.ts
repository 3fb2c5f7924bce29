/**
 * Fetches what changed in one collection after the checkpoint, page by page; the next page is under way while one is written, never more
 * than one. CHECKPOINT_TOO_OLD: from the start.
 */
import type { CollectionName } from '../../model/registry';
import { CallError } from '../../protocol/errors';
import type { Call } from '../../protocol/client';
import { syncCalls, type Checkpoint, type PullAnswer } from '../../protocol/messages';
import type { Applier } from './applier';
import { PageApplier } from './page-applier';
import { CheckpointPositions } from './checkpoint-positions';

const PAGE = 200;
/** What one person can fill a page's worth of megabytes with comes in smaller pages: whole texts and transcripts. */
const PAGE_OF_LARGE = 25;
const pageOf = (collection: CollectionName): number =>
  collection === 'noteContents' || collection === 'transcripts' ? PAGE_OF_LARGE : PAGE;

export class Puller {
  constructor(
    private readonly target: Applier,
    private readonly call: Call,
  ) {}

  private page(
    { collection, isRepair }: PageApplier,
    checkpoint: Checkpoint | null,
    signal: AbortSignal,
  ): Promise<PullAnswer> {
    return this.call(
      syncCalls.pull,
      { collection, checkpoint, limit: pageOf(collection), ...(isRepair ? { deletions: true } : {}) },
      { signal },
    );
  }

  /** Pulls until nothing is left. `between` runs after each page, so that edits need not wait for a long first pull. */
  async pull(
    collection: CollectionName,
    signal: AbortSignal,
    between: (documents: number) => Promise<void>,
  ): Promise<void> {
    const places = new CheckpointPositions(this.target);
    const intake = (await PageApplier.open(this.target, [collection], places)).get(collection)!;
    try {
      await this.pages(intake, signal, between).catch(async (error: unknown) => {
        if (!(error instanceof CallError) || error.code !== 'CHECKPOINT_TOO_OLD') throw error;
        await intake.startOver();
        await this.pages(intake, signal, between);
      });
    } finally {
      await places.keep();
    }
  }

  private async pages(
    intake: PageApplier,
    signal: AbortSignal,
    between: (documents: number) => Promise<void>,
  ): Promise<void> {
    let { checkpoint } = intake;
    let next: Promise<PullAnswer> | null = this.page(intake, checkpoint, signal);
    while (next) {
      const answer: PullAnswer = await next;
      checkpoint = answer.checkpoint ?? checkpoint;
      const more: boolean = answer.documents.length >= pageOf(intake.collection);
      next = more ? this.page(intake, checkpoint, signal) : null;
      // a page asked for ahead may fail while this one is written: its error counts when it is its turn
      next?.catch(() => {});
      await intake.take(answer.documents, checkpoint, more);
      await between(answer.documents.length);
    }
  }
}
