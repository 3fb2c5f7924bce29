/** The services as a separate process, started and stopped as an operator does. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serverCommand } from '../../scripts/source-hash.mjs';
import { reservePort } from './ports';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  url: string;
  pid: number;
  /** its output, logs included */
  output(): string;
  /** Sends SIGTERM; resolves at the end with the exit code and the milliseconds it took. */
  end(): Promise<{ code: number | null }>;
  /** Sends SIGKILL, as a crash; resolves at the end. */
  kill(): Promise<void>;
}

/** Starts one; resolves when it is ready. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await reservePort({ from: 18_700, to: 18_749 });
  const url = `http://localhost:${port.number}`;
  const child = spawn(process.execPath, [...serverCommand(), '--services'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SATCHEL_DEMO: 'true',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      ...env,
      PORT: String(port.number),
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part.toString();
    });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() => port.release());
  const ready = new Promise<void>((resolve) =>
    child.stdout.on('data', () => {
      if (printed.includes('Satchel is ready')) resolve();
    }),
  );
  await Promise.race([
    ready,
    exit.then((code) => {
      throw new Error(`The server ended with code ${code}:\n${printed.slice(-4000)}`);
    }),
  ]);
  return {
    url,
    pid: child.pid!,
    output: () => printed,
    async end() {
      if (child.exitCode === null) child.kill('SIGTERM');
      return { code: await exit };
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
