/** What a process takes above what it had when watching began. */
export interface MemoryUse {
  /** bytes at the beginning */
  rss: number;
  /** bytes above it, at most; of heap and buffers only what is held on to, where garbage is collected before each look */
  moreRss: number;
  moreHeap: number;
  moreBuffers: number;
}

/** @param collect collects garbage before each look (needs --expose-gc): what is seen then is held, not waiting to be collected */
export function watchMemory({ collect = false } = {}): { end(): MemoryUse } {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const most = { ...before };
  const look = (): void => {
    if (collect) globalThis.gc?.();
    const now = process.memoryUsage();
    for (const key of ['rss', 'heapUsed', 'arrayBuffers'] as const) most[key] = Math.max(most[key], now[key]);
  };
  const timer = setInterval(look, collect ? 200 : 50);
  return {
    end() {
      clearInterval(timer);
      look();
      return {
        rss: before.rss,
        moreRss: most.rss - before.rss,
        moreHeap: most.heapUsed - before.heapUsed,
        moreBuffers: most.arrayBuffers - before.arrayBuffers,
      };
    },
  };
}
