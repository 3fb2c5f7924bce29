/** PGlite in a thread of its own: its work does not stall the event loop, and an abort of the WASM ends this thread only. */
import { parentPort, workerData } from 'node:worker_threads';
import { openBackend, type BackendOptions, type FromBackend, type ToBackend } from './pglite-backend';

const port = parentPort!;
const handle = await openBackend(workerData as BackendOptions, (message: FromBackend) => {
  // an answer is handed over, not copied
  port.postMessage(message, message.kind === 'data' ? [message.data.buffer as ArrayBuffer] : []);
  if (message.kind === 'closed' || message.kind === 'failed') port.close();
});
port.on('message', (message: ToBackend) => { void handle(message); });
