/** Headers that keep a page to itself, set once for every answer. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export interface ContentPolicy {
  /** sources of scripts besides this site's files, e.g. `'nonce-…'` or `'sha256-…'` */
  scripts?: readonly string[];
  /** sources of style elements besides this site's files */
  styles?: readonly string[];
  /** other origins that a form of the page may lead to, after it was sent here */
  formTargets?: readonly string[];
  /** the development server injects styles and talks over a web socket */
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
    // Component libraries place things by style attributes; they carry no text of anybody's.
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

/** Inline scripts of a document, as sources of its policy. */
export function scriptHashes(html: string): string[] {
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes, text]) => !/\bsrc=/.test(attributes!) && text,
  );
  return [...new Set(inline.map(([, , text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`))];
}

/** What every answer carries, whoever writes it. */
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
