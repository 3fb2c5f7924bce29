/**
 * Refuses requests that another site makes a browser send: calls, forms of screens, parts of uploads alike. Cookies are SameSite=Lax;
 * this is the second lock, and the only one for what sets cookies (sign-in). Browsers say where a request comes from by Sec-Fetch-Site,
 * older ones by Origin; what says neither is no browser, and nobody else's cookies are in it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { CallError } from '../../../sync/protocol/errors';
import type { RequestFacts } from './request-facts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws CROSS_SITE_REQUEST. */
export function refuseCrossSite(
  method: string,
  headers: IncomingHttpHeaders,
  facts: Pick<RequestFacts, 'authorization' | 'origin'>,
): void {
  // A request with a token of its own was made by a program that knows the token, not by a browser that adds cookies by itself.
  if (SAFE.has(method) || /^bearer /i.test(facts.authorization ?? '')) return;
  const { 'sec-fetch-site': site, origin } = headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && (origin === undefined || origin === facts.origin)) return;
  throw new CallError('CROSS_SITE_REQUEST');
}
