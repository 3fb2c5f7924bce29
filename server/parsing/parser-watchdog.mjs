/**
 * Ends its process when that takes too much memory or the server has gone. A thread: the process may be busy in a loop
 * that never returns. Plain JavaScript, so that it starts at once.
 */
import { workerData } from 'node:worker_threads';

const EVERY_MS = 50;
const { memory, server } = workerData;

function isServerGone() {
  if (process.ppid !== server && process.platform !== 'win32') return true;
  try {
    process.kill(server, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

setInterval(() => {
  // resident memory is of the whole process: JavaScript, WebAssembly, native code
  if (process.memoryUsage.rss() > memory || isServerGone()) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
