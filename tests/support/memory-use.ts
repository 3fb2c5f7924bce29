/** Memory of a process above its level at the start of the measurement. */
export interface MemoryUse {
  /** bytes at the start */
  rss: number;
  /** bytes above it, at most; of heap and buffers only retained memory, if garbage is collected before each sample */
  moreRss: number;
  moreHeap: number;
  moreBuffers: number;
}

/** @param collect collects garbage before each sample (needs --expose-gc), so that only retained memory counts */
export function watchMemory({ collect = false } = {}): { end(): MemoryUse } {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const most = { ...before };
  const sample = (): void => {
    if (collect) globalThis.gc?.();
    const now = process.memoryUsage();
    for (const key of ['rss', 'heapUsed', 'arrayBuffers'] as const) most[key] = Math.max(most[key], now[key]);
  };
  const timer = setInterval(sample, collect ? 200 : 50);
  return {
    end() {
      clearInterval(timer);
      sample();
      return {
        rss: before.rss,
        moreRss: most.rss - before.rss,
        moreHeap: most.heapUsed - before.heapUsed,
        moreBuffers: most.arrayBuffers - before.arrayBuffers,
      };
    },
  };
}
