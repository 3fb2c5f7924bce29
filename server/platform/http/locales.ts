/** Serves translations: `/locales/{lng}/{ns}.json`, for known languages and plain namespace names only. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptedEncoding } from './answers';
import { LANGUAGES } from '../../../sync/model/languages';

export const LOCALE_ADDRESS = new RegExp(`^/locales/(${LANGUAGES.join('|')})/([a-z-]{1,40})\\.json$`);

interface Texts {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
}

/** @param reload read files at each request (development) */
export function localeHandler(
  folder: string,
  reload: boolean,
): (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean {
  const cache = new Map<string, Texts | null>();
  const find = (language: string, namespace: string): Texts | null => {
    const name = `${language}/${namespace}.json`;
    const known = cache.get(name);
    if (known !== undefined && !reload) return known;
    const read = readTexts(join(folder, name));
    cache.set(name, read);
    return read;
  };
  return (request, response, pathname) => {
    const [, language, namespace] = LOCALE_ADDRESS.exec(pathname) ?? [];
    const texts =
      language && namespace && (request.method === 'GET' || request.method === 'HEAD')
        ? find(language, namespace)
        : null;
    if (!texts) return false;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('etag', texts.etag);
    response.setHeader('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === texts.etag) {
      response.writeHead(304).end();
      return true;
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString());
    if (encoding) response.setHeader('content-encoding', encoding);
    const body = texts[encoding ?? 'plain'];
    response.setHeader('content-length', body.length);
    response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

function readTexts(path: string): Texts | null {
  let plain: Buffer;
  try {
    plain = readFileSync(path);
  } catch {
    return null;
  }
  return {
    plain,
    gzip: gzipSync(plain),
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}
