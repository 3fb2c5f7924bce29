/** Endpoints for operators: liveness, readiness, metrics. */
import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Platform } from '../context';
import type { Database } from '../database/open';
import type { RawHandler } from './host';

/** milliseconds */
const READY_WITHIN = 2_000;
/** Milliseconds for which a result is cached: the endpoint is public, and each check writes. */
const READY_FOR = 1_000;

export interface Readiness {
  /** false during shutdown: a load balancer then routes requests elsewhere */
  accepting: boolean;
}

const plain = (response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'content-length': Buffer.byteLength(text) })
    .end(text);
};

/** Checks with a write, because a full disk or a read-only replica still serves reads. */
const writeProbe = (at: number) => ({
  text: 'insert into write_probe (id, at) values (1, $1) on conflict (id) do update set at = excluded.at',
  values: [at],
});

export function probes(
  platform: Pick<Platform, 'config' | 'metrics'>,
  database: Pick<Database, 'query'>,
  readiness: Readiness,
): RawHandler {
  const ready = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), READY_WITHIN)));
    try {
      return await Promise.race([
        database.query(writeProbe(Date.now())).then(
          () => true,
          () => false,
        ),
        timedOut,
      ]);
    } finally {
      clearTimeout(timer);
    }
  };
  let last: { until: number; ready: Promise<boolean> } = { until: 0, ready: Promise.resolve(false) };
  const readyNow = (): Promise<boolean> => {
    const now = performance.now();
    if (now >= last.until) {
      // concurrent requests share one check
      const check = {
        until: Infinity,
        ready: ready().finally(() => {
          check.until = performance.now() + READY_FOR;
        }),
      };
      last = check;
    }
    return last.ready;
  };
  return {
    matches: (pathname) => pathname === '/healthz' || pathname === '/readyz' || pathname === '/metrics',
    async handle(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/healthz') return plain(response, 200, 'ok');
      if (pathname === '/readyz') {
        const yes = readiness.accepting && (await readyNow());
        return plain(response, yes ? 200 : 503, yes ? 'ready' : 'not ready');
      }
      if (!mayReadMetrics(platform.config.metricsToken, request.headers, request.socket.remoteAddress ?? ''))
        return plain(response, 404, 'Not Found');
      return plain(response, 200, await platform.metrics.text(), platform.metrics.registry.contentType);
    },
  };
}

/** Allowed from this machine without a proxy, or with the token. */
function mayReadMetrics(token: string | undefined, headers: NodeJS.Dict<string | string[]>, address: string): boolean {
  const actual = Buffer.from(String(headers['authorization'] ?? ''));
  const expected = Buffer.from(`Bearer ${token ?? ''}`);
  if (token && actual.length === expected.length && timingSafeEqual(actual, expected)) return true;
  const local = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
  return local && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}
