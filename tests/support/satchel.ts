/**
 * Satchel as a separate process, as an operator starts it, on a data folder that outlives a stop. For end-to-end tests.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverCommand } from '../../scripts/source-hash.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** environment variable with the folder that new data folders are copied from; unset: they are empty */
export const DEMO_DATA = 'SATCHEL_DEMO_DATA';

/**
 * Up to three test processes at a time have separate port ranges, so that a free port found by one is not taken by another
 * before it listens.
 */
const LANES = 4;
const LANE = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % LANES;

/**
 * A free port below the ephemeral range, which starts at 32768. Integration tests, which may run at the same time, have
 * higher ranges.
 */
export async function freePort(from = 18400, to = 18599): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = from + LANES * Math.floor((Math.random() * (to - from)) / LANES) + LANE;
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .once('listening', () => probe.close(() => resolve(true)));
      probe.listen(port, '127.0.0.1');
    });
    if (free) return port;
  }
  throw new Error(`no free port between ${from} and ${to}`);
}

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
  const port = await freePort();
  const url = `http://localhost:${port}`;
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
          PORT: String(port),
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
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return satchel;
}
