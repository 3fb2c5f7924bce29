/** Tells whether the builds of screens and server match the present sources. Plain Node, no dependency. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const isTest = (path) => /\.(test|integration|fuzz)\.tsx?$/.test(path);
/** Files that the build itself writes. */
const MADE = new Set(['public/sw.js']);

export const SCREENS = {
  sources: [
    'app',
    'sync',
    'workers',
    'locales',
    'public',
    'server',
    'scripts/build.mjs',
    'scripts/console-files.ts',
    'scripts/offline-build.ts',
    'scripts/offline-texts.ts',
    'scripts/pdf-viewer.ts',
    'package-lock.json',
    'remix.config.js',
    'vite.config.ts',
    'tsconfig.json',
  ],
  // the page imports only contracts of the server's folder
  takes: (path) => !isTest(path) && !MADE.has(path) && (!path.startsWith('server/') || path.endsWith('contract.ts')),
};
const SERVER = {
  sources: ['app', 'server', 'sync', 'scripts/server-build.mjs', 'package-lock.json', 'tsconfig.json'],
  // the server imports only the features' manifests from app/
  takes: (path) =>
    !isTest(path) &&
    /\.(m?[jt]s|json)$/.test(path) &&
    (!path.startsWith('app/') || /^app\/(features|feature|screens|features\/[^/]+\/feature)\.ts$/.test(path)),
};

export const HASH_FILE = join(root, 'build', '.source-hash');

function hashOf({ sources, takes }) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  for (const path of sources.flatMap(filesOf).filter(takes).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function filesOf(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => filesOf(`${path}/${entry.name}`));
}

export const screensHash = () => hashOf(SCREENS);
export const areScreensBuilt = () =>
  existsSync(HASH_FILE) &&
  existsSync(join(root, 'build', 'server', 'index.js')) &&
  readFileSync(HASH_FILE, 'utf8') === screensHash();

/** The path of the present server's build, existing or not: in the installation's folder, with slashes. */
const serverPath = () => `build/satchel/${hashOf(SERVER).slice(0, 16)}`;
export const serverFolder = () => join(root, serverPath());
export const isServerBuilt = () => existsSync(join(serverFolder(), 'main.js'));

/**
 * The arguments of Node that start Satchel in the installation's folder: from the build if it matches the sources,
 * otherwise, and always in development, from the sources.
 */
export function serverCommand({ dev = false } = {}) {
  const built = `${serverPath()}/main.js`;
  return !dev && existsSync(join(root, built))
    ? ['--enable-source-maps', built]
    : ['--import', 'tsx', 'server/main.ts'];
}

/** The command that updates the build to the sources; null: it is current, or nothing is served from it. */
export function buildCommand({ dev = false } = {}) {
  const screens = dev || areScreensBuilt();
  if (screens && (dev || isServerBuilt())) return null;
  return [process.execPath, join(root, 'scripts', 'build.mjs'), ...(screens ? ['--server'] : [])];
}
