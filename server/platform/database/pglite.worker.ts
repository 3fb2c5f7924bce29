/** PGlite in a thread of its own: its work does not stall the event loop, and an abort of the WASM ends this thread only. */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../collect-garbage';
import { openBackend, type BackendOptions, type FromBackend, type ToBackend } from './pglite-backend';

const port = parentPort!;
const handle = await openBackend(workerData as BackendOptions, (message: FromBackend) => {
  // an answer is handed over, not copied
  port.postMessage(message, message.kind === 'data' ? [message.data.buffer as ArrayBuffer] : []);
  if (message.kind === 'closed' || message.kind === 'failed') port.close();
});
/** Bytes of a statement after which what it left behind is collected: buffers do not count towards the heap of this thread, so V8 would let many pile up. */
const COLLECT_BYTES = 4 * 1024 * 1024;

port.on('message', (message: ToBackend) => {
  const isLarge = message.kind === 'exec' && message.data.length >= COLLECT_BYTES;
  void handle(message).then(() => {
    if (isLarge) setImmediate(collectGarbage);
  });
});
