/**
 * The locks of one tab among those of its browser. When the tab is killed, its locks are released, and later requests are
 * not granted.
 */
import { MemoryLocks } from './memory-locks';

export class TabLocks extends MemoryLocks {
  private end = (): void => {};
  private readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });
  private state: 'alive' | 'dead' | 'buried' = 'alive';
  private readonly own = new MemoryLocks();
  private readonly stopped: (() => void)[] = [];

  constructor(private readonly shared: MemoryLocks) {
    super();
  }

  override async request(name: string, second: unknown, third?: unknown): Promise<never> {
    // a dead process does not continue
    if (this.state === 'dead')
      await new Promise<void>((resume) => {
        this.stopped.push(resume);
      });
    const callback = (third ?? second) as LockGrantedCallback<unknown>;
    const options = (third ? second : {}) as LockOptions;
    if (this.state === 'buried') return this.own.request(name, options, callback);
    return this.shared.request(name, options, (lock) =>
      this.state === 'alive' ? Promise.race([callback(lock), this.ended]) : undefined,
    );
  }
  override query(): Promise<LockManagerSnapshot> {
    return this.shared.query();
  }

  kill(): void {
    this.state = 'dead';
    this.end();
  }
  /** Lets the work of a killed tab continue in isolation, so that the test can close it. */
  buried(): void {
    this.state = 'buried';
    for (const resume of this.stopped.splice(0)) resume();
  }
}
