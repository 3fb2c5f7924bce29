/**
 * Serves the files of the build. Names in `assets/` contain a content hash, and those in `pdf/` stand in a folder of their
 * version: they are cached for a year, and those of earlier builds stay available, because open pages still request them.
 * All other files are revalidated each time.
 *
 * The build may be replaced while the server runs: an unknown name is looked up on disk, a known file is checked at
 * each request, and a removed one yields 404.
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
import { contentSecurityPolicy } from './security-headers';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
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
  /** mtime in milliseconds: a change means a new file */
  modified: number;
  type: string;
  etag: string;
  cacheControl: string;
  /** sizes of the precompressed copies beside the file */
  packed: Partial<Record<'br' | 'gzip', number>>;
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

export interface StaticFiles {
  /** Returns false if the path is not a file of the build. */
  handle(request: IncomingMessage, response: ServerResponse, pathname: string): boolean;
}

/**
 * Opens the folders of the build. Documents are excluded: they need their own policy (documents.ts).
 * @param folders the newest build first; of older ones only `assets/` is served
 */
export function openStaticFiles(folders: readonly string[]): StaticFiles {
  const entries = new Map<string, Entry>();
  const find = (pathname: string): Entry | undefined => {
    if (!ADDRESS.test(pathname) || /\.(br|gz|html)$/.test(pathname)) return undefined;
    const isAsset = IMMUTABLE.test(pathname);
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
  // Hashes are computed at start, before the first request.
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

/** The worker of the PDF viewer: its decoders of scanned pictures are WebAssembly. */
const PDF_WORKER = /^\/pdf\/[\d.]+\/pdf\.worker\.min\.mjs$/;
/** Addresses whose content never changes: by a hash in the name, or by the version of a package. */
const IMMUTABLE = /^\/(?:assets\/|pdf\/\d)/;

/** File names of a build; none begins with a dot, so no path leaves the folder. */
const ADDRESS = /^(?:\/[A-Za-z0-9_~@+-][A-Za-z0-9._~@+-]*)+$/;

/** undefined: the file was removed meanwhile */
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

/** Returns false if the file was removed and nothing was sent yet. */
function send(request: IncomingMessage, response: ServerResponse, entry: Entry, pathname: string): boolean {
  const accepted = acceptedEncoding(request.headers['accept-encoding']?.toString());
  const encoding =
    accepted && entry.packed[accepted] !== undefined
      ? accepted
      : entry.packed.gzip !== undefined && accepted
        ? 'gzip'
        : null;
  // Opened before the headers are sent: an open file can be sent completely even after its removal.
  const file = openFile(entry.path + (encoding ? SUFFIX[encoding] : '')) ?? (encoding ? openFile(entry.path) : null);
  if (!file) return false;
  response.setHeader('cache-control', entry.cacheControl);
  response.setHeader('etag', entry.etag);
  response.setHeader('content-type', entry.type);
  if (pathname === '/sw.js') response.setHeader('service-worker-allowed', '/');
  // a worker has the policy of its own response, whatever its page may do (docs/decisions/079)
  if (PDF_WORKER.test(pathname))
    response.setHeader('content-security-policy', contentSecurityPolicy({ scripts: [`'wasm-unsafe-eval'`] }));
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
  else sendBytes(response, file);
  return true;
}

/**
 * Sends exactly the announced number of bytes, also of a file that is overwritten meanwhile: more would be read as the
 * start of the next response of the connection. A file that became shorter ends the connection.
 */
function sendBytes(response: ServerResponse, { descriptor, size }: { descriptor: number; size: number }): void {
  if (size === 0) {
    closeSync(descriptor);
    response.end();
    return;
  }
  const bytes = createReadStream('', { fd: descriptor, start: 0, end: size - 1 });
  bytes.once('end', () => {
    if (bytes.bytesRead < size) response.destroy();
  });
  pipeline(bytes, response, () => undefined);
}

function openFile(path: string): { descriptor: number; size: number; packed: boolean } | null {
  try {
    const descriptor = openSync(path, 'r');
    return { descriptor, size: fstatSync(descriptor).size, packed: /\.(br|gz)$/.test(path) };
  } catch {
    return null;
  }
}
