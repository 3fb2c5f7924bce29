/**
 * Runs after the build of client and server: renders the shell once to `build/client/shell.html`, which starts the
 * replica worker, and bundles the service worker to `build/client/sw.js` with the list of files that work offline.
 */
import type { VitePluginConfig } from '@remix-run/dev';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ON_DEMAND, separateFiles } from './console-files';
import { FIRST_PAINT_SCRIPT } from '../app/features/shell/first-paint';
import { earlyWorkerScript } from '../app/replica/early-worker';
import { LANGUAGES } from '../sync/model/languages';
import { isOfflineNamespace } from './offline-texts';

/** bytes of one file; a larger one would be missing without a network (scripts/budgets.ts has the sum) */
const FILE_LIMIT = 3 * 1024 * 1024;

type BuildEnd = NonNullable<VitePluginConfig['buildEnd']>;

async function prerenderShell(build: string): Promise<void> {
  const { createRequestHandler } = await import('@remix-run/node');
  const server = (await import(
    `${pathToFileURL(join(build, 'server', 'index.js')).href}?at=${Date.now()}`
  )) as Parameters<typeof createRequestHandler>[0];
  const handle = createRequestHandler(server, 'production');
  const answer = await handle(new Request('http://localhost/shell', { headers: { 'x-prerender': '1' } }), {});
  const html = await answer.text();
  if (answer.status !== 200 || !html.includes('</html>'))
    throw new Error(`the shell could not be rendered: ${answer.status}`);
  await writeFile(join(build, 'client', 'shell.html'), withEarlyWorker(html, await replicaWorker(build)));
}

async function replicaWorker(build: string): Promise<string> {
  const name = (await readdir(join(build, 'client', 'assets'))).find((file) =>
    /^replica\.worker-[\w-]{8}\.js$/.test(file),
  );
  if (!name) throw new Error('the build has no replica worker');
  return `/assets/${name}`;
}

/**
 * Adds the start of the replica worker to the first-paint script: React does not change that script when it hydrates, and
 * it stands before the style sheet, which delays later scripts.
 */
function withEarlyWorker(html: string, worker: string): string {
  const [before, after, ...more] = html.split(`${FIRST_PAINT_SCRIPT}</script>`);
  if (after === undefined || more.length > 0)
    throw new Error('the shell has another first script than the build knows');
  return `${before!}${FIRST_PAINT_SCRIPT};${earlyWorkerScript(worker)}</script>${after}`;
}

async function bundleServiceWorker(root: string, build: string): Promise<void> {
  const { build: bundle } = await import('vite');
  const separate = await separateFiles(join(build, 'client', 'assets'));
  const forConsole = await consoleManifest(root, separate.console);
  const out = join(root, '.cache', 'service-worker');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await bundle({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      __CONSOLE__: JSON.stringify(forConsole),
      __LATER__: JSON.stringify(laterManifest(separate.later)),
    },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      lib: {
        entry: join(root, 'workers', 'service-worker.ts'),
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'sw.js',
      },
    },
  });
  const { injectManifest } = await import('workbox-build');
  const result = await injectManifest({
    swSrc: join(out, 'sw.js'),
    swDest: join(build, 'client', 'sw.js'),
    globDirectory: join(build, 'client'),
    globIgnores: [...ON_DEMAND, ...separate.console, ...separate.online, ...separate.later].map(
      (file) => `assets/${file}`,
    ),
    globPatterns: [
      'shell.html',
      'assets/**/*.{js,css,woff2}',
      'manifest.webmanifest',
      'icons/icon.svg',
      'icons/icon-192.png',
    ],
    // Names in assets/ contain a hash of their content.
    dontCacheBustURLsMatching: /^assets\/.*-[\w-]{8}\./,
    maximumFileSizeToCacheInBytes: FILE_LIMIT,
    additionalManifestEntries: await localeEntries(root),
  });
  if (result.warnings.length > 0) throw new Error(result.warnings.join('\n'));
  console.warn(`service worker: ${result.count} files, ${Math.round(result.size / 1024)} kB`);
}

/**
 * Translation files are outside the build; the server serves them. All five languages, so that switching works offline;
 * without those used only by the server and its screens.
 */
async function localeEntries(root: string): Promise<{ url: string; revision: string }[]> {
  const entries: { url: string; revision: string }[] = [];
  for (const language of [...LANGUAGES].sort()) {
    for (const file of (await readdir(join(root, 'locales', language)))
      .filter((f) => f.endsWith('.json') && isOfflineNamespace(f.slice(0, -5)))
      .sort()) {
      const body = await readFile(join(root, 'locales', language, file));
      entries.push({
        url: `/locales/${language}/${file}`,
        revision: createHash('sha256').update(body).digest('hex').slice(0, 16),
      });
    }
  }
  return entries;
}

/** Files that are cached later; their names have a hash of their content. */
function laterManifest(files: readonly string[]): { name: string; files: string[] } {
  const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
  return { name: `later-${name}`, files: files.map((file) => `/assets/${file}`) };
}

/** Additional files of the console, and the name of their cache, which changes with any of them. */
async function consoleManifest(root: string, files: readonly string[]): Promise<{ name: string; files: string[] }> {
  const hash = createHash('sha256').update(files.join());
  const texts: string[] = [];
  for (const language of [...LANGUAGES].sort()) {
    hash.update(await readFile(join(root, 'locales', language, 'admin.json')));
    texts.push(`/locales/${language}/admin.json`);
  }
  return {
    name: `console-${hash.digest('hex').slice(0, 16)}`,
    files: [...files.map((file) => `/assets/${file}`), ...texts],
  };
}

export const finishClientBuild: BuildEnd = async ({ remixConfig, viteConfig }) => {
  const build = remixConfig.buildDirectory;
  await prerenderShell(build);
  await bundleServiceWorker(viteConfig.root, build);
};
