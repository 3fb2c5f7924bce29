/** Access to the public web for reading links; replaced in tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../platform/config';
import { createSafeFetch, type SafeFetch } from '../../platform/http/safe-fetch';

/** The product's token in robots.txt. */
export const ROBOTS_AGENT = 'SatchelBot';

/** bytes of a page, as it is transferred and after decompression */
const PAGE_BYTES = 10 * 1024 * 1024;
/** milliseconds for one request */
const PAGE_MS = 20_000;

export interface Web {
  fetch: SafeFetch;
  /** milliseconds between two requests to one host, all companies and processes together; 0: as fast as it answers */
  paceMs: number;
  /** Waits. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const createWeb = (config: Pick<Config, 'publicOrigin' | 'port'>): Web => ({
  fetch: createSafeFetch({
    totalMs: PAGE_MS,
    transferBytes: PAGE_BYTES,
    bodyBytes: PAGE_BYTES,
    // the page says who operates this installation
    userAgent: `${ROBOTS_AGENT}/1.0 (+${config.publicOrigin ?? `http://localhost:${config.port}`}/legal/usage-terms)`,
  }),
  paceMs: 1_000,
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
});
