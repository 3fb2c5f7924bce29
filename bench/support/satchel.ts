/** Satchel as a process, on existing data or on a PostgreSQL server. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reservePort } from '../../tests/support/ports';
import type { SqlTime } from './server';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const PORTS = { from: 18_800, to: 18_849 };

export interface Server {
  url: string;
  dataDir: string;
  /** time in SQL since the start */
  sql(): Promise<SqlTime>;
  /** Stops it and keeps its data. */
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  dispose(): Promise<void>;
}

/** Stops a child process and waits for its end. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(late);
}

/** Starts one on a copy of `from`, or on an empty folder. Resolves when it is ready. */
export async function startServer(options: { from?: string; env?: Record<string, string> } = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  if (options.from) cpSync(options.from, dataDir, { recursive: true });
  const port = await reservePort(PORTS);
  const url = `http://localhost:${port.number}`;
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./server.ts', import.meta.url))], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SATCHEL_DEMO: 'true',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      PORT: String(port.number),
      PUBLIC_ORIGIN: url,
      ...options.env,
    },
  });
  child.once('exit', () => port.release());
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      printed = (printed + part.toString()).slice(-4_000);
    });
  const nextMessage = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${printed}`)));
    });
  await nextMessage();
  return {
    url,
    dataDir,
    async sql() {
      const answer = nextMessage();
      child.send('sql');
      return (await answer) as SqlTime;
    },
    stop: () => ended(child),
    async dispose() {
      await ended(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
