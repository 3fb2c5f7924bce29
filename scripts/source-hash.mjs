/** Tells whether the build is that of the present sources. Plain Node, no dependency. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** What goes into the build. The server's own code runs from its sources. */
const SOURCES = ['app', 'sync', 'workers', 'locales', 'public', 'server', 'scripts/offline-build.ts', 'scripts/build.mjs', 'package-lock.json', 'remix.config.js', 'vite.config.ts', 'tsconfig.json'];
/** Of the server's folder the page takes contracts only. */
const taken = (path) => !/\.test\.tsx?$/.test(path) && (!path.startsWith('server/') || path.endsWith('contract.ts'));
/** Made by the build itself. */
const MADE = new Set(['public/sw.js']);

export const HASH_FILE = join(root, 'build', '.source-hash');

export function sourceHash() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  for (const path of SOURCES.flatMap(filesOf).filter((p) => taken(p) && !MADE.has(p)).sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path))).update('\0');
  return hash.digest('hex');
}

function filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => filesOf(`${path}/${entry.name}`));
}

export const isBuilt = () =>
  existsSync(HASH_FILE) && existsSync(join(root, 'build', 'server', 'index.js')) && readFileSync(HASH_FILE, 'utf8') === sourceHash();
