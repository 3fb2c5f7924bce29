import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database';
import { FolderInUseError, lockFolder } from './folder-lock';
import { openDatabase } from './open';

let folder: string;
let lock: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-lock-'));
  lock = join(folder, 'database.lock');
});
afterEach(() => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that runs until it is killed. */
const startProcess = (): ChildProcess => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(child);
  return child;
};

describe('the lock of the data folder', () => {
  it('has one holder, within a process too, and is free after release', () => {
    const unlock = lockFolder(lock);
    expect(() => lockFolder(lock)).toThrow(FolderInUseError);
    expect(() => lockFolder(lock)).toThrow(`process ${process.pid}`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(lock)();
  });

  it('is refused while another process lives, and taken over after its end', async () => {
    const child = startProcess();
    writeFileSync(lock, JSON.stringify({ pid: child.pid, started: null, boot: null, token: 'other' }));
    expect(() => lockFolder(lock)).toThrow(`process ${child.pid}`);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
    const unlock = lockFolder(lock);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
    unlock();
    expect(existsSync(lock)).toBe(false);
  });

  it('is taken over when the process id was reused, or the machine was restarted', () => {
    writeFileSync(lock, JSON.stringify({ pid: startProcess().pid, started: '1', boot: null, token: 'other' }));
    lockFolder(lock)();
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started: null, boot: 'an earlier boot', token: 'other' }));
    lockFolder(lock)();
    writeFileSync(lock, 'damaged');
    lockFolder(lock)();
  });

  it('does not remove a lock of another holder', () => {
    const unlock = lockFolder(lock);
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started: null, boot: null, token: 'other' }));
    unlock();
    expect(existsSync(lock)).toBe(true);
  });

  it('prevents a second Satchel on the embedded database', async () => {
    const first = await openTestDatabase('pglite', { dataDir: folder });
    await expect(openDatabase({ dataDir: folder, log: console, durable: false })).rejects.toThrow(FolderInUseError);
    await first.close();
    const again = await openTestDatabase('pglite', { dataDir: folder });
    await again.dispose();
  });
});
