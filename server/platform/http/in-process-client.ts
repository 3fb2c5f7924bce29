/**
 * Typed API client of loaders: calls the API in the process with the cookies of the page's request, or a remote service
 * with the person's token.
 */
import type { Hono } from 'hono';
import { createClient, type Call } from '../../../sync/protocol/client';
import type { Config } from '../config';
import type { ApiEnv } from './calls';
import type { RequestFacts } from './request-facts';

/** A reserved origin: requests to it never leave the process. */
const INSIDE = 'http://satchel.invalid';

/** @param onCookie called with each Set-Cookie header of a response */
export function inProcessClient(
  api: Hono<ApiEnv>,
  apis: Config['apis'],
  facts: RequestFacts,
  onCookie: (header: string) => void,
): Call {
  const cookie = Object.entries(facts.cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const bases = Object.fromEntries(
    Object.entries(apis).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return createClient({
    origin: INSIDE,
    bases,
    headers: () => ({ ...(cookie ? { cookie } : {}), 'x-request-id': facts.requestId }),
    fetch: async (url, init) => {
      if (!url.startsWith(INSIDE)) {
        const token = facts.cookies['accessToken'];
        const headers = new Headers(init.headers);
        headers.delete('cookie');
        if (token) headers.set('authorization', `Bearer ${token}`);
        return fetch(url, { ...init, headers });
      }
      const answer = await api.fetch(new Request(url, init), { facts });
      answer.headers.getSetCookie().forEach(onCookie);
      return answer;
    },
  });
}
