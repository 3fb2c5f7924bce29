/**
 * The embedded database as a server for `pg`: a Duplex that passes PostgreSQL's protocol to the worker.
 *
 *   pg.Client ── Duplex ── whole batches ──► worker: PGlite
 *
 * PGlite has one backend, so one connection is open at a time (pool size 1), which makes transactions exclusive. A
 * worker that died is replaced at the next connection; its database recovers from the log as after a crash.
 */
import type { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { BackendOptions, FromBackend, ToBackend } from './pglite-backend';
import { InProcessBackend } from './pglite-in-process';
import { DatabaseUnusableError } from './unusable';

/** A worker, or its in-process replacement. */
type Backend = EventEmitter & { postMessage(message: ToBackend, transfer?: readonly ArrayBuffer[]): void };
export interface ServerOptions extends BackendOptions {
  /** false only in tests: PGlite runs in this thread */
  thread: boolean;
}

/** Message types that end a batch: Sync, simple query, function call, CopyDone. */
const BATCH_ENDS = new Set(['S', 'Q', 'F', 'c', 'f'].map((c) => c.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

export class PgliteServer {
  private worker: Promise<Backend> | null = null;
  private current: PgliteStream | null = null;
  private connections = 0;
  /** whether it was opened before: the folder then exists and must not be created again */
  private opened = false;

  constructor(private readonly options: ServerOptions) {}

  /** Starts the database; throws if its files cannot be opened. */
  async start(): Promise<void> {
    await this.running();
  }

  /** The `stream` of a pg client. */
  stream(): PgliteStream {
    this.connections += 1;
    const id = this.connections;
    const stream = new PgliteStream({
      open: async () => {
        await this.running();
        // The previous connection may not have sent Terminate yet: discard its state.
        if (this.current && this.current !== stream) void this.post({ kind: 'reset' });
        this.current = stream;
      },
      // Transferred, not copied: a statement may contain a note of 8 MB.
      exec: (data) =>
        void this.post({ kind: 'exec', connection: id, data }, [data.buffer]).catch((error: Error) =>
          stream.destroy(error),
        ),
      leave: () => {
        if (this.current !== stream) return;
        this.current = null;
        void this.post({ kind: 'reset' }).catch(() => undefined);
      },
      id,
    });
    return stream;
  }

  /** Copies the files, consistent between two statements, to a folder that does not exist. */
  async copyTo(to: string): Promise<void> {
    const worker = await this.running();
    const error = await new Promise<string | null>((resolve, reject) => {
      const ended = (): void => reject(new Error('The embedded database ended while it was copied.'));
      const copied = (message: FromBackend): void => {
        if (message.kind !== 'copied' || message.to !== to) return;
        worker.off('message', copied);
        worker.off('exit', ended);
        resolve(message.error);
      };
      worker.on('message', copied);
      worker.once('exit', ended);
      worker.postMessage({ kind: 'copy', to });
    });
    if (error) throw new Error(`The embedded database could not be copied: ${error}`);
  }

  /** Writes a checkpoint and ends the thread. */
  async close(): Promise<void> {
    const worker = await this.worker?.catch(() => null);
    this.worker = null;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.postMessage({ kind: 'close' } satisfies ToBackend);
    });
  }

  private async post(message: ToBackend, transfer: readonly ArrayBuffer[] = []): Promise<void> {
    (await this.running()).postMessage(message, transfer);
  }

  private running(): Promise<Backend> {
    this.worker ??= this.spawn();
    return this.worker;
  }

  private spawn(): Promise<Backend> {
    const { thread, ...others } = this.options;
    const options: BackendOptions = this.opened ? { ...others, template: null } : others;
    const worker: Backend = thread
      ? new Worker(new URL('./pglite.worker.mjs', import.meta.url), { workerData: options, execArgv: [] })
      : new InProcessBackend(options);
    return new Promise((resolve, reject) => {
      let isGone = false;
      const fail = (error: Error): void => {
        if (isGone) return;
        isGone = true;
        this.worker = null;
        reject(error);
        this.current?.destroy(error);
        this.current = null;
      };
      worker.on('error', fail);
      worker.on('exit', (code) => fail(new Error(`The embedded database ended (code ${code}).`)));
      worker.on('message', (message: FromBackend) => {
        if (message.kind === 'ready') {
          this.opened = true;
          resolve(worker);
        } else if (message.kind === 'failed') fail(new DatabaseUnusableError(options.folder, message.reason));
        // Drop answers to a connection that has closed.
        else if (message.kind === 'data' && this.current?.id === message.connection) this.current.push(message.data);
      });
    });
  }
}

interface Server {
  id: number;
  open(): Promise<void>;
  exec(data: Uint8Array<ArrayBuffer>): void;
  leave(): void;
}

/** The part of a socket that pg uses: it connects, accepts bytes and emits bytes. */
export class PgliteStream extends Duplex {
  private pending: Buffer = Buffer.alloc(0);
  private started = false;

  constructor(private readonly server: Server) {
    super({ allowHalfOpen: false });
  }

  get id(): number {
    return this.server.id;
  }

  connect(): this {
    this.server.open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // The worker pushes data.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.pending = this.pending.length ? Buffer.concat([this.pending, chunk]) : chunk;
    const end = this.completeBatches();
    if (this.started && this.pending[end] === TERMINATE) this.server.leave();
    if (end > 0) {
      // Copied: the chunk may be a slice of a pooled buffer, which cannot be transferred.
      this.server.exec(new Uint8Array(this.pending.subarray(0, end)));
      this.pending = this.pending.subarray(end);
    }
    done();
  }

  /** Bytes of the pending data that form whole batches. The first message, the startup packet, has no type byte. */
  private completeBatches(): number {
    const data = this.pending;
    let at = 0;
    let end = 0;
    for (;;) {
      const header = this.started ? 1 : 0;
      if (data.length < at + header + 4) return end;
      const next = at + header + data.readInt32BE(at + header);
      if (data.length < next) return end;
      if (!this.started) {
        this.started = true;
        return next;
      }
      if (BATCH_ENDS.has(data[at]!)) end = next;
      if (data[at] === TERMINATE) return end;
      at = next;
    }
  }

  override _final(done: () => void): void {
    this.server.leave();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.server.leave();
    done(error);
  }
}
