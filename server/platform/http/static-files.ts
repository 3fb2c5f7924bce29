/**
 * The files of the build. Names in `assets/` carry a hash of their content: they are kept for a year, and those of earlier builds stay
 * served, as pages that are open still ask for them. Everything else is asked for anew each time.
 *
 * The build may be replaced while the server runs: a name that is not known is looked up on the disk, a known file is looked at again
 * each time, and one that vanished is none.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  type Stats,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { acceptedEncoding } from './answers';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

interface Entry {
  path: string;
  size: number;
  /** of the file, milliseconds: another one is another file */
  modified: number;
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
  const find = (pathname: string): Entry | undefined => {
    if (!ADDRESS.test(pathname) || /\.(br|gz|html)$/.test(pathname)) return undefined;
    const isAsset = pathname.startsWith('/assets/');
    for (const [age, folder] of folders.entries()) {
      if (age > 0 && !isAsset) break;
      const path = join(folder, pathname);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat?.isFile()) continue;
      const known = entries.get(pathname);
      if (known?.path === path && known.size === stat.size && known.modified === stat.mtimeMs) return known;
      const entry = entryOf(path, stat, isAsset);
      if (entry) entries.set(pathname, entry);
      return entry;
    }
    entries.delete(pathname);
    return undefined;
  };
  // Hashes are made once, before the first visitor waits for them.
  for (const [age, folder] of folders.entries()) {
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const address = join(file.parentPath, file.name).slice(folder.length).replaceAll('\\', '/');
      if (file.isFile() && (age === 0 || address.startsWith('/assets/'))) find(address);
    }
  }
  return {
    handle(request, response, pathname) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const entry = find(pathname);
      return entry !== undefined && send(request, response, entry, pathname);
    },
  };
}

/** Names as a build makes them; none begins with a dot, so no address leaves the folder. */
const ADDRESS = /^(?:\/[A-Za-z0-9_~@+-][A-Za-z0-9._~@+-]*)+$/;

/** undefined: the file vanished meanwhile */
function entryOf(path: string, { size, mtimeMs }: Stats, isAsset: boolean): Entry | undefined {
  const packedSize = (suffix: string): number | undefined => statSync(path + suffix, { throwIfNoEntry: false })?.size;
  const [br, gzip] = [packedSize(SUFFIX.br), packedSize(SUFFIX.gzip)];
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch {
    return undefined;
  }
  return {
    path,
    size,
    modified: mtimeMs,
    type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    cacheControl: isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    packed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  };
}

/** False: the file has vanished, and nothing was said yet. */
function send(request: IncomingMessage, response: ServerResponse, entry: Entry, pathname: string): boolean {
  const wanted = acceptedEncoding(request.headers['accept-encoding']?.toString());
  const encoding =
    wanted && entry.packed[wanted] !== undefined ? wanted : entry.packed.gzip !== undefined && wanted ? 'gzip' : null;
  // Opened before anything is said: what is open can be sent to its end, even when its name goes away.
  const file = openFile(entry.path + (encoding ? SUFFIX[encoding] : '')) ?? (encoding ? openFile(entry.path) : null);
  if (!file) return false;
  response.setHeader('cache-control', entry.cacheControl);
  response.setHeader('etag', entry.etag);
  response.setHeader('content-type', entry.type);
  if (pathname === '/sw.js') response.setHeader('service-worker-allowed', '/');
  if (Object.keys(entry.packed).length > 0) response.setHeader('vary', 'accept-encoding');
  const known = request.headers['if-none-match']?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === entry.etag);
  if (known || request.method === 'HEAD') closeSync(file.descriptor);
  if (known) {
    response.writeHead(304).end();
    return true;
  }
  if (encoding && file.packed) response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', file.size);
  response.writeHead(200);
  if (request.method === 'HEAD') response.end();
  else pipeline(createReadStream('', { fd: file.descriptor, start: 0 }), response, () => undefined);
  return true;
}

function openFile(path: string): { descriptor: number; size: number; packed: boolean } | null {
  try {
    const descriptor = openSync(path, 'r');
    return { descriptor, size: fstatSync(descriptor).size, packed: /\.(br|gz)$/.test(path) };
  } catch {
    return null;
  }
}
