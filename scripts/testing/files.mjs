/** Single test files of every kind, and the command for each. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBrowser, pagesBrowser } from '../browser.mjs';
import { root, run } from '../setup.mjs';
import { buildCommand } from '../source-hash.mjs';
import { specsOf, tallyOfPlaywright, tallyOfVitest } from './report.mjs';
import { readJson, tool } from './run.mjs';

/** the kinds by file suffix (vitest.config.ts, playwright.config.ts) */
const KINDS = [
  [/\.test\.ts$/, 'unit'],
  [/\.test\.tsx$/, 'component'],
  [/\.integration\.ts$/, 'integration'],
  [/\.fuzz\.ts$/, 'fuzz'],
  [/^tests\/e2e\/.*\.spec\.ts$/, 'e2e'],
];
const FOLDERS = ['app', 'sync', 'workers', 'server', 'scripts', 'tests'];

/** The kind of a file by its path in the project's folder, with slashes; undefined: not a test. */
export const kindOf = (file) => KINDS.find(([suffix]) => suffix.test(file))?.[1];

/** Paths with slashes, whatever the system's separator. */
export const slashed = (path) => path.replaceAll('\\', '/');

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((file) => slashed(`${folder}/${file}`));
export const allTestFiles = () => FOLDERS.flatMap(filesIn).filter(kindOf).sort();

/**
 * Builds if the sources changed, and finds a browser. Returns which browser the specs of a file use: those of the
 * project `alone` the full one, as in the test command. Exits if the build fails.
 */
export function prepareSpecs(folder) {
  const whole = ensureBrowser();
  const pages = pagesBrowser(whole);
  const [build, ...args] = buildCommand() ?? [];
  if (build && run(build, args) !== 0) process.exit(1);
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'specs.json');
  const [playwright, ...first] = tool('playwright');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: list };
  run(playwright, [...first, 'test', '--list', '--reporter=json'], { stdio: 'ignore', env });
  const json = readJson(list);
  const fileOf = (suite) => slashed(relative(root, join(json.config.rootDir, suite.file)));
  const projectOf = new Map(json?.suites.map((suite) => [fileOf(suite), specsOf(suite)[0]?.tests[0]?.projectName]));
  return (file) => (projectOf.get(file) === 'alone' ? whole : pages);
}

/**
 * How to run a file once with its report in the folder `place`: the command, its environment, and a reader of the
 * report.
 */
export function planOf(file, place, browserOf) {
  const report = join(place, 'report.json');
  if (kindOf(file) === 'e2e') {
    const pattern = `${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
    return {
      command: [
        ...tool('playwright'),
        'test',
        pattern,
        '--workers=1',
        '--trace',
        'retain-on-failure',
        '--output',
        join(place, 'traces'),
      ],
      env: { CHROMIUM_PATH: browserOf(file), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      tally: (code) => tallyOfPlaywright(readJson(report), code),
    };
  }
  return {
    // an absolute path names one file, a relative one all that contain it
    command: [
      ...tool('vitest'),
      'run',
      '--project',
      `${kindOf(file)}*`,
      join(root, file),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env: {},
    tally: (code) => tallyOfVitest(readJson(report), code),
  };
}
