/**
 * Allows one process at a time on an embedded database: PGlite has no lock, and a second process would silently lose
 * rows.
 *
 * The lock is a file with the process id. It is stale if that process has ended or its id belongs to another process
 * now (compared by start time and boot id, where the system provides them). A stale lock is taken over.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../operator-error';

interface Holder {
  pid: number;
  /** start time of the process, in clock ticks since boot; null if unknown */
  started: string | null;
  /** boot id of the machine; null if unknown */
  boot: string | null;
  /** unique for each lock */
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

/**
 * Start time of a process: field 22 of /proc/<pid>/stat, counted after the name, which may contain spaces and brackets.
 */
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

/**
 * Takes the lock; returns the function that releases it. Throws FolderInUseError while another living process holds it.
 */
export function lockFolder(path: string): () => void {
  const holder: Holder = { pid: process.pid, started: startedAt(process.pid), boot: bootId(), token: randomUUID() };
  const draft = `${path}.${holder.token}`;
  writeFileSync(draft, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        // A hard link appears with its content, unlike a file that is created and then written.
        linkSync(draft, path);
        return () => {
          if (parse(read(path))?.token === holder.token) rmSync(path, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      removeStale(path, holder.token);
    }
    throw new FolderInUseError(`The lock "${path}" is contended; start Satchel once only.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a stale lock: moves it aside, then reads it again. If another process has taken over between reading and
 * moving, its lock is moved back.
 */
function removeStale(path: string, token: string): void {
  const content = read(path);
  if (content === null) return;
  const holder = parse(content);
  if (holder && isAlive(holder)) {
    throw new FolderInUseError(
      `Another Satchel (process ${holder.pid}) uses this data folder. Stop it, or give this one another ` +
        `DATA_DIR; if no such process runs, delete "${path}".`,
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
