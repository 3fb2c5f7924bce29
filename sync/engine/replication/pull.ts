/**
 * Fetches what changed after the checkpoint, page by page; the next page is under way while one is written, never more than one.
 *
 *   checkpoint ──► page ──► replica ──► checkpoint kept ──► … until a page is short
 *   CHECKPOINT_TOO_OLD: from the start; what the server no longer names and nobody edited here goes at the end
 */
import type { CollectionName } from '../../model/registry';
import { CallError } from '../../protocol/errors';
import type { Call } from '../../protocol/client';
import { syncCalls, type Checkpoint, type PullAnswer } from '../../protocol/messages';
import { applyRemote, type Applier } from './apply';

const PAGE = 200;
/** What one person can fill a page's worth of megabytes with comes in smaller pages: whole texts and transcripts. */
const PAGE_OF_LARGE = 25;
const pageOf = (collection: CollectionName): number => (collection === 'noteContents' || collection === 'transcripts' ? PAGE_OF_LARGE : PAGE);

/** `complete` false: a pull from the start has not ended yet; it begins again after a restart, as what it saw is not known any more. */
interface Standing {
  checkpoint: Checkpoint | null;
  complete: boolean;
  /** the pull from the start is a repair: what it does not see is gone */
  repair: boolean;
}

const metaKey = (collection: CollectionName): string => `pull:${collection}`;

export class Puller {
  constructor(private readonly target: Applier, private readonly call: Call) {}

  /** Whether a first pull of the collection has ended once on this device. */
  async everComplete(collection: CollectionName): Promise<boolean> {
    return (await this.standing(collection)).complete;
  }

  private async standing(collection: CollectionName): Promise<Standing> {
    const row = await this.target.device.meta.get(metaKey(collection));
    return (row?.value as Standing | undefined) ?? { checkpoint: null, complete: false, repair: false };
  }

  private async keep(collection: CollectionName, standing: Standing): Promise<void> {
    await this.target.device.meta.put({ key: metaKey(collection), value: standing });
  }

  private page(collection: CollectionName, checkpoint: Checkpoint | null, signal: AbortSignal): Promise<PullAnswer> {
    return this.call(syncCalls.pull, { collection, checkpoint, limit: pageOf(collection) }, { signal });
  }

  /** Pulls until nothing is left. `between` runs after each page, so that edits need not wait for a long first pull. Gives the number of documents. */
  async pull(collection: CollectionName, signal: AbortSignal, between: (documents: number) => Promise<void>): Promise<number> {
    const standing = await this.standing(collection);
    try {
      return await this.pages(collection, standing, signal, between);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'CHECKPOINT_TOO_OLD') throw error;
      const fresh: Standing = { checkpoint: null, complete: standing.complete, repair: true };
      await this.keep(collection, fresh);
      return await this.pages(collection, fresh, signal, between);
    }
  }

  private async pages(collection: CollectionName, standing: Standing, signal: AbortSignal, between: (documents: number) => Promise<void>): Promise<number> {
    const seen = new Set<string>();
    let { checkpoint } = standing;
    let total = 0;
    let next: Promise<PullAnswer> | null = this.page(collection, checkpoint, signal);
    while (next) {
      const answer: PullAnswer = await next;
      const documents = answer.documents;
      checkpoint = answer.checkpoint ?? checkpoint;
      const more: boolean = documents.length >= pageOf(collection);
      next = more ? this.page(collection, checkpoint, signal) : null;
      // a page asked for ahead may fail while this one is written: its error counts when it is its turn
      next?.catch(() => {});
      await this.target.barrier('pull.arrived');
      await applyRemote(this.target, collection, documents);
      await this.target.barrier('pull.written');
      total += documents.length;
      if (standing.repair) for (const document of documents) seen.add(document.id);
      // a repair keeps its place only at the end: what it saw before a restart would be unknown
      else if (documents.length > 0 || !more) await this.keep(collection, { checkpoint, complete: standing.complete || !more, repair: false });
      await this.target.barrier('pull.kept');
      await between(documents.length);
    }
    if (standing.repair) {
      await this.forgetUnseen(collection, seen);
      await this.keep(collection, { checkpoint, complete: true, repair: false });
    }
    return total;
  }

  private async forgetUnseen(collection: CollectionName, seen: Set<string>): Promise<void> {
    const ids = (await this.target.documents.find(collection, {})).map((doc) => doc.id).filter((id) => !seen.has(id));
    await this.target.documents.write(collection, ids, (stored, id) =>
      !stored || stored._deleted || stored.waits ? 'keep' : { version: { id, _deleted: true }, pending: null });
  }
}
