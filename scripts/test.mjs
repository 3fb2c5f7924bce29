/**
 * Every test in one command: types, lint and layers, unit, component, integration (on the embedded database, and on a
 * PostgreSQL server if its programs are installed), fuzz, end-to-end in a real Chromium. Reports the slowest files and
 * the time of each level; a level far over its budget (testing/budgets.mjs) fails. Ends with a plain line `N passed, N
 * failed`.
 *
 *   npm test              all of it
 *   npm test -- unit      only these stages: types lint unit component integration fuzz e2e
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, pagesBrowser } from './browser.mjs';
import { checkNode, installPackages } from './setup.mjs';
import { calibrate, overBudget, REFERENCE } from './testing/budgets.mjs';
import { CHECKS } from './testing/checks.mjs';
import { messageOf, printSummary, tallyOfPlaywright, tallyOfVitest } from './testing/report.mjs';
import { readJson, results, start, tool } from './testing/run.mjs';
import { placeTemporaryFiles } from './testing/temporary-files.mjs';

const WITHOUT_BROWSER = ['component', 'integration', 'unit', 'fuzz'];
const STAGES = ['types', 'lint', ...WITHOUT_BROWSER, 'e2e'];
const asked = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const unknown = asked.filter((stage) => !STAGES.includes(stage));
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}; the stages are ${STAGES.join(', ')}.`);
  process.exit(2);
}
const wanted = (stage) => asked.length === 0 || asked.includes(stage);

checkNode();
installPackages();
placeTemporaryFiles();
let slowest = calibrate();

let passed = 0;
let failed = 0;
/** failures, one line each, for the end of the output */
const failures = [];
const files = [];
const times = [];
function count(name, tally) {
  passed += tally.passed;
  failed += tally.failed;
  files.push(...(tally.files ?? []));
  const lines = (tally.failures ?? []).map(({ test, error }) => `${name}: ${test}: ${messageOf(error)}`);
  if (tally.failed > 0) failures.push(...(lines.length > 0 ? lines : [name]));
  console.log(`\n${name}: ${tally.passed} passed, ${tally.failed} failed\n`);
}

/**
 * Runs a level and calibrates at its end. Its output is shown in one piece then or, with `live`, as it arrives. Returns
 * its exit code.
 */
async function level(name, command, options = {}) {
  if (options.live) console.log(`\n── ${name}`);
  const { code, printed, time } = await start(command, { name, ...options });
  if (!options.live) console.log(`\n── ${name}\n${printed}`);
  if (time) times.push({ level: name, ...time });
  slowest = Math.max(slowest, calibrate());
  return code;
}

async function check(name, command) {
  const ok = (await level(name, command, { behind: true })) === 0;
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
}

async function checks() {
  if (wanted('types')) await check('types', CHECKS.types);
  if (wanted('lint')) for (const name of ['lint', 'format', 'layers']) await check(name, CHECKS[name]);
}

/** One level of vitest, on both cores: its project, and those whose names begin with it. */
async function vitest(name) {
  if (!wanted(name)) return;
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await level(name, [...tool('vitest'), 'run', '--project', `${name}*`, ...reporters], { behind: true });
  count(name, tallyOfVitest(readJson(file), code));
}

async function withoutBrowser() {
  for (const name of WITHOUT_BROWSER) await vitest(name);
}

async function endToEnd(project, workers, chromium) {
  const name = `end-to-end ${project}`;
  const file = join(results, `e2e-${project}.json`);
  rmSync(file, { force: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await level(name, [...tool('playwright'), 'test', `--project=${project}`, `--workers=${workers}`], {
    live: true,
    env,
  });
  count(name, tallyOfPlaywright(readJson(file), code));
}

/**
 * The browser and the build that end-to-end tests need, within their budgets. Returns the browser's path; null: they
 * cannot run.
 */
async function prepared() {
  try {
    const chromium = ensureBrowser();
    if ((await level('build', [process.execPath, 'scripts/build.mjs'])) !== 0) throw new Error('the build failed');
    await check('sizes', [process.execPath, '--import', 'tsx', 'scripts/budgets.ts']);
    return chromium;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count('end-to-end', { passed: 0, failed: 1 });
    return null;
  }
}

// Both cores have work throughout:
//
//   build, checks of the sources ─► recordings and kills, beside what needs no browser ─► other end-to-end tests
//
// The second group runs at the lowest priority. Recordings take as long as they take and little of the machine. The fuzz
// is not beside the other end-to-end tests: on a slow machine they left it so little that it took fifteen times as long.
let chromium = null;
await Promise.all([
  checks(),
  (async () => {
    if (wanted('e2e')) chromium = await prepared();
    await Promise.all([withoutBrowser(), chromium && endToEnd('alone', 1, chromium)]);
  })(),
]);
// Three files at a time: with two, a third of two cores is idle, waiting for servers and pages to start.
if (chromium) await endToEnd('together', 3, pagesBrowser(chromium));

const factor = Math.max(1, slowest / REFERENCE.calibration);
printSummary(files, times, factor);
// More seeds than a day's have no budget.
const over = overBudget(
  times.filter(({ level: name }) => !(name === 'fuzz' && process.env.FUZZ_SEEDS)),
  factor,
);
failures.push(...over);
failed += over.length;
if (passed + failed === 0) failed = 1;
for (const line of failures) console.log(`✘ ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
