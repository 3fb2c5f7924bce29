/**
 * Saves the checkpoints of an answer's kinds in one write. A checkpoint is durable, so the documents before it must be,
 * too: relaxed writes are settled first. Documents after an unsaved checkpoint are pulled again, which is idempotent.
 */
import type { KindName } from '../../model/kinds';
import type { Applier } from './applier';
import { saveCheckpoints, type PullProgress } from '../storage/checkpoints';

/** milliseconds between two saves: each is a disk write of its own */
const SAVE_EVERY_MS = 500;

export class CheckpointPositions {
  private readonly due = new Map<KindName, PullProgress>();
  private savedAt: number;
  /** writes run one after another: no checkpoint may be saved before its documents are settled */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly target: Pick<Applier, 'documents' | 'device' | 'clock'>) {
    this.savedAt = target.clock.now();
  }

  /** A kind reached this position, and every document before it is written. */
  advanced(collection: KindName, progress: PullProgress): void {
    this.due.set(collection, progress);
  }

  /** Saves at most every 500 ms. */
  async saveThrottled(): Promise<void> {
    if (Math.abs(this.target.clock.now() - this.savedAt) >= SAVE_EVERY_MS) await this.save();
  }

  /** Resolves when all advanced checkpoints are durable. */
  save(): Promise<void> {
    const saved = this.last.then(() => this.write());
    this.last = saved.catch(() => {});
    return saved;
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
      // the next save tries again
      for (const [collection, progress] of due) if (!this.due.has(collection)) this.due.set(collection, progress);
      throw error;
    }
    this.savedAt = clock.now();
  }
}
