/** Security headers of every response. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export interface ContentPolicy {
  /** script sources besides this origin, e.g. `'nonce-…'` or `'sha256-…'` */
  scripts?: readonly string[];
  /** style sources besides this origin */
  styles?: readonly string[];
  /** other origins to which a form of the page may redirect */
  formTargets?: readonly string[];
  /** the development server injects styles and uses a web socket */
  development?: boolean;
}

export function contentSecurityPolicy({
  scripts = [],
  styles = [],
  formTargets = [],
  development = false,
}: ContentPolicy): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    development ? `style-src 'self' 'unsafe-inline'` : ['style-src', `'self'`, ...styles].join(' '),
    // Component libraries position elements with style attributes, which never contain user input.
    `style-src-attr 'unsafe-inline'`,
    `worker-src 'self' blob:`,
    `media-src 'self' blob:`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    development ? `connect-src 'self' ws: wss:` : `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    ['form-action', `'self'`, ...formTargets].join(' '),
  ].join('; ');
}

/** CSP hashes of a document's inline scripts. */
export function scriptHashes(html: string): string[] {
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes, text]) => !/\bsrc=/.test(attributes!) && text,
  );
  return [...new Set(inline.map(([, , text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`))];
}

/** Sets the headers that every response carries, raw handlers included. */
export function setSecurityHeaders(response: ServerResponse, options: { hsts: boolean; development: boolean }): void {
  response.setHeader('content-security-policy', contentSecurityPolicy({ development: options.development }));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()');
  if (options.hsts) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
}
