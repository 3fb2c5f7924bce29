/** Cookies in both directions (RFC 6265). */

/** Cookies of a request by name, decoded; the first of a name wins. */
export function parseCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (!name || at < 0 || name in cookies) continue;
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    try {
      cookies[name] = decodeURIComponent(value);
    } catch {
      cookies[name] = value;
    }
  }
  return cookies;
}

export interface CookieOptions {
  path?: string;
  /** seconds; 0 deletes the cookie */
  maxAge?: number;
  httpOnly?: boolean;
}

/** A Set-Cookie header. Always SameSite=Lax, so that forms of other sites do not carry it; Secure on https. */
export function setCookieHeader(name: string, value: string, options: CookieOptions, secure: boolean): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, `Path=${options.path ?? '/'}`, 'SameSite=Lax'];
  if (options.maxAge !== undefined) parts.push(`Max-Age=${Math.floor(options.maxAge)}`);
  if (options.httpOnly ?? true) parts.push('HttpOnly');
  if (secure) parts.push('Secure');
  return parts.join('; ');
}
