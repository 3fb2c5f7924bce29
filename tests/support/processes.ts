/** The processes of a browser: type and memory of each. From /proc on Linux, by `ps` on other systems. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  /** process type of Chromium: `browser`, `renderer`, `gpu-process`, or a service such as `audio.mojom.AudioService` */
  kind: string;
  /** private bytes; on systems that do not distinguish them, including shared ones */
  memory: number;
}

const kindOf = (command: string): string =>
  /--utility-sub-type=([\w.]+)/.exec(command)?.[1] ?? /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser';

const anonymousOf = (pid: string): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** Empty if the process ended between the two reads. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function fromProc(pid: string, group: number): Process | null {
  try {
    const groupOf = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[2]);
    if (groupOf !== group) return null;
    return { pid: Number(pid), kind: kindOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')), memory: anonymousOf(pid) };
  } catch {
    // the process ended between the two reads
    return null;
  }
}

/** All processes of a process group. */
export function processesOf(group: number): Process[] {
  if (existsSync('/proc/self/stat'))
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => fromProc(pid, group))
      .filter((p) => p !== null);
  return execFileSync('ps', ['-A', '-o', 'pid=,pgid=,rss=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => found !== null && Number(found[2]) === group)
    .map((found) => ({ pid: Number(found![1]), kind: kindOf(found![4]!), memory: Number(found![3]) * 1024 }));
}

/** Bytes of memory of one process, as in Process. */
export const memoryOf = (pid: number): number =>
  existsSync('/proc/self/stat')
    ? anonymousOf(String(pid))
    : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

/** The first process of the browser that has this profile open: its children have a `--type`. */
export function browserProcess(profile: string): number {
  const commands = existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => `${pid} ${commandOf(pid)}`)
    : execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  const found = commands.find((line) => line.includes(`--user-data-dir=${profile}`) && !line.includes(' --type='));
  if (!found) throw new Error(`no browser has ${profile} open`);
  return Number.parseInt(found, 10);
}
