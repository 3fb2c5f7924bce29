/** Access to the web for reading links and pages; replaced in tests. */
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
  /** of the public web alone: for pages that a model or a search names */
  fetch: SafeFetch;
  /** for links that people add: also of the private hosts that the operator names */
  fetchLink: SafeFetch;
  /** milliseconds between two requests to one host, all companies and processes together; 0: as fast as it answers */
  paceMs: number;
  /** Waits. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWeb(config: Pick<Config, 'publicOrigin' | 'port' | 'linkPrivateHosts'>): Web {
  const settings = {
    totalMs: PAGE_MS,
    transferBytes: PAGE_BYTES,
    bodyBytes: PAGE_BYTES,
    // the page says who operates this installation
    userAgent: `${ROBOTS_AGENT}/1.0 (+${config.publicOrigin ?? `http://localhost:${config.port}`}/legal/usage-terms)`,
  };
  return {
    fetch: createSafeFetch(settings),
    fetchLink: createSafeFetch({ ...settings, privateHosts: config.linkPrivateHosts }),
    paceMs: 1_000,
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
  };
}
