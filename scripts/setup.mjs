/** Prerequisites of both commands: a new enough Node and the installed packages. Plain Node, no dependency. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Exits with one sentence if Node is older than package.json requires. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Satchel needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a program in the project's folder with its output shown. Returns the exit code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

/**
 * Installs the packages of the lock file if they are missing or of another lock file. Exits with one sentence if
 * `node_modules` is a link: the installation would empty the folder it points to, which belongs to another checkout.
 */
export function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const mark = join(root, 'node_modules', '.satchel-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  const folder = join(root, 'node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      `${folder} is a link to ${readlinkSync(folder)}, whose packages are not those of this checkout. Remove the link and start again; the packages are then installed here.`,
    );
    process.exit(1);
  }
  console.log('Installing packages …');
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) process.exit(code);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, lock);
}
