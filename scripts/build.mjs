/**
 * Builds what the browser gets, where the sources changed since the last build: `node scripts/build.mjs [--force]`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkNode, installPackages, root, run } from './setup.mjs';

/** What a build depends on. */
const SOURCES = ['app', 'sync', 'workers', 'public', 'locales', 'scripts', 'package-lock.json', 'vite.config.ts', 'remix.config.js', 'tsconfig.json'];
const mark = join(root, 'build', '.source-hash');

function* files(path) {
  const at = join(root, path);
  if (!existsSync(at)) return;
  if (!statSync(at).isDirectory()) return void (yield at);
  const entries = readdirSync(at, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield join(entry.parentPath, entry.name);
}

/** A hash of every source's path and content; contracts of the server are read by the page too. */
export function sourceHash() {
  const hash = createHash('sha256');
  const contracts = [...files('server')].filter((f) => f.endsWith('contract.ts'));
  for (const file of [...SOURCES.flatMap((s) => [...files(s)]), ...contracts].sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds when needed. Gives the exit code. */
export function build({ force = false } = {}) {
  const now = sourceHash();
  if (!force && existsSync(mark) && readFileSync(mark, 'utf8') === now) return 0;
  console.log('Building …');
  const code = run('npx', ['remix', 'vite:build', '--logLevel', 'warn'], { env: { ...process.env, NODE_ENV: 'production' } });
  if (code !== 0) return code;
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(mark, now);
  return 0;
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  checkNode();
  installPackages();
  process.exit(build({ force: process.argv.includes('--force') }));
}
