/**
 * One process at a time on an embedded database: PGlite itself has no lock, and a second process would silently lose rows.
 *
 * The lock is a file with the process id. It is stale where that process is gone, or where its id now belongs to another process
 * (compared by start time and boot, where the system tells them), and is then taken over.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../operator-error';

interface Holder {
  pid: number;
  /** of the process, in the system's ticks since boot; null where unknown */
  started: string | null;
  /** id of this run of the machine; null where unknown */
  boot: string | null;
  /** tells this lock from every other */
  token: string;
}

export class FolderInUseError extends OperatorError {
  override readonly name = 'FolderInUseError';
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

const bootId = (): string | null => read('/proc/sys/kernel/random/boot_id')?.trim() ?? null;

/** Start time of a process: field 22 of its stat, counted after the name, which may hold spaces and brackets. */
const startedAt = (pid: number): string | null =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')[19] ?? null;

function isAlive(holder: Holder): boolean {
  if (holder.boot !== null && bootId() !== null && holder.boot !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startedAt(holder.pid);
  return holder.started === null || started === null || holder.started === started;
}

function parse(content: string | null): Holder | null {
  try {
    const holder = JSON.parse(content ?? '') as Holder;
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : null;
  } catch {
    return null;
  }
}

/** Takes the lock; gives the function that releases it. Throws FolderInUseError while another living process holds it. */
export function lockFolder(path: string): () => void {
  const mine: Holder = { pid: process.pid, started: startedAt(process.pid), boot: bootId(), token: randomUUID() };
  const draft = `${path}.${mine.token}`;
  writeFileSync(draft, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        // A link appears with its content or not at all, unlike a file that is created and then written.
        linkSync(draft, path);
        return () => {
          if (parse(read(path))?.token === mine.token) rmSync(path, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      removeStale(path, mine.token);
    }
    throw new FolderInUseError(`The lock "${path}" is contended; start Satchel once only.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a stale lock. It is moved aside first and looked at again: between reading and moving another process may have taken over, and
 * then its lock goes back to its place.
 */
function removeStale(path: string, token: string): void {
  const content = read(path);
  if (content === null) return;
  const holder = parse(content);
  if (holder && isAlive(holder)) {
    throw new FolderInUseError(
      `Another Satchel (process ${holder.pid}) uses this data folder. Stop it, or give this one another DATA_DIR; if no such process runs, delete "${path}".`,
    );
  }
  const aside = `${path}.stale-${token}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== content) linkSync(aside, path);
  rmSync(aside, { force: true });
}
