/**
 * Bundles the server's sources into few files: a start from the sources translates and resolves each of some four
 * hundred modules. Packages stay in `node_modules`, apart from those of hundreds of files.
 *
 *   server/main.ts ─► build/satchel/<hash of the sources>/main.js
 *   pglite.worker.ts ─► pglite.worker.mjs beside it, the thread that main.js starts by this name
 *   parser.process.ts, parser-watchdog.mjs ─► beside it, the process that main.js starts for a file, and its thread
 *
 * A build is a folder of its own, which appears when it is finished. A running server of the previous build still finds
 * its late-loaded files there; two are kept.
 */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { root } from './setup.mjs';
import { serverFolder } from './source-hash.mjs';

const MANY_FILES = ['kysely', 'jose', 'hono', 'mediabunny'];
const KEPT_BUILDS = 2;

export async function buildServer() {
  const folder = serverFolder();
  const fresh = `${folder}.new-${process.pid}`;
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: MANY_FILES },
    build: {
      ssr: true,
      outDir: fresh,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: {
          main: 'server/main.ts',
          'pglite.worker': 'server/platform/database/pglite.worker.ts',
          'parser.process': 'server/parsing/parser.process.ts',
          'parser-watchdog': 'server/parsing/parser-watchdog.mjs',
        },
        output: {
          entryFileNames: ({ name }) => (name === 'main' ? '[name].js' : '[name].mjs'),
          chunkFileNames: '[name].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  });
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  await forgetOld(dirname(folder), folder);
}

async function forgetOld(builds, current) {
  const paths = (await readdir(builds)).map((name) => join(builds, name)).filter((path) => path !== current);
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  for (const { path } of dated.sort((a, b) => b.at - a.at).slice(KEPT_BUILDS))
    await rm(path, { recursive: true, force: true });
}
