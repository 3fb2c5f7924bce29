/**
 * Every test, in one command: lint and layers, types, unit, integration (on the embedded database, and on a PostgreSQL server where its
 * programs are installed), end-to-end in a real Chromium. Ends in a plain line `N passed, N failed`.
 *
 *   npm test              all of it
 *   npm test -- unit      only these stages: lint types unit e2e
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { checkNode, installPackages, root, run } from './setup.mjs';

checkNode();
installPackages();

const asked = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const wanted = (stage) => asked.length === 0 || asked.includes(stage);
const results = join(root, 'test-results');
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const count = (name, more) => {
  passed += more.passed;
  failed += more.failed;
  console.log(`\n${name}: ${more.passed} passed, ${more.failed} failed\n`);
};
const step = (name, command, args) => {
  console.log(`\n── ${name}`);
  const ok = run(command, args) === 0;
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
};
/** Runs a program while others run. `stdio` inherit: its output is shown as it comes. Gives its exit code. */
const start = (command, args, { behind = false, ...options } = {}) => new Promise((resolve) => {
  const program = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  // What it starts takes over its priority. Where the system refuses, it only takes longer.
  if (behind && program.pid !== undefined) try { setPriority(program.pid, constants.priority.PRIORITY_LOW); } catch { /* as said */ }
  let printed = '';
  for (const stream of [program.stdout, program.stderr]) stream?.setEncoding('utf8').on('data', (text) => { printed += text; });
  program.once('error', (error) => resolve({ code: 1, printed: `${printed}${error.message}\n` }));
  program.once('close', (code) => resolve({ code: code ?? 1, printed }));
});
/** Its output is shown in one piece when it ends. */
const beside = async (name, command, args, options = {}) => {
  const { code, printed } = await start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  console.log(`\n── ${name}\n${printed}`);
  return code;
};
const check = async (name, command, args) => {
  const ok = (await beside(name, command, args, { behind: true })) === 0;
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
};
const report = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

async function checks() {
  if (wanted('types')) await check('types', 'npx', ['tsc', '--noEmit']);
  if (wanted('lint')) {
    await check('lint', 'npx', ['eslint', '.', '--max-warnings', '0']);
    await check('layers', 'npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'app', 'sync', 'workers', 'server', 'bench', '--output-type', 'err']);
  }
}

async function unitAndIntegration() {
  const file = join(results, 'vitest.json');
  rmSync(file, { force: true });
  const code = await beside('unit and integration', 'npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { behind: true });
  const json = report(file);
  // A suite that could not even load has no failed test of its own: it counts as one.
  const lost = json ? json.testResults.filter((f) => f.status === 'failed' && f.assertionResults.every((a) => a.status !== 'failed')).length : 1;
  const tally = { passed: json?.numPassedTests ?? 0, failed: (json?.numFailedTests ?? 0) + lost };
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  count('unit and integration', tally);
}

async function endToEnd(project, workers, chromium) {
  console.log(`\n── end-to-end, ${project}`);
  const file = join(results, 'e2e.json');
  rmSync(file, { force: true });
  const { code } = await start('npx', ['playwright', 'test', `--project=${project}`, `--workers=${workers}`], { env: { ...process.env, CHROMIUM_PATH: chromium } });
  const json = existsSync(file) ? report(file) : null;
  const tally = json ? { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky + json.stats.skipped + json.errors.length } : { passed: 0, failed: 1 };
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  count(`end-to-end, ${project}`, tally);
}

/** The browser and the build that end-to-end tests need, within their budgets. Gives the browser's path; null: they cannot run. */
async function prepared() {
  try {
    const chromium = ensureBrowser();
    if ((await beside('build', process.execPath, ['scripts/build.mjs'])) !== 0) throw new Error('the build failed');
    step('budgets', process.execPath, ['--import', 'tsx', 'scripts/budgets.ts']);
    return chromium;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count('end-to-end', { passed: 0, failed: 1 });
    return null;
  }
}

// Both cores have work from the first minute: the checks of the sources beside the build, and then beside what records and kills, which takes
// as long as it takes and little of the machine. The rest of it is for the checks and the unit tests, behind it in priority.
let chromium = null;
await Promise.all([
  checks(),
  (async () => {
    if (wanted('e2e')) chromium = await prepared();
    await Promise.all([wanted('unit') && unitAndIntegration(), chromium && endToEnd('alone', 1, chromium)]);
  })(),
]);
// Then the rest, three files at a time: two leave a third of two cores idle, waiting for servers and pages to start.
if (chromium) await endToEnd('together', 3, chromium);

if (passed + failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
