/**
 * Satchel beside its peers, from nothing: installs, builds if the sources changed, measures in a real Chromium, prints
 * a table and writes it into docs/performance.md.
 *
 *   npm run bench                        everything
 *   npm run bench -- --quick             small sizes, few repetitions
 *   npm run bench -- --only first-sync   one row of the table, or several with commas
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { checkNode, installPackages, root, run } from './setup.mjs';
import { areScreensBuilt } from './source-hash.mjs';

const bench = join(root, 'bench');

/** The peers have a folder of their own: they are not dependencies of the product. */
function installPeers() {
  const lock = createHash('sha256')
    .update(readFileSync(join(bench, 'package-lock.json')))
    .digest('hex');
  const mark = join(bench, 'node_modules', '.satchel-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.log('Installing what Satchel is measured beside …');
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: bench });
  if (code !== 0) process.exit(code);
  writeFileSync(mark, lock);
}

checkNode();
installPackages();
installPeers();
const chromium = ensureBrowser();
if (!areScreensBuilt()) {
  console.log('Building …');
  const code = run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
  if (code !== 0) process.exit(code);
}
process.exit(
  run(process.execPath, ['--import', 'tsx', join(bench, 'main.ts'), ...process.argv.slice(2)], {
    env: { ...process.env, CHROMIUM_PATH: chromium },
  }),
);
