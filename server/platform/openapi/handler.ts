/**
 * Serves the API description at /api/openapi.json (for programs) and /api/docs (for people), without authentication.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding } from '../http/answers';
import type { RawHandler } from '../http/host';
import { contentSecurityPolicy } from '../http/security-headers';
import { installed } from '../installation';
import type { CallGroup } from './group';

const TYPES: Record<string, string> = {
  '/api/openapi.json': 'application/json; charset=utf-8',
  '/api/docs': 'text/html; charset=utf-8',
};
/** Maximum number of cached origins: without a configured origin it comes from the request. */
const ORIGINS_MAX = 4;

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

interface Made {
  body: Buffer;
  packed: { br: Buffer; gzip: Buffer };
  etag: string;
  styles: string[];
}

export function apiDescription(groups: readonly CallGroup[]): RawHandler {
  const made = new Map<string, Promise<Made>>();
  // Loaded and built at the first request: most servers receive none.
  const build = async (pathname: string, origin: string): Promise<Made> => {
    const [{ openApi }, { openApiPage, PAGE_STYLE_SOURCE }] = await Promise.all([
      import('./document'),
      import('./page'),
    ]);
    const { version } = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as { version: string };
    const document = openApi(groups, { version, origin });
    const body = Buffer.from(pathname === '/api/docs' ? openApiPage(document) : JSON.stringify(document));
    const packed = {
      br: await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      gzip: await zip(body),
    };
    return {
      body,
      packed,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      styles: pathname === '/api/docs' ? [PAGE_STYLE_SOURCE] : [],
    };
  };
  return {
    matches: (pathname) => pathname in TYPES,
    async handle(request, response, facts) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0, connection: 'close' }).end();
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const key = `${pathname} ${facts.origin}`;
      if (!made.has(key)) {
        const [oldest] = made.keys();
        if (made.size >= ORIGINS_MAX && oldest) made.delete(oldest);
        made.set(key, build(pathname, facts.origin));
        made.get(key)!.catch(() => made.delete(key));
      }
      const { body, packed, etag, styles } = await made.get(key)!;
      const headers = {
        'content-security-policy': contentSecurityPolicy({ styles }),
        etag,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      };
      if (request.headers['if-none-match']?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === etag))
        return void response.writeHead(304, headers).end();
      const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString());
      const content = encoding ? packed[encoding] : body;
      response.writeHead(200, {
        ...headers,
        'content-type': TYPES[pathname]!,
        'content-length': content.length,
        ...(encoding ? { 'content-encoding': encoding } : {}),
      });
      response.end(request.method === 'HEAD' ? undefined : content);
    },
  };
}
