/** Readers of vitest's and Playwright's reports, and the summary at the end of a run. */
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../setup.mjs';
import { BUDGETS } from './budgets.mjs';

const SLOWEST = 10;

/** The message of a failed test in one line, with the difference and without the stack. */
export const messageOf = (text) =>
  stripVTControlCharacters(text ?? '')
    .split(/\n\s+at /, 1)[0]
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ⏎ ')
    .slice(0, 1_200);

/**
 * Reads a vitest report (null: none was written) and its exit code: numbers of passed and failed tests, failures as `{
 * test, error }` with the full error text, and files with their seconds.
 */
export function tallyOfVitest(json, code) {
  const files = json?.testResults ?? [];
  const name = (file) => relative(root, file.name);
  const failedIn = (f) => f.assertionResults.filter((a) => a.status === 'failed');
  // A file that could not be loaded has no failed test of its own: it counts as one.
  const lost = files.filter((f) => f.status === 'failed' && failedIn(f).length === 0);
  const wrong = files.flatMap((f) =>
    failedIn(f).map((a) => ({ test: `${name(f)}: ${a.fullName}`, error: a.failureMessages[0] ?? '' })),
  );
  return whole(code, {
    passed: json?.numPassedTests ?? 0,
    failed: (json?.numFailedTests ?? 0) + (json ? lost.length : 1),
    failures: [...wrong, ...lost.map((f) => ({ test: name(f), error: f.message }))],
    files: files.map((f) => ({ file: name(f), seconds: (f.endTime - f.startTime) / 1000 })),
  });
}

export const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
const resultsOf = (spec) => spec.tests.flatMap((test) => test.results);

/** The same for a Playwright report. A test that was skipped, or passed only when repeated, counts as failed. */
export function tallyOfPlaywright(json, code) {
  if (!json) return { passed: 0, failed: 1, failures: [], files: [] };
  const name = (file) => relative(root, join(json.config.rootDir, file));
  const errorOf = (spec) => resultsOf(spec).find((result) => result.error)?.error.message ?? 'not run';
  const wrong = json.suites
    .flatMap(specsOf)
    .filter((spec) => !spec.ok)
    .map((spec) => ({ test: `${name(spec.file)}: ${spec.title}`, error: errorOf(spec) }));
  const secondsOf = (suite) =>
    specsOf(suite)
      .flatMap(resultsOf)
      .reduce((sum, { duration }) => sum + duration / 1000, 0);
  return whole(code, {
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky + json.stats.skipped + json.errors.length,
    failures: [...wrong, ...json.errors.map((error) => ({ test: 'Playwright', error: error.message }))],
    files: json.suites.map((suite) => ({ file: name(suite.file), seconds: secondsOf(suite) })),
  });
}

/** A program that failed without naming a test has failed all the same. */
const whole = (code, tally) => (code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally);

/** The slowest files, and the time of each level. `times`: `{ level, wall, processor }`. */
export function printSummary(files, times, factor) {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length > 0) console.log('\nthe slowest test files');
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  if (times.length === 0) return;
  const all = times.reduce((sum, { processor }) => sum + (processor ?? 0), 0);
  const row = (...cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(13))).join('');
  console.log(`\n${row('level', 'seconds', 'processor s', 'share', 'budget here')}`);
  const order = Object.keys(BUDGETS);
  const ordered = [...times].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  for (const { level, wall, processor } of ordered) {
    const budget = BUDGETS[level] === undefined ? '–' : (BUDGETS[level] * factor).toFixed(0);
    const share = processor === null ? '–' : `${((100 * processor) / all).toFixed(0)} %`;
    console.log(row(level, wall.toFixed(1), processor?.toFixed(1) ?? '–', share, budget));
  }
  console.log(
    `Budgets are scaled by ${factor.toFixed(2)}: how much slower this machine is than the one they are from.`,
  );
  console.log('Processor time of browsers that were killed is in no figure.\n');
}
