/**
 * Notes where the pulls of an answer stand, those of several collections in one write. The notes are durable, so what lies before them
 * has to be: what was written relaxed is settled first. What is not noted when the process ends comes again, and is known.
 */
import type { CollectionName } from '../../model/registry';
import type { Applier } from './applier';
import { saveCheckpoints, type PullProgress } from '../storage/checkpoints';

/** milliseconds between two notes: each is a write of its own to the disk */
const KEEP_EVERY_MS = 500;

export class CheckpointPositions {
  private readonly due = new Map<CollectionName, PullProgress>();
  private keptAt: number;
  /** one write after another: none may pass the settling of what it says is there */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly target: Pick<Applier, 'documents' | 'device' | 'clock'>) {
    this.keptAt = target.clock.now();
  }

  /** A collection stands here, and everything before it is written. */
  changed(collection: CollectionName, progress: PullProgress): void {
    this.due.set(collection, progress);
  }

  /** Notes them where that was not done lately. */
  async keepNowAndThen(): Promise<void> {
    if (Math.abs(this.target.clock.now() - this.keptAt) >= KEEP_EVERY_MS) await this.keep();
  }

  /** Resolves when all that changed is durable. */
  keep(): Promise<void> {
    const kept = this.last.then(() => this.write());
    this.last = kept.catch(() => {});
    return kept;
  }

  private async write(): Promise<void> {
    const { documents, device, clock } = this.target;
    const due = [...this.due];
    this.due.clear();
    if (due.length === 0) return;
    try {
      await Promise.all(due.map(([collection]) => documents.settle(collection)));
      await saveCheckpoints(device, due);
    } catch (error) {
      // whoever waits for one of them tries again
      for (const [collection, progress] of due) if (!this.due.has(collection)) this.due.set(collection, progress);
      throw error;
    }
    this.keptAt = clock.now();
  }
}
