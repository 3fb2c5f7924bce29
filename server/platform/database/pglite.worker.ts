/**
 * PGlite in a thread of its own: its work does not stall the event loop, and an abort of the WASM ends this thread only.
 *
 *   { kind: 'exec', connection, data }   whole protocol messages up to a Sync or a simple query → { kind: 'data', connection, data }
 *   { kind: 'reset' }                    a connection has gone: what it left open is rolled back, its settings are forgotten
 *   { kind: 'close' }                    checkpoint, close, → { kind: 'closed' }
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFS, startParameters } from './durable-fs';
import { createDatabaseFolder } from './pglite-files';

export interface WorkerOptions {
  folder: string;
  template: string;
  /** false only for tests: commits are not brought to the disk */
  durable: boolean;
}
export type ToWorker = { kind: 'exec'; connection: number; data: Uint8Array } | { kind: 'reset' } | { kind: 'close' };
export type FromWorker = { kind: 'ready' } | { kind: 'data'; connection: number; data: Uint8Array } | { kind: 'closed' };

const { folder, template, durable } = workerData as WorkerOptions;
const port = parentPort!;
const say = (message: FromWorker): void => port.postMessage(message);

await createDatabaseFolder(folder, template, durable);
const database = await PGlite.create({
  fs: durable ? new DurableNodeFS(folder) : new NodeFS(folder),
  startParams: startParameters(durable),
});

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'exec':
      say({ kind: 'data', connection: message.connection, data: database.execProtocolRawSync(message.data) });
      break;
    case 'reset':
      for (const statement of ['rollback', 'discard all']) database.execProtocolRawSync(simpleQuery(statement));
      break;
    case 'close':
      void close();
      break;
  }
});
say({ kind: 'ready' });

async function close(): Promise<void> {
  database.execProtocolRawSync(simpleQuery('rollback'));
  database.execProtocolRawSync(simpleQuery('checkpoint'));
  await database.close();
  say({ kind: 'closed' });
  port.close();
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
