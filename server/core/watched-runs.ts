/** Remembers runs whose person is watching the subject when the work ends, and so needs no notification of the end. */
import type { RunContext } from '../runs/run';
import type { CoreServices } from './context';

export class WatchedRuns {
  private readonly ids = new Set<string>();

  constructor(private readonly live: Pick<CoreServices['live'], 'isWatching'>) {}

  /**
   * Asks whether the person is watching. Call it at the end of an attempt, outside the transaction that ends the run, since
   * other processes take up to seconds to answer.
   */
  async observe({ companyId, ownerId, runId, subject }: RunContext<unknown>, userId = ownerId): Promise<void> {
    if (await this.live.isWatching(companyId, subject, userId)) this.ids.add(runId);
    else this.ids.delete(runId);
  }

  /** Returns the result of the last observation in this process, and deletes it. */
  take(runId: string): boolean {
    return this.ids.delete(runId);
  }
}
