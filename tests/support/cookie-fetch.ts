/** `fetch` of one browser profile: keeps cookies of one origin and sends its origin headers, as a page does. */
import type { Fetch } from '../../sync/engine/storage/environment';

export function cookieFetch(origin: string): Fetch & { cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  const go = async (input: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    headers.set('sec-fetch-site', 'same-origin');
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (!name) continue;
      if (!value || /max-age=0(;|$)/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return Object.assign(go, { cookies });
}
