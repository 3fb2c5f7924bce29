/**
 * Refuses requests that another site makes a browser send. Cookies are SameSite=Lax; this is the second lock, and the only one for calls
 * that set cookies (sign-in). Browsers say where a request comes from by Sec-Fetch-Site, older ones by Origin; what says neither is no
 * browser, and nobody else's cookies are in it.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { RequestFacts } from './request-facts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws CROSS_SITE_REQUEST. */
export function refuseCrossSite(method: string, headers: Headers, facts: Pick<RequestFacts, 'authorization' | 'origin' | 'internal'>): void {
  // A request with a token of its own was made by a program that knows the token, not by a browser that adds cookies by itself.
  if (SAFE.has(method) || facts.internal || /^bearer /i.test(facts.authorization ?? '')) return;
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = headers.get('origin');
  if (site === null && origin === null) return;
  if (site === null && origin === facts.origin) return;
  throw new CallError('CROSS_SITE_REQUEST');
}
