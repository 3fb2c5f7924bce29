/** Lets a loop wait for a call, with a timeout. A call that comes before the loop waits is not lost. */
export class Wake {
  private isCalled = false;
  private resolve: () => void = () => undefined;

  readonly call = (): void => {
    this.isCalled = true;
    this.resolve();
  };

  /** Whether it was called within so many milliseconds. */
  async within(ms: number): Promise<boolean> {
    if (!this.isCalled)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    const wasCalled = this.isCalled;
    this.isCalled = false;
    return wasCalled;
  }
}
