/**
 * PGlite in the thread of its caller, with the face of a worker: `message`, `error`, `exit`. For tests, which open hundreds of databases: a
 * thread each, with its own compiler of TypeScript, takes longer than what most of them ask of it.
 */
import { EventEmitter } from 'node:events';
// by name: what a test puts in the place of the global one is not meant for the database
import { setImmediate } from 'node:timers';
import { openBackend, type BackendOptions, type FromBackend, type ToBackend } from './pglite-backend';

export class InProcessBackend extends EventEmitter {
  private handle: (message: ToBackend) => Promise<void> = () => Promise.resolve();

  constructor(options: BackendOptions) {
    super();
    openBackend(options, (message) => this.say(message)).then(
      (handle) => {
        this.handle = handle;
      },
      (error: unknown) => this.emit('error', error),
    );
  }

  /** In a later turn of the loop, as from a thread. */
  postMessage(message: ToBackend): void {
    setImmediate(() => {
      this.handle(message).catch((error: unknown) => this.emit('error', error));
    });
  }

  private say(message: FromBackend): void {
    // only once the caller of a new one listens, and `handle` is set
    if (message.kind === 'ready' || message.kind === 'failed') setImmediate(() => this.emit('message', message));
    else this.emit('message', message);
    if (message.kind === 'closed') this.emit('exit', 0);
  }
}
