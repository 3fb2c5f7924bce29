/** Documents name only what exists: files, folders, functions and each other. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES } from '../server/platform/config';
import { filesBelow } from '../tests/support/repository';

const DECISIONS = 'docs/decisions';
/** A decision is read at once: fifteen lines, each a paragraph, and 2,000 characters. Details are in docs/investigations. */
const DECISION_LINES = 15;
const DECISION_CHARACTERS = 2_000;

const documents = ['README.md', ...filesBelow('docs').filter((file) => file.endsWith('.md'))];
const decisions = filesBelow(DECISIONS).filter((file) => /\/\d{3}-[a-z0-9-]+\.md$/.test(file));
const read = (file: string): string => readFileSync(file, 'utf8');

/** Paths in backticks, with the name after a colon: `server/sync/push.ts:push`. Patterns with `<…>` or `*` name no single file. */
function namedPaths(text: string): { path: string; name: string | undefined }[] {
  const root = /`((?:app|bench|docs|locales|public|scripts|server|sync|tests|workers)\/[^`\s:]*)(?::(\w+))?`/g;
  return [...text.matchAll(root)]
    .map(([, path, name]) => ({ path: path!, name }))
    .filter(({ path }) => !/[<>*…]/.test(path));
}

const rooms = (text: string): string[] =>
  [...text.matchAll(/^\| `(sync\/engine\/[a-z]+)\/` \|/gm)].map(([, room]) => room!);

test.each(documents)('the files, folders and names in %s exist', (document) => {
  const text = read(document);
  const missing = namedPaths(text).filter(({ path, name }) => {
    if (!existsSync(path)) return true;
    return name !== undefined && !new RegExp(`\\b${name}\\b`).test(statSync(path).isFile() ? read(path) : '');
  });
  expect(missing).toEqual([]);
});

test('README and architecture list the rooms of the engine in the same order', () => {
  expect(rooms(read('README.md'))).toHaveLength(11);
  expect(rooms(read('docs/architecture.md'))).toEqual(rooms(read('README.md')));
});

test.each(documents)('links between documents in %s lead to a file', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(normalize(join(dirname(document), link))))).toEqual([]);
});

test.each(decisions)('%s is a short decision with a title', (decision) => {
  const text = read(decision);
  expect(text).toMatch(/^# .+\n\nDate: \d{4}-\d\d-\d\d/);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(DECISION_LINES);
  expect(text.length).toBeLessThanOrEqual(DECISION_CHARACTERS);
});

/** Names of environment variables in the first column of the table of a document's configuration. */
const tabled = (document: string): string[] =>
  [...read(document).matchAll(/^\|((?: *[,;]? *`[A-Z0-9_]{4,}`)+) *\|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/[A-Z0-9_]{4,}/g)].map(([name]) => name),
  );

test('the tables of the configuration name the variables that the server reads, and no other', () => {
  const operations = read('docs/operations.md');
  expect(VARIABLES.length).toBeGreaterThan(50);
  expect(VARIABLES.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  expect(tabled('docs/operations.md').filter((name) => !VARIABLES.includes(name))).toEqual([]);
  expect(tabled('README.md').length).toBeGreaterThan(8);
  expect(tabled('README.md').filter((name) => !VARIABLES.includes(name))).toEqual([]);
});

const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('each row of the bench is whole, and each goal that it misses has a line that says why', () => {
  const performance = read('docs/performance.md');
  const [, written] = /<!-- bench: written by npm run bench -->\n([^]*?)\n<!-- bench: end -->/.exec(performance)!;
  const [header, ...rows] = tableRows(written!);
  expect(header).toEqual(['measured', 'goal', 'Satchel', 'beside, in the same run', 'met']);
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((cells) => cells.length !== header!.length)).toEqual([]);
  expect(rows.filter((cells) => !['yes', 'no', ''].includes(cells.at(-1)!))).toEqual([]);
  const missed = rows.filter((cells) => cells.at(-1) === 'no').map(([measured]) => measured!);
  const [, reasons] = /## Missed goals\n([^]*?)\n## /.exec(performance)!;
  const explained = tableRows(reasons!)
    .slice(1)
    .map(([goal]) => goal!);
  expect(missed.filter((measured) => !explained.some((goal) => measured.startsWith(goal)))).toEqual([]);
  expect(explained.filter((goal) => !missed.some((measured) => measured.startsWith(goal)))).toEqual([]);
});

test('the terms of each table of the glossary are in alphabetical order', () => {
  const tables = read('docs/glossary.md').split(/^## /m).slice(1);
  expect(tables.length).toBeGreaterThan(3);
  for (const table of tables) {
    const terms = tableRows(table)
      .slice(1)
      .map(([term]) => term!.toLowerCase());
    expect(terms).toEqual([...new Set(terms)].sort());
  }
});

test('the index of decisions has each number up to the last: its title, or why it is missing', () => {
  const index = read(`${DECISIONS}/README.md`);
  const titles = decisions.map((decision) => {
    const [title] = /^# (.+)$/m.exec(read(decision))!.slice(1);
    const file = decision.slice(DECISIONS.length + 1);
    return `- [${file.slice(0, 3)}](${file}) ${title}`;
  });
  expect(index.match(/^- \[.*$/gm)).toEqual(titles);
  const explained = [...index.matchAll(/^- (\d{3}(?:, \d{3})*): .+$/gm)].flatMap(([, numbers]) => numbers!.split(', '));
  const numbers = [...titles.map((title) => title.slice(3, 6)), ...explained].sort();
  expect(numbers).toEqual(numbers.map((_, at) => String(at + 1).padStart(3, '0')));
});
