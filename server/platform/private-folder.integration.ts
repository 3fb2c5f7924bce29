import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from './database/open';
import { LocalMailbox } from './mail/mailbox';
import { openBlobStore } from './storage/open';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-private-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('only their owner can read database, files and mails, even in a data folder that everybody may read', async () => {
  chmodSync(dataDir, 0o755);
  // a folder from an earlier version
  mkdirSync(join(dataDir, 'blobs'), { mode: 0o755 });
  const start = async (): Promise<void> =>
    (await openDatabase({ dataDir, log: pino({ level: 'silent' }), thread: false, durable: false })).close();
  await start();
  await (await openBlobStore({ s3: undefined, dataDir })).put('logos/a', Buffer.from('x'));
  await new LocalMailbox(join(dataDir, 'mail'), 'satchel@example.test', () => 1_795_000_000_000).send({
    to: 'a@example.test',
    lang: 'en',
    subject: 's',
    text: 't',
    html: 'h',
  });
  const modes = (): string[] =>
    ['database', 'blobs', 'mail'].map((name) =>
      existsSync(join(dataDir, name)) ? (statSync(join(dataDir, name)).mode & 0o777).toString(8) : 'none',
    );
  expect(modes()).toEqual(['700', '700', '700']);
  chmodSync(join(dataDir, 'database'), 0o755);
  await start();
  expect(modes()[0]).toBe('700');
});
