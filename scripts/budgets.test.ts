import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureBudgets } from './budgets';

let client: string;
beforeEach(() => {
  client = mkdtempSync(join(tmpdir(), 'satchel-budgets-'));
  mkdirSync(join(client, 'assets'));
  const route = (id: string) => [id, { id, module: '/assets/small.js' }];
  const routes = Object.fromEntries(
    ['root', 'routes/auth/login', 'routes/shell', 'routes/workspace/_layout'].map(route),
  );
  writeFileSync(
    join(client, 'assets', 'manifest-1.js'),
    `window.manifest=${JSON.stringify({ entry: { module: '/assets/entry.js', imports: [] }, routes })};`,
  );
  writeFileSync(join(client, 'assets', 'entry.js'), `import"./large.js";`);
  writeFileSync(join(client, 'assets', 'small.js'), 'export{};');
  writeFileSync(join(client, 'assets', 'editor-surface-1.js'), `import"./large.js";import"./own.js";`);
  writeFileSync(join(client, 'assets', 'own.js'), 'export{1};');
  writeFileSync(join(client, 'assets', 'large.js'), `/* ${'satchel '.repeat(1_000)}*/`);
  writeFileSync(join(client, 'sw.js'), 'precache([{"url":"assets/small.js"}]);');
});
afterEach(() => rmSync(client, { recursive: true }));

const large = (): string => join(client, 'assets', 'large.js');
const packed = gzipSync('satchel '.repeat(1_000));

test('scripts count as sent: compressed from 1 kB on', () => {
  writeFileSync(`${large()}.gz`, packed);
  const { mtime } = statSync(large());
  utimesSync(`${large()}.gz`, mtime, mtime);
  const sizes = packed.length + 'import"./large.js";'.length + 'export{};'.length;
  expect(measureBudgets(client).map(({ name, bytes }) => [name, bytes])).toEqual([
    ['login', sizes],
    ['shell', sizes],
    // without modules that the shell has loaded
    ['editor', 'import"./large.js";import"./own.js";export{1};'.length],
    ['precache', 'export{};'.length],
  ]);
});

test('an unfinished compression is not a build', () => {
  expect(() => measureBudgets(client)).toThrow('The build is not finished: assets/large.js');
  // begun: it does not have its file's time yet
  writeFileSync(`${large()}.gz`, packed.subarray(0, 10));
  utimesSync(`${large()}.gz`, new Date(), new Date(Date.now() + 5_000));
  expect(() => measureBudgets(client)).toThrow('The build is not finished: assets/large.js');
});
