/**
 * One PGlite instance on its folder, and its messages.
 *
 *   { kind: 'exec', connection, data }   whole protocol messages up to a Sync or a simple query → { kind: 'data', connection, data }
 *   { kind: 'copy', to }                 checkpoint, copy the files while no statement runs, → { kind: 'copied', to, error }
 *   { kind: 'reset' }                    a connection has closed: roll back its transaction, discard its settings
 *   { kind: 'close' }                    checkpoint, close, → { kind: 'closed' }
 *
 * If the database does not open: { kind: 'failed', reason }.
 */
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFS, startParameters } from './durable-fs';
import { copyTree, createDatabaseFolder, isDatabase } from './pglite-files';
import { DatabaseUnusableError } from './unusable';

export interface BackendOptions {
  folder: string;
  /** template for a folder that does not exist; null: the folder must exist */
  template: string | null;
  /** false only in tests: commits are not synced to disk */
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
  | { kind: 'copied'; to: string; /** reason of the failure */ error: string | null }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };

/** Log lines in which PostgreSQL states a fatal error. */
const FATAL = /\b(?:FATAL|PANIC): +(.*)$/;

/** Opens PGlite on an existing database folder. Throws DatabaseUnusableError with PostgreSQL's own reason. */
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
 * Opens the database and sends its answers to `send`: first `ready` or `failed`. Returns the message handler, to be
 * called once for each turn of the event loop; it throws when the WASM aborts.
 */
export async function openBackend(
  { folder, template, durable }: BackendOptions,
  send: (message: FromBackend) => void,
): Promise<(message: ToBackend) => Promise<void>> {
  let database: PGlite;
  try {
    if (template !== null) await createDatabaseFolder(folder, template, durable);
    else if (!isDatabase(folder)) throw new DatabaseUnusableError(folder, 'the file PG_VERSION is missing');
    database = await openPglite(folder, durable);
  } catch (error) {
    // An error loses its class when it crosses threads.
    if (!(error instanceof DatabaseUnusableError)) throw error;
    send({ kind: 'failed', reason: error.reason });
    return () => Promise.resolve();
  }
  /**
   * Returns the raw protocol response, within this turn of the event loop. PGlite's calls that return whole results
   * also parse each row, and retain what they parsed.
   */
  const run = async (messages: Uint8Array): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    // A chunk is in WASM memory, which the next chunk overwrites: copy it.
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
    send({ kind: 'closed' });
  };
  /** Copies the state that a power loss would leave; the copy recovers from its log, which begins at the checkpoint. */
  const copy = async (to: string): Promise<string | null> => {
    await run(simpleQuery('checkpoint'));
    try {
      copyTree(folder, to);
      return null;
    } catch (error) {
      return String(error);
    }
  };
  send({ kind: 'ready' });
  return async (message) => {
    switch (message.kind) {
      case 'exec':
        send({ kind: 'data', connection: message.connection, data: await run(message.data) });
        break;
      case 'copy':
        send({ kind: 'copied', to: message.to, error: await copy(message.to) });
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

/** A Query message: 'Q', the length of the rest including itself, the text, a zero byte. */
function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + text.length);
  message.write('Q', 0);
  message.writeInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}
