/** What a process takes above what it had when watching began. */
export interface MemoryUse {
  /** bytes at the beginning */
  rss: number;
  /** bytes above it, at most */
  moreRss: number;
  moreHeap: number;
  moreBuffers: number;
}

export function watchMemory(): { end(): MemoryUse } {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const most = { ...before };
  const look = (): void => {
    const now = process.memoryUsage();
    for (const key of ['rss', 'heapUsed', 'arrayBuffers'] as const) most[key] = Math.max(most[key], now[key]);
  };
  const timer = setInterval(look, 50);
  return {
    end() {
      clearInterval(timer);
      look();
      return { rss: before.rss, moreRss: most.rss - before.rss, moreHeap: most.heapUsed - before.heapUsed, moreBuffers: most.arrayBuffers - before.arrayBuffers };
    },
  };
}
