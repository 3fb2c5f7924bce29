/**
 * A temporary PostgreSQL server for tests, on loopback, if PostgreSQL's programs are installed. They refuse to run as
 * root, so a root run starts them as an unprivileged user.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PATIENCE_MS } from './patience';
import { reservePort, type PortRange } from './ports';

export interface PostgresServer {
  /** address of its database `postgres`, as superuser */
  url: string;
  version: string;
  stop(): Promise<void>;
}

/** Folder of the newest installed programs, or null. */
export function findPostgres(): string | null {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const installed = versions
    .map((version) => join(base, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
  if (installed) return installed;
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  return found && existsSync(join(found, 'initdb')) && existsSync(join(found, 'postgres')) ? found : null;
}

interface Runner {
  uid?: number;
  gid?: number;
}

/** The user of the programs: unchanged, unless this process is root. */
function unprivileged(): Runner {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout);
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody".');
}

/** Starts a server; null if PostgreSQL is not installed. */
export async function startPostgres(ports: PortRange = { from: 18_100, to: 18_149 }): Promise<PostgresServer | null> {
  const bin = findPostgres();
  if (!bin) return null;
  const runner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'satchel-postgres-'));
  chmodSync(folder, 0o700);
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(folder, runner.uid, runner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...runner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await reservePort(ports);
  const settings = {
    port: port.number,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 200,
  };
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([k, value]) => ['-c', `${k}=${value}`])],
    { ...runner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const stop = (): Promise<void> => stopServer(child, folder).finally(() => port.release());
  const url = `postgres://postgres@127.0.0.1:${port.number}/postgres`;
  try {
    return { url, version: await answers(url, data, child, () => output), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves to its version when this server answers, as opposed to another one on the same port. */
async function answers(url: string, data: string, child: ChildProcess, output: () => string): Promise<string> {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const {
        rows: [server],
      } = await client.query<{ version: string; folder: string }>(
        `select current_setting('server_version') as version, current_setting('data_directory') as folder`,
      );
      if (server!.folder !== data) throw new Error(`another server answers on the port, with ${server!.folder}`);
      return server!.version;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`PostgreSQL did not start: ${output()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** SIGQUIT: the server ends immediately with its children; nothing in it needs to be flushed. */
async function stopServer(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
