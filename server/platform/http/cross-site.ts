/**
 * Refuses cross-site requests (CSRF): calls, form posts of screens, and uploads. Cookies are SameSite=Lax; this is the
 * second defence, and the only one for requests that set cookies (sign-in). Browsers send Sec-Fetch-Site, older ones
 * Origin; a request without both is not from a browser and carries no other person's cookies.
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
  // A bearer token is added by a program on purpose, never automatically by a browser.
  if (SAFE.has(method) || /^bearer /i.test(facts.authorization ?? '')) return;
  const { 'sec-fetch-site': site, origin } = headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && (origin === undefined || origin === facts.origin)) return;
  throw new CallError('CROSS_SITE_REQUEST');
}
