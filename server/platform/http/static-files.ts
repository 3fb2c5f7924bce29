/**
 * The files of the build. Names in `assets/` carry a hash of their content: they are kept for a year, and those of earlier builds stay
 * served, as pages that are open still ask for them. Everything else is asked for anew each time.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { acceptedEncoding } from './answers';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8', '.gif': 'image/gif', '.html': 'text/html; charset=utf-8', '.ico': 'image/x-icon', '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8', '.json': 'application/json; charset=utf-8', '.map': 'application/json; charset=utf-8', '.mp3': 'audio/mpeg',
  '.png': 'image/png', '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8', '.wasm': 'application/wasm', '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json', '.webp': 'image/webp', '.woff': 'font/woff', '.woff2': 'font/woff2',
};

interface Entry {
  path: string;
  size: number;
  type: string;
  etag: string;
  cacheControl: string;
  /** sizes of the compressed copies that the build made beside the file */
  packed: Partial<Record<'br' | 'gzip', number>>;
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

export interface StaticFiles {
  /** Answers where the address is a file; false where it is none. */
  handle(request: IncomingMessage, response: ServerResponse, pathname: string): boolean;
}

/**
 * Documents are not among them: they need a policy of their own (documents.ts).
 *
 * @param folders the newest build first; of the later ones only `assets/` is served
 */
export function openStaticFiles(folders: readonly string[]): StaticFiles {
  const entries = new Map<string, Entry>();
  folders.forEach((folder, age) => {
    if (!existsSync(folder)) return;
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      const address = path.slice(folder.length).replaceAll('\\', '/');
      const isAsset = address.startsWith('/assets/');
      if (!file.isFile() || /\.(br|gz|html)$/.test(file.name) || file.name.startsWith('.') || entries.has(address) || (age > 0 && !isAsset)) continue;
      entries.set(address, entryOf(path, isAsset));
    }
  });
  return {
    handle(request, response, pathname) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const entry = entries.get(pathname);
      if (entry) send(request, response, entry, pathname);
      return entry !== undefined;
    },
  };
}

function entryOf(path: string, isAsset: boolean): Entry {
  const { size } = statSync(path);
  const packedSize = (suffix: string): number | undefined => (existsSync(path + suffix) ? statSync(path + suffix).size : undefined);
  const [br, gzip] = [packedSize(SUFFIX.br), packedSize(SUFFIX.gzip)];
  return {
    path, size,
    type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`,
    cacheControl: isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    packed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  };
}

function send(request: IncomingMessage, response: ServerResponse, entry: Entry, pathname: string): void {
  response.setHeader('cache-control', entry.cacheControl);
  response.setHeader('etag', entry.etag);
  response.setHeader('content-type', entry.type);
  if (pathname === '/sw.js') response.setHeader('service-worker-allowed', '/');
  if (Object.keys(entry.packed).length > 0) response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === entry.etag)) return void response.writeHead(304).end();
  const wanted = acceptedEncoding(request.headers['accept-encoding']?.toString());
  const encoding = wanted && entry.packed[wanted] !== undefined ? wanted : entry.packed.gzip !== undefined && wanted ? 'gzip' : null;
  if (encoding) response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', encoding ? entry.packed[encoding]! : entry.size);
  response.writeHead(200);
  if (request.method === 'HEAD') return void response.end();
  pipeline(createReadStream(entry.path + (encoding ? SUFFIX[encoding] : '')), response, () => undefined);
}
