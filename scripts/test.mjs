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
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowser, pagesBrowser } from './browser.mjs';
import { checkNode, installPackages, root, run } from './setup.mjs';

checkNode();
installPackages();

const asked = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const wanted = (stage) => asked.length === 0 || asked.includes(stage);
const results = join(root, 'test-results');
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
/** what failed, a line each, for the end of what is printed */
const failures = [];
const count = (name, more) => {
  passed += more.passed;
  failed += more.failed;
  if (more.failed > 0) failures.push(...(more.failures?.length ? more.failures.map((line) => `${name}: ${line}`) : [name]));
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

const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n').filter((line) => line.trim())[0]?.slice(0, 300) ?? '';
/** Of a suite of Playwright's report: the tests that did not end as they should. */
const notExpected = (suite) => [
  ...(suite.suites ?? []).flatMap(notExpected),
  ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${spec.file}: ${spec.title}: ${firstLine(spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error.message)}`),
];

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
  const files = json?.testResults ?? [];
  const lost = files.filter((f) => f.status === 'failed' && f.assertionResults.every((a) => a.status !== 'failed'));
  const wrong = files.flatMap((f) => f.assertionResults.filter((a) => a.status === 'failed').map((a) => `${relative(root, f.name)}: ${a.fullName}: ${firstLine(a.failureMessages[0])}`));
  const tally = {
    passed: json?.numPassedTests ?? 0, failed: (json?.numFailedTests ?? 0) + (json ? lost.length : 1),
    failures: [...wrong, ...lost.map((f) => `${relative(root, f.name)}: ${firstLine(f.message)}`)],
  };
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  count('unit and integration', tally);
}

async function endToEnd(project, workers, chromium) {
  console.log(`\n── end-to-end, ${project}`);
  const file = join(results, 'e2e.json');
  rmSync(file, { force: true });
  const { code } = await start('npx', ['playwright', 'test', `--project=${project}`, `--workers=${workers}`], { env: { ...process.env, CHROMIUM_PATH: chromium } });
  const json = existsSync(file) ? report(file) : null;
  const tally = json
    ? { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky + json.stats.skipped + json.errors.length, failures: [...json.suites.flatMap(notExpected), ...json.errors.map((error) => firstLine(error.message))] }
    : { passed: 0, failed: 1 };
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
if (chromium) await endToEnd('together', 3, pagesBrowser(chromium));

if (passed + failed === 0) failed = 1;
for (const line of failures) console.log(`✘ ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
