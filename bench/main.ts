/**
 * Measures Satchel and its peers in one run on one machine: `npm run bench`.
 *
 *   --quick         small sizes, few repetitions
 *   --only <row>    one row of the table, or several separated by commas
 *   --write         also write docs/performance.md after --quick or --only
 */
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from './support/browser';
import { facts } from './support/machine';
import type { Line } from './support/row';
import { root } from './support/satchel';
import { insert, markdown, printed } from './support/table';
import { ROWS } from './rows';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',') ?? [];
const unknown = only.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}; there are ${ROWS.map((row) => row.name).join(', ')}.`);
  process.exit(2);
}

const browser = await openBrowser();
const version = browser.version;
await browser.dispose();

const lines: Line[] = [];
const failed: string[] = [];
const began = Date.now();
for (const row of ROWS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  console.log(`\n── ${row.name}`);
  try {
    const more = await row.run({ quick: values.quick, say: (text) => console.log(`   ${text}`) });
    lines.push(...more);
    console.log(printed(more));
  } catch (error) {
    failed.push(row.name);
    console.error(`${row.name} could not be measured:`, error);
  }
}

const command = [
  'npm run bench',
  ...(values.quick || only.length > 0 ? ['--'] : []),
  ...(values.quick ? ['--quick'] : []),
  ...(only.length > 0 ? [`--only ${only.join(',')}`] : []),
].join(' ');
const about = { ...facts(version), command, minutes: Math.round((Date.now() - began) / 60_000) };
console.log(`\n${printed(lines)}\n`);
if (values.write || (!values.quick && only.length === 0)) {
  const file = join(root, 'docs', 'performance.md');
  writeFileSync(file, insert(readFileSync(file, 'utf8'), markdown(lines, about)));
  console.log('docs/performance.md has the table.');
}
if (failed.length > 0) console.error(`Could not be measured: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
