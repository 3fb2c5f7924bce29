/**
 * One PGlite on its folder, and what is asked of it.
 *
 *   { kind: 'exec', connection, data }   whole protocol messages up to a Sync or a simple query → { kind: 'data', connection, data }
 *   { kind: 'copy', to }                 checkpoint, copy the files while no statement runs, → { kind: 'copied', to, error }
 *   { kind: 'reset' }                    a connection has gone: what it left open is rolled back, its settings are forgotten
 *   { kind: 'close' }                    checkpoint, close, → { kind: 'closed' }
 *
 * A database that does not open says why: { kind: 'failed', reason }.
 */
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFS, startParameters } from './durable-fs';
import { copyTree, createDatabaseFolder, isDatabase } from './pglite-files';
import { DatabaseUnusableError } from './unusable';

export interface BackendOptions {
  folder: string;
  /** what a folder that does not exist is made from; null: it has to exist */
  template: string | null;
  /** false only for tests: commits are not brought to the disk */
  durable: boolean;
}
export type ToBackend =
  | { kind: 'exec'; connection: number; data: Uint8Array }
  | { kind: 'copy'; to: string }
  | { kind: 'reset' }
  | { kind: 'close' };
export type FromBackend =
  | { kind: 'ready' }
  | { kind: 'data'; connection: number; data: Uint8Array }
  | { kind: 'copied'; to: string; /** why it failed */ error: string | null }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };

/** Lines in which PostgreSQL says why it gives up. */
const FATAL = /\b(?:FATAL|PANIC): +(.*)$/;

/** Opens PGlite on a folder that is a database. Throws DatabaseUnusableError with PostgreSQL's own reason. */
export async function openPglite(folder: string, durable: boolean): Promise<PGlite> {
  let reason: string | null = null;
  try {
    return await PGlite.create({
      fs: durable ? new DurableNodeFS(folder) : new NodeFS(folder),
      startParams: startParameters(durable),
      onStderr: (line) => {
        reason ??= FATAL.exec(line)?.[1] ?? null;
        return false;
      },
    });
  } catch (cause) {
    throw new DatabaseUnusableError(folder, reason ?? (cause as Error).message, { cause });
  }
}

/**
 * Opens the database; its answers go to `say`, the first of which is that it is ready, or why it is not. Gives what takes the messages, one a
 * turn of the loop; it throws where the WASM aborts.
 */
export async function openBackend(
  { folder, template, durable }: BackendOptions,
  say: (message: FromBackend) => void,
): Promise<(message: ToBackend) => Promise<void>> {
  let database: PGlite;
  try {
    if (template !== null) await createDatabaseFolder(folder, template, durable);
    else if (!isDatabase(folder)) throw new DatabaseUnusableError(folder, 'the file PG_VERSION is missing');
    database = await openPglite(folder, durable);
  } catch (error) {
    // an error loses its class on the way out of a thread
    if (!(error instanceof DatabaseUnusableError)) throw error;
    say({ kind: 'failed', reason: error.reason });
    return () => Promise.resolve();
  }
  /**
   * What it answers, as it came; all within this turn of the loop. PGlite's calls that give an answer whole parse each row of it as well, and
   * keep what they parsed for as long as they live.
   */
  const run = async (messages: Uint8Array): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    // a part lies in the memory of the WASM, where the next one is written over it
    await database.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (part) => {
        parts.push(part.slice());
      },
    });
    return joined(parts);
  };
  const close = async (): Promise<void> => {
    for (const statement of ['rollback', 'checkpoint']) await run(simpleQuery(statement));
    await database.close();
    say({ kind: 'closed' });
  };
  /** As it would be after a power cut; the copy recovers by its log, which begins at the checkpoint. */
  const copy = async (to: string): Promise<string | null> => {
    await run(simpleQuery('checkpoint'));
    try {
      copyTree(folder, to);
      return null;
    } catch (error) {
      return String(error);
    }
  };
  say({ kind: 'ready' });
  return async (message) => {
    switch (message.kind) {
      case 'exec':
        say({ kind: 'data', connection: message.connection, data: await run(message.data) });
        break;
      case 'copy':
        say({ kind: 'copied', to: message.to, error: await copy(message.to) });
        break;
      case 'reset':
        for (const statement of ['rollback', 'discard all']) await run(simpleQuery(statement));
        break;
      case 'close':
        await close();
        break;
    }
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A Query message of the protocol: 'Q', the length of what follows with itself, the text, a zero. */
function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + text.length);
  message.write('Q', 0);
  message.writeInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}
