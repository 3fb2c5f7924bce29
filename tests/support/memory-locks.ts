/**
 * Web Locks for Node, shared by the "tabs" of one device: exclusive locks in order of request, `ifAvailable`, signals,
 * and query.
 */
type Callback = (lock: Lock | null) => unknown;

export class MemoryLocks implements LockManager {
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly heldNames = new Set<string>();

  request(name: string, callback: LockGrantedCallback<unknown>): Promise<never>;
  request(name: string, options: LockOptions, callback: LockGrantedCallback<unknown>): Promise<never>;
  async request(name: string, second: unknown, third?: unknown): Promise<never> {
    const callback = (third ?? second) as Callback;
    const options = (third ? second : {}) as LockOptions;
    if (options.ifAvailable && this.heldNames.has(name)) return (await callback(null)) as never;
    if (this.heldNames.has(name)) await this.queue(name, options.signal);
    else if (options.signal?.aborted) throw options.signal.reason;
    this.heldNames.add(name);
    try {
      return (await callback({ name, mode: 'exclusive' })) as never;
    } finally {
      this.heldNames.delete(name);
      this.waiting.get(name)?.shift()?.();
    }
  }

  async query(): Promise<LockManagerSnapshot> {
    return {
      held: [...this.heldNames].map((name) => ({ name, mode: 'exclusive' as const, clientId: '' })),
      pending: [],
    };
  }

  private queue(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(name) ?? [];
      const turn = (): void => {
        signal?.removeEventListener('abort', leave);
        this.heldNames.add(name);
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(turn), 1);
        reject(signal!.reason as Error);
      };
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(turn);
      this.waiting.set(name, queue);
    });
  }
}
