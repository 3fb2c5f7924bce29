/**
 * PGlite in a worker thread: its work does not block the event loop, and an abort of the WASM ends only this thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../collect-garbage';
import { openBackend, type BackendOptions, type FromBackend, type ToBackend } from './pglite-backend';

const port = parentPort!;
const handle = await openBackend(workerData as BackendOptions, (message: FromBackend) => {
  // answers are transferred, not copied
  port.postMessage(message, message.kind === 'data' ? [message.data.buffer as ArrayBuffer] : []);
  if (message.kind === 'closed' || message.kind === 'failed') port.close();
});
/**
 * Bytes of statements after which garbage is collected: buffers do not count towards this thread's heap, so V8 would
 * let many accumulate.
 */
const COLLECT_BYTES = 4 * 1024 * 1024;

port.on('message', (message: ToBackend) => {
  const isLarge = message.kind === 'exec' && message.data.length >= COLLECT_BYTES;
  void handle(message).then(() => {
    if (isLarge) setImmediate(collectGarbage);
  });
});
