/**
 * Builds the screens and the server: `npm run build`. Plain Node, apart from the packages it runs.
 *
 *   remix vite:build ─► client, server, shell, service worker ─► compressed copies ─► hash of the sources
 *   the server (server-build.mjs), alone with `--server`
 *
 * Files with a hash in their name are served for two more builds: open pages still request them.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { buildServer } from './server-build.mjs';
import { root, run } from './setup.mjs';
import { HASH_FILE, screensHash } from './source-hash.mjs';

const TEXTUAL = /\.(m?js|css|html|svg|json|webmanifest|map|wasm|txt)$/;
/** bytes below which a compressed copy does not pay off */
const COMPRESS_FROM = 1024;
const KEPT_BUILDS = 2;
const KEPT = join(root, '.cache', 'previous-build');

export async function build() {
  const before = screensHash();
  await keepAssets();
  const code = run(
    process.execPath,
    [join(root, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js'), 'vite:build'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) return code;
  await compressFiles(join(root, 'build', 'client'));
  await cp(KEPT, join(root, 'build', 'previous'), { recursive: true });
  await writeFile(HASH_FILE, before);
  await buildServer();
  return 0;
}

/**
 * Copies the assets of the build that is about to be replaced to a folder that builds do not clear, and deletes those of
 * builds older than the last KEPT_BUILDS.
 */
async function keepAssets() {
  const current = join(root, 'build', 'client', 'assets');
  const previous = join(KEPT, 'assets');
  await mkdir(previous, { recursive: true });
  const log = join(KEPT, 'builds.json');
  const builds = existsSync(log) ? JSON.parse(await readFile(log, 'utf8')) : [];
  if (existsSync(current)) {
    builds.unshift(await readdir(current));
    await cp(current, previous, { recursive: true, force: true });
  }
  const kept = builds.slice(0, KEPT_BUILDS);
  const names = new Set(kept.flat());
  for (const name of await readdir(previous))
    if (!names.has(name)) await rm(join(previous, name), { recursive: true, force: true });
  await writeFile(log, JSON.stringify(kept));
}

async function compressFiles(folder) {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || !TEXTUAL.test(file.name)) continue;
    const { size, mtime } = await stat(path);
    if (size < COMPRESS_FROM) continue;
    const brotli = createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: size },
    });
    for (const [suffix, packer] of [
      ['.br', brotli],
      ['.gz', createGzip({ level: 9 })],
    ]) {
      await pipeline(createReadStream(path), packer, createWriteStream(path + suffix));
      await utimes(path + suffix, mtime, mtime);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--server')) await buildServer();
  else process.exit(await build());
}
