/**
 * Satchel in a separate folder, as an operator installs it, which can be replaced by a later build: each file with a hash
 * in its name gets another hash, as if every module had changed, and the files of the previous build are deleted.
 */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const HASHED = /^(.*-)([\w-]{8})(\.\w+)$/;
const TEXTUAL = /\.(js|css|html|json|webmanifest)$/;

export interface Deployment {
  folder: string;
  /** Replaces this build by the next one. Its pages set `globalThis.build = name`. */
  replace(name: string): void;
  dispose(): void;
}

export function createDeployment(): Deployment {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-deployed-'));
  for (const part of [
    'server',
    'sync',
    'app',
    'locales',
    'package.json',
    'tsconfig.json',
    'build/client',
    'build/server',
    'build/satchel',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    replace: (name) => nextBuild(join(folder, 'build'), name),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function nextBuild(build: string, name: string): void {
  const assets = join(build, 'client', 'assets');
  const renamed = new Map<string, string>();
  for (const file of readdirSync(assets)) {
    const [, head, hash, end] = HASHED.exec(file) ?? [];
    if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file));
    else if (hash) renamed.set(file, `${head}${[...hash].reverse().join('')}${end}`);
  }
  for (const [before, after] of renamed) renameSync(join(assets, before), join(assets, `next.${after}`));
  for (const after of renamed.values()) renameSync(join(assets, `next.${after}`), join(assets, after));
  const names = new RegExp([...renamed.keys()].map((file) => file.replace(/[.+]/g, '\\$&')).join('|'), 'g');
  for (const entry of readdirSync(build, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (/\.(br|gz)$/.test(entry.name)) rmSync(path);
    if (!entry.isFile() || !TEXTUAL.test(entry.name)) continue;
    const before = readFileSync(path, 'utf8');
    let after = before.replace(names, (file) => renamed.get(file)!);
    if (entry.name.startsWith('entry.client-')) after += `\nglobalThis.build=${JSON.stringify(name)};`;
    // files without a hash in their name carry their revision here
    if (entry.name === 'sw.js')
      after = after.replace(
        /"revision":"([0-9a-f]{32})","url":"shell\.html"/,
        (_, revision: string) => `"revision":"${[...revision].reverse().join('')}","url":"shell.html"`,
      );
    if (after !== before) writeFileSync(path, after);
  }
}
