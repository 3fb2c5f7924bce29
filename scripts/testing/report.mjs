/** What the reports of vitest and Playwright say, and the summary at the end of a run. */
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../setup.mjs';
import { BUDGETS } from './budgets.mjs';

const SLOWEST = 10;

export const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n').find((line) => line.trim())?.trim().slice(0, 300) ?? '';

/** Of a report of vitest (null: it left none) and its exit code: the tests that passed and failed, the failures in a line each, the files with their seconds. */
export function tallyOfVitest(json, code) {
  const files = json?.testResults ?? [];
  const name = (file) => relative(root, file.name);
  // A file that could not even load has no failed test of its own: it counts as one.
  const lost = files.filter((f) => f.status === 'failed' && f.assertionResults.every((a) => a.status !== 'failed'));
  const wrong = files.flatMap((f) => f.assertionResults.filter((a) => a.status === 'failed').map((a) => `${name(f)}: ${a.fullName}: ${firstLine(a.failureMessages[0])}`));
  return whole(code, {
    passed: json?.numPassedTests ?? 0,
    failed: (json?.numFailedTests ?? 0) + (json ? lost.length : 1),
    failures: [...wrong, ...lost.map((f) => `${name(f)}: ${firstLine(f.message)}`)],
    files: files.map((f) => ({ file: name(f), seconds: (f.endTime - f.startTime) / 1000 })),
  });
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
const resultsOf = (spec) => spec.tests.flatMap((test) => test.results);

/** The same of a report of Playwright. What was skipped, or passed at a second try only, counts as failed. */
export function tallyOfPlaywright(json, code) {
  if (!json) return { passed: 0, failed: 1, failures: [], files: [] };
  const name = (file) => relative(root, join(json.config.rootDir, file));
  const wrong = json.suites.flatMap(specsOf).filter((spec) => !spec.ok)
    .map((spec) => `${name(spec.file)}: ${spec.title}: ${firstLine(resultsOf(spec).find((result) => result.error)?.error.message)}`);
  return whole(code, {
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky + json.stats.skipped + json.errors.length,
    failures: [...wrong, ...json.errors.map((error) => firstLine(error.message))],
    files: json.suites.map((suite) => ({ file: name(suite.file), seconds: specsOf(suite).flatMap(resultsOf).reduce((sum, { duration }) => sum + duration / 1000, 0) })),
  });
}

/** A program that failed without saying of what has failed all the same. */
const whole = (code, tally) => (code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally);

/** The slowest files, and what each level took. `times`: `{ level, wall, processor }`. */
export function printSummary(files, times, factor) {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length > 0) console.log(`\nthe slowest test files\n${slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`).join('\n')}`);
  if (times.length === 0) return;
  const all = times.reduce((sum, { processor }) => sum + (processor ?? 0), 0);
  const row = (...cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(13))).join('');
  console.log(`\n${row('level', 'seconds', 'processor s', 'share', 'budget here')}`);
  for (const { level, wall, processor } of times) {
    const budget = BUDGETS[level] === undefined ? '–' : (BUDGETS[level] * factor).toFixed(0);
    console.log(row(level, wall.toFixed(1), processor?.toFixed(1) ?? '–', processor === null ? '–' : `${((100 * processor) / all).toFixed(0)} %`, budget));
  }
  console.log(`This machine takes ${factor.toFixed(2)} times as long as the one the budgets are from. Pages of browsers that are killed are in no figure.\n`);
}
