/** A value to which components subscribe. */
export class Cell<T> {
  readonly #listeners = new Set<() => void>();
  constructor(private value: T) {}
  readonly get = (): T => this.value;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(value: T): void {
    if (value === this.value) return;
    this.value = value;
    for (const listener of this.#listeners) listener();
  }
}
