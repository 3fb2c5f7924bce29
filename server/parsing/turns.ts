/**
 * Turns of work: one after another for a company, several companies side by side; a company that had its turn goes
 * behind those that wait.
 */

interface Waiting {
  start(): void;
}

export class Turns {
  private running = 0;
  private readonly busy = new Set<string>();
  /** companies that wait, in order */
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly most: number) {}

  /** Runs the work at its turn. Rejects with the signal's reason if it is aborted before. */
  async take<T>(company: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(company, signal);
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.busy.delete(company);
      this.toTheEnd(company);
      this.next();
    }
  }

  private turn(company: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.remove(company, waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.queues.set(company, [...(this.queues.get(company) ?? []), waiting]);
      this.next();
    });
  }

  private next(): void {
    for (const [company, queue] of this.queues) {
      if (this.running >= this.most) return;
      const first = queue[0];
      if (!first || this.busy.has(company)) continue;
      this.running += 1;
      this.busy.add(company);
      this.remove(company, first);
      first.start();
    }
  }

  /** Behind the companies that wait: it had its turn. */
  private toTheEnd(company: string): void {
    const queue = this.queues.get(company);
    if (!queue) return;
    this.queues.delete(company);
    this.queues.set(company, queue);
  }

  private remove(company: string, waiting: Waiting): void {
    const rest = (this.queues.get(company) ?? []).filter((each) => each !== waiting);
    if (rest.length > 0) this.queues.set(company, rest);
    else this.queues.delete(company);
  }
}
