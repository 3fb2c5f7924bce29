/**
 * Virtual time that advances on request only. While installed, `setTimeout`, `setInterval` and `performance.now` use it;
 * timers without delay run in the next turn of the event loop. Other work (IndexedDB, the database, promises) runs in
 * real turns of the loop: `settle` waits for it. It cannot see work in other threads and messages between ports, so
 * hashes, ciphers and message channels of a run work in this thread.
 */

import { createCipheriv, createDecipheriv, createHash, KeyObject } from 'node:crypto';
import { randomValuesOfLibraries } from './seeded-random';

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

/**
 * WebCrypto works in other threads, which finish in any order: within a run the same operations run in this thread.
 */
function cryptoInThisThread(): void {
  const TAG = 16;
  const { subtle } = globalThis.crypto;
  const secret = (key: CryptoKey): KeyObject => KeyObject.from(key as never);
  const put = (name: string, value: unknown): void => {
    Object.defineProperty(subtle, name, { configurable: true, writable: true, value });
  };
  put('generateKey', async (algorithm: AesKeyGenParams, extractable: boolean, usages: KeyUsage[]) =>
    subtle.importKey(
      'raw',
      globalThis.crypto.getRandomValues(new Uint8Array(algorithm.length / 8)),
      algorithm,
      extractable,
      usages,
    ),
  );
  put('digest', async (algorithm: 'SHA-256', data: ArrayBuffer | Uint8Array) => {
    const hash = createHash(algorithm.replace('-', '')).update(new Uint8Array(data)).digest();
    return new Uint8Array(hash).buffer;
  });
  put('encrypt', async ({ iv, additionalData }: AesGcmParams, key: CryptoKey, data: Uint8Array) => {
    const cipher = createCipheriv('aes-256-gcm', secret(key), iv as Uint8Array).setAAD(additionalData as Uint8Array);
    const sealed = new Uint8Array(Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]));
    return sealed.buffer;
  });
  put('decrypt', async ({ iv, additionalData }: AesGcmParams, key: CryptoKey, data: Uint8Array) => {
    const cipher = createDecipheriv('aes-256-gcm', secret(key), iv as Uint8Array)
      .setAAD(additionalData as Uint8Array)
      .setAuthTag(data.subarray(data.length - TAG));
    return new Uint8Array(Buffer.concat([cipher.update(data.subarray(0, data.length - TAG)), cipher.final()])).buffer;
  });
}

/** A message channel whose messages arrive in a later turn of the loop, as `settle` sees it. */
class ChannelOfThisThread {
  readonly port1: { onmessage: ((event: { data: unknown }) => void) | null; close(): void } = {
    onmessage: null,
    close: () => {},
  };
  readonly port2 = {
    postMessage: (data: unknown): void => {
      setImmediate(() => this.port1.onmessage?.({ data }));
    },
  };
}

/** turns of the loop in a row without activity */
const QUIET_TURNS = 4;

export class VirtualTime {
  private readonly timers = new Map<number, Timer>();
  private readonly real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    MessageChannel: globalThis.MessageChannel,
    random: Math.random,
  };
  private readonly repeating = new Set<number>();
  private made = 0;

  /** @param now milliseconds since the epoch, as the server's clock has it */
  constructor(
    public now: number,
    private readonly busy: () => boolean,
    private readonly random: () => number,
    private readonly randomOfLibraries: () => number = random,
  ) {}

  install(): void {
    const fake = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
      const id = (this.made += 1);
      const timer: Timer = { at: this.now + Math.max(0, ms), order: id, run: () => run(...args) };
      this.timers.set(id, timer);
      if (!(ms > 1)) setImmediate(() => this.fire(id));
      const handle = {
        id,
        ref: () => handle,
        unref: () => handle,
        hasRef: () => true,
        refresh: () => {
          timer.at = this.now + ms;
          return handle;
        },
        [Symbol.toPrimitive]: () => id,
      };
      return handle;
    };
    const repeat = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
      const every = Math.max(2, ms);
      const again = (): void => {
        if (this.repeating.has(handle.id))
          this.timers.set(handle.id, { at: this.now + every, order: handle.id, run: again });
        run(...args);
      };
      const handle = fake(again, every) as { id: number };
      this.repeating.add(handle.id);
      return handle;
    };
    const clear = (handle: unknown): void => {
      const id = typeof handle === 'object' && handle !== null && 'id' in handle ? (handle.id as number) : handle;
      this.repeating.delete(id as number);
      // created before the installation: real timers
      if (!this.timers.delete(id as number) && typeof handle === 'object') this.real.clearTimeout(handle as never);
    };
    globalThis.setTimeout = fake as unknown as typeof setTimeout;
    globalThis.setInterval = repeat as unknown as typeof setInterval;
    globalThis.clearTimeout = clear as unknown as typeof clearTimeout;
    globalThis.clearInterval = clear as unknown as typeof clearInterval;
    globalThis.MessageChannel = ChannelOfThisThread as unknown as typeof MessageChannel;
    Object.defineProperty(globalThis.performance, 'now', { configurable: true, writable: true, value: () => this.now });
    Math.random = this.random;
    cryptoInThisThread();
    randomValuesOfLibraries(this.randomOfLibraries);
    // ids and revisions are seeded, too, as their order is part of a run
    Object.defineProperty(globalThis.crypto, 'getRandomValues', {
      configurable: true,
      writable: true,
      value: (bytes: Uint8Array) => {
        for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(this.random() * 256);
        return bytes;
      },
    });
  }

  restore(): void {
    for (const name of ['digest', 'encrypt', 'decrypt', 'generateKey'])
      delete (globalThis.crypto.subtle as unknown as Record<string, unknown>)[name];
    globalThis.setTimeout = this.real.setTimeout;
    globalThis.clearTimeout = this.real.clearTimeout;
    globalThis.setInterval = this.real.setInterval;
    globalThis.clearInterval = this.real.clearInterval;
    globalThis.MessageChannel = this.real.MessageChannel;
    delete (globalThis.performance as { now?: unknown }).now;
    Math.random = this.real.random;
    randomValuesOfLibraries(null);
    delete (globalThis.crypto as { getRandomValues?: unknown }).getRandomValues;
    this.timers.clear();
    this.repeating.clear();
  }

  private fire(id: number): void {
    const timer = this.timers.get(id);
    if (!timer) return;
    this.timers.delete(id);
    this.now = Math.max(this.now, timer.at);
    timer.run();
  }

  /** Turns of the event loop. */
  async turns(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** A moment of real time for the database server and its connections, which no turn of the loop reveals. */
  breathe(): Promise<void> {
    return new Promise((resolve) => {
      this.real.setTimeout(resolve, 1);
    });
  }

  /** Waits until all work waits for time or a message. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS;) {
      await this.turns(1);
      quiet = this.busy() || process.getActiveResourcesInfo().includes('Immediate') ? 0 : quiet + 1;
    }
  }

  private earliest(): [number, Timer] | null {
    let found: [number, Timer] | null = null;
    for (const entry of this.timers)
      if (!found || entry[1].at < found[1].at || (entry[1].at === found[1].at && entry[1].order < found[1].order))
        found = entry;
    return found;
  }

  /** Lets time pass, timer by timer; everything settles after each. `after` may act in between. */
  async pass(ms: number, after: () => Promise<void> = async () => {}): Promise<void> {
    const end = this.now + ms;
    for (let next = this.earliest(); next && next[1].at <= end; next = this.earliest()) {
      this.fire(next[0]);
      await this.settle();
      await after();
    }
    this.now = end;
  }
}
