/**
 * PGlite in the caller's thread, with the interface of a worker: `message`, `error`, `exit`. For tests, which open
 * hundreds of databases: starting a thread with its own TypeScript compiler takes longer than most of them run.
 */
import { EventEmitter } from 'node:events';
// Imported by name: a fake timer that a test installs globally must not affect the database.
import { setImmediate } from 'node:timers';
import { openBackend, type BackendOptions, type FromBackend, type ToBackend } from './pglite-backend';

export class InProcessBackend extends EventEmitter {
  private handle: (message: ToBackend) => Promise<void> = () => Promise.resolve();

  constructor(options: BackendOptions) {
    super();
    openBackend(options, (message) => this.send(message)).then(
      (handle) => {
        this.handle = handle;
      },
      (error: unknown) => this.emit('error', error),
    );
  }

  /** Delivers in a later turn of the event loop, as a thread would. */
  postMessage(message: ToBackend): void {
    setImmediate(() => {
      this.handle(message).catch((error: unknown) => this.emit('error', error));
    });
  }

  private send(message: FromBackend): void {
    // Deferred until the caller has added its listener and `handle` is set.
    if (message.kind === 'ready' || message.kind === 'failed') setImmediate(() => this.emit('message', message));
    else this.emit('message', message);
    if (message.kind === 'closed') this.emit('exit', 0);
  }
}
