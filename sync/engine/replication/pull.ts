/**
 * Pulls one collection from its checkpoint, page by page; the next page is requested while one is written, never more
 * than one. Long texts come as differences (text-differences.ts). CHECKPOINT_TOO_OLD: pulls from the start.
 */
import { isLarge, type KindName } from '../../model/kinds';
import { CallError } from '../../protocol/errors';
import type { Call } from '../../protocol/client';
import { syncCalls, type Checkpoint, type PullAnswer } from '../../protocol/messages';
import type { Applier } from './applier';
import { PageApplier } from './page-applier';
import { completeTexts, stateMaxOf } from './text-differences';
import { CheckpointPositions } from './checkpoint-positions';

const PAGE = 200;
/** documents of a page of texts and transcripts, which may be megabytes each */
const LARGE_PAGE = 25;
const pageSizeOf = (kind: KindName): number => (isLarge(kind) ? LARGE_PAGE : PAGE);

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
      {
        collection,
        checkpoint,
        limit: pageSizeOf(collection),
        ...(isRepair ? { deletions: true } : {}),
        ...stateMaxOf(collection, checkpoint, isRepair, this.target),
      },
      { signal },
    );
  }

  /**
   * Pulls until the last page. `pageApplied` runs after each page, so that edits need not wait for a long first pull.
   */
  async pull(
    collection: KindName,
    signal: AbortSignal,
    pageApplied: (documents: number) => Promise<void>,
  ): Promise<void> {
    const positions = new CheckpointPositions(this.target);
    const applier = (await PageApplier.open(this.target, [collection], positions)).get(collection)!;
    try {
      await this.pages(applier, signal, pageApplied).catch(async (error: unknown) => {
        if (!(error instanceof CallError) || error.code !== 'CHECKPOINT_TOO_OLD') throw error;
        await applier.startOver();
        await this.pages(applier, signal, pageApplied);
      });
    } finally {
      await positions.save();
    }
  }

  private async pages(
    applier: PageApplier,
    signal: AbortSignal,
    pageApplied: (documents: number) => Promise<void>,
  ): Promise<void> {
    let { checkpoint } = applier;
    let next: Promise<PullAnswer> | null = this.page(applier, checkpoint, signal);
    while (next) {
      const answer: PullAnswer = await next;
      checkpoint = answer.checkpoint ?? checkpoint;
      const { more } = answer;
      next = more ? this.page(applier, checkpoint, signal) : null;
      // the next page may fail while this one is written: its error is thrown when it is awaited
      next?.catch(() => {});
      await applier.applyPage(await completeTexts(this.target, this.call, answer.documents, signal), checkpoint, more);
      await pageApplied(answer.documents.length);
    }
  }
}
