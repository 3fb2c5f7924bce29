/** How loaders and actions of server-rendered screens call the API: inside the process, or at the configured address. */
import type { AppLoadContext } from '@remix-run/node';
import { createClient, type Call } from '../../sync/protocol/client';

type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** Headers of the visitor that the API judges by. */
const PASSED_ON = ['cookie', 'user-agent', 'accept-language', 'x-forwarded-for', 'x-request-id', 'origin', 'sec-fetch-site'];

/**
 * A client that acts for the visitor of `request`. The cookies that the API sets are collected, so that the screen's answer can carry
 * them on.
 */
export function callFor(request: Request, context: AppLoadContext): { call: Call; cookies: Headers } {
  const cookies = new Headers();
  const inProcess = context['fetch'] as Fetch | undefined;
  const origin = new URL(request.url).origin;
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value) headers[name] = value;
  }
  const call = createClient({
    origin,
    headers: () => headers,
    fetch: async (url, init) => {
      const response = await (inProcess ?? fetch)(url, init);
      for (const cookie of response.headers.getSetCookie()) cookies.append('Set-Cookie', cookie);
      return response;
    },
  });
  return { call, cookies };
}
