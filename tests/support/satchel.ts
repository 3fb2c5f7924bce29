/**
 * Satchel as a separate process, as an operator starts it, on a data folder that outlives a stop. For end-to-end tests.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverCommand } from '../../scripts/source-hash.mjs';
import { reservePort } from './ports';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** environment variable with the folder that new data folders are copied from; unset: they are empty */
export const DEMO_DATA = 'SATCHEL_DEMO_DATA';

/** Integration tests have higher ports. */
const PORTS = { from: 18_400, to: 18_599 };

export interface Satchel {
  url: string;
  dataDir: string;
  /** Starts the process on the same port and folder; resolves when it is ready. */
  start(env?: Record<string, string>): Promise<void>;
  /** SIGTERM and a graceful end; SIGKILL with `kill`. */
  stop(kill?: boolean): Promise<void>;
  /** Stops it and deletes the folder. */
  dispose(): Promise<void>;
  /** output of the process */
  output(): string;
  /** id of the running process, null if none */
  pid(): number | null;
}

/** limit in milliseconds for what never comes: beside other work, a first start with its demo took over 90 s */
const READY_MS = 480_000;

/** A Satchel that is not started yet, with the demo company. */
export async function createSatchel(baseEnv: Record<string, string> = {}, from = root): Promise<Satchel> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-e2e-'));
  const made = process.env[DEMO_DATA];
  if (made) cpSync(made, dataDir, { recursive: true });
  const port = await reservePort(PORTS);
  const url = `http://localhost:${port.number}`;
  let child: ChildProcess | null = null;
  let printed = '';

  const ready = async (running: ChildProcess): Promise<void> => {
    const until = Date.now() + READY_MS;
    for (;;) {
      if (running.exitCode !== null)
        throw new Error(`Satchel ended with code ${running.exitCode}:\n${printed.slice(-4000)}`);
      if (
        await fetch(`${url}/readyz`).then(
          (r) => r.ok,
          () => false,
        )
      )
        return;
      if (Date.now() > until)
        throw new Error(`Satchel is not ready after ${READY_MS / 1000} s:\n${printed.slice(-4000)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  const satchel: Satchel = {
    url,
    dataDir,
    output: () => printed,
    pid: () => child?.pid ?? null,
    async start(env = {}) {
      // baseline compilation only: optimisation is half of the start's cost, and useless for a short life
      const running = spawn(process.execPath, ['--liftoff-only', ...serverCommand()], {
        cwd: from,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          SATCHEL_DEMO: 'true',
          PORT: String(port.number),
          DATA_DIR: dataDir,
          PUBLIC_ORIGIN: url,
          LOG_LEVEL: 'warn',
          ...baseEnv,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.stdout.on('data', (d: Buffer) => {
        printed += d.toString();
      });
      running.stderr.on('data', (d: Buffer) => {
        printed += d.toString();
      });
      child = running;
      await ready(running);
    },
    async stop(kill = false) {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill(kill ? 'SIGKILL' : 'SIGTERM');
      await ended;
    },
    async dispose() {
      await satchel.stop();
      port.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return satchel;
}
