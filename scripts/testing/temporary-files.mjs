/**
 * A folder for the temporary files of a test run, in memory where the system has room: tests create and delete hundreds
 * of databases and browser profiles of a thousand files each, which takes a file system in memory a fifth of the time.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** bytes; a whole run used up to 2 GB at once */
const NEEDED = 6e9;
/** bytes of available memory, for the folder and the tests */
const NEEDED_WITH_TESTS = 12e9;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const available = Number(/^MemAvailable:\s*(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
    return bavail * bsize >= NEEDED && available >= NEEDED_WITH_TESTS;
  } catch {
    // another system than Linux, or a container without it
    return false;
  }
}

/** Removes the folders of runs that were killed: they occupy memory. */
function removeEnded(place) {
  for (const name of readdirSync(place)) {
    const pid = Number(/^satchel-tests-(\d+)-/.exec(name)?.[1]);
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      // EPERM: it runs, as another user
      if (error.code === 'ESRCH') rmSync(join(place, name), { recursive: true, force: true });
    }
  }
}

/** Makes the folder that `os.tmpdir()` names in this process and those it starts; removed when this process ends. */
export function placeTemporaryFiles() {
  const place = hasRoom() ? IN_MEMORY : tmpdir();
  removeEnded(place);
  const folder = mkdtempSync(join(place, `satchel-tests-${process.pid}-`));
  // PostgreSQL runs as another user when the tests run as root
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
