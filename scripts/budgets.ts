/**
 * Sizes of what a page loads before it is usable, read from the build, and their budgets: `node --import tsx
 * scripts/budgets.ts` prints them and fails if a budget is exceeded or the build is unfinished, since its compressed
 * copies are measured.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const CLIENT = fileURLToPath(new URL('../build/client/', import.meta.url));
/** bytes from which the build makes compressed copies (scripts/build.mjs) */
const COMPRESSED_FROM = 1_024;
/** files that the build compresses */
const COMPRESSED = /\.(m?js|css|html|svg|json|webmanifest|map|wasm|txt)$/;

/** the modules of the screen that count, beside the entry and everything they import */
const SCREENS = {
  login: { routes: ['root', 'routes/auth/login'], limit: 122_000 },
  shell: { routes: ['root', 'routes/shell', 'routes/workspace/_layout'], limit: 207_000 },
} as const;
/** bytes of the editor's module and everything it imports, without what the shell has loaded */
const EDITOR_LIMIT = 190_000;
/** bytes of everything cached for offline use, as sent */
const PRECACHE_LIMIT = 1_920_000;

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; module: string; imports?: string[] }>;
}
export interface Budget {
  name: 'login' | 'shell' | 'editor' | 'precache';
  bytes: number;
  limit: number;
  files: { file: string; bytes: number }[];
}

function readManifest(client: string): Manifest {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error('There is no build: run "npm run build".');
  const text = readFileSync(join(client, 'assets', name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

/** bytes as sent: the gzip copy, which gets its file's time when it is complete */
function sent(client: string, file: string): number {
  const plain = statSync(join(client, file));
  if (plain.size < COMPRESSED_FROM || !COMPRESSED.test(file)) return plain.size;
  const packed = statSync(join(client, `${file}.gz`), { throwIfNoEntry: false });
  if (!packed || Math.abs(packed.mtimeMs - plain.mtimeMs) > 1)
    throw new Error(`The build is not finished: ${file} has no whole compressed copy. Wait for "npm run build".`);
  return packed.size;
}

/** Modules that a module imports statically. */
const importsOf = (client: string, file: string): string[] =>
  [
    ...readFileSync(join(client, file), 'utf8').matchAll(
      /(?:^|;|\n)\s*import\s*(?:[\w*{}\s,$]+?\s*from\s*)?["']\.\/([\w.-]+\.js)["']/g,
    ),
  ].map(([, name]) => `assets/${name!}`);

function withImports(client: string, modules: readonly string[]): string[] {
  const all = new Set<string>();
  const open = modules.map((module) => module.replace(/^\//, ''));
  for (let file = open.pop(); file; file = open.pop()) {
    if (all.has(file)) continue;
    all.add(file);
    open.push(...importsOf(client, file));
  }
  return [...all];
}

/** Reads the build. Throws while it is being made. */
export function measureBudgets(client = CLIENT): Budget[] {
  const { entry, routes } = readManifest(client);
  const screens = Object.entries(SCREENS).map(([name, { routes: ids, limit }]): Budget => {
    const parts = ids.map((id) => routes[id]!);
    const files = withImports(client, [
      entry.module,
      ...entry.imports,
      ...parts.flatMap((part) => [part.module, ...(part.imports ?? [])]),
    ])
      .map((file) => ({ file, bytes: sent(client, file) }))
      .sort((a, b) => b.bytes - a.bytes);
    return { name: name as 'login' | 'shell', limit, files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
  });
  const inShell = new Set(screens.find(({ name }) => name === 'shell')!.files.map(({ file }) => file));
  const surface = readdirSync(join(client, 'assets')).find((file) => /^editor-surface-[\w-]+\.js$/.test(file));
  if (!surface) throw new Error('The build has no module of the editor: assets/editor-surface-*.js.');
  const editor = withImports(client, [`assets/${surface}`])
    .filter((file) => !inShell.has(file))
    .map((file) => ({ file, bytes: sent(client, file) }))
    .sort((a, b) => b.bytes - a.bytes);
  const precached = [...readFileSync(join(client, 'sw.js'), 'utf8').matchAll(/"?url"?:"([^"]+)"/g)].map(
    ([, url]) => url!,
  );
  const files = precached
    .map((file) => ({
      file,
      bytes: file.startsWith('/locales/')
        ? gzipSync(readFileSync(join(client, '..', '..', file))).length
        : sent(client, file),
    }))
    .sort((a, b) => b.bytes - a.bytes);
  return [
    ...screens,
    { name: 'editor', limit: EDITOR_LIMIT, files: editor, bytes: editor.reduce((sum, file) => sum + file.bytes, 0) },
    { name: 'precache', limit: PRECACHE_LIMIT, files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let over = 0;
  for (const { name, bytes, limit, files } of measureBudgets()) {
    console.log(`${name}: ${(bytes / 1_000).toFixed(1)} kB of ${limit / 1_000} kB in ${files.length} files`);
    if (process.argv.includes('--files'))
      for (const file of files) console.log(`  ${String(file.bytes).padStart(8)}  ${file.file}`);
    if (bytes > limit) {
      over += 1;
      console.error(
        `${name} is over its budget. The largest: ${files
          .slice(0, 5)
          .map((f) => f.file)
          .join(', ')}`,
      );
    }
  }
  process.exit(over > 0 ? 1 : 0);
}
