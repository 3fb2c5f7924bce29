/** Runs asynchronous work one after another, in the order of the calls. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Settles when everything queued so far has ended. */
  get idle(): Promise<unknown> {
    return this.last;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done.catch(() => {});
    return done;
  }
}
