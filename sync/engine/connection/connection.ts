/**
 * Whether the server can be worked with, and why not (the diagram is in ../status.ts). Everybody who talks to the server reports what
 * came of it; while nothing works, this probes on its own. `navigator.onLine` only words the reason, it is never trusted.
 */
import { BehaviorSubject, filter, Subscription } from 'rxjs';
import { NoAnswerError, type Call } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import type { CallLines } from '../../protocol/lines';
import type { Connection } from '../storage/status';
import { backoff } from './backoff';

/** milliseconds between probes where only an administrator or the person can change something */
const SLOW_PROBE_MS = 60_000;
/** milliseconds between attempts to write again after the device was full */
const STORAGE_PROBE_MS = 30_000;

type Blocked = Extract<Connection, { state: 'blocked' }>['reason'];
/** Only a person can end these: probed when the window gets the focus, not by a timer. */
const TERMINAL: ReadonlySet<Blocked> = new Set(['signedOut', 'noPermission', 'clientTooOld']);

const blockedBy = (error: CallError): Blocked | null => {
  switch (error.code) {
    case 'IP_BLOCKED':
      return 'ipBlocked';
    case 'NO_PERMISSION':
    case 'USER_COMPANY_DISABLED':
    case 'USER_COMPANY_NOT_ACTIVATED':
    case 'USER_LOGIN_FORBIDDEN':
      return 'noPermission';
    case 'CLIENT_TOO_OLD':
      return 'clientTooOld';
    // the session went on to another company: for this one nobody is signed in
    case 'COMPANY_MISMATCH':
      return 'signedOut';
    case 'DEVICE_STORAGE_FULL':
      return 'storageFull';
    default:
      return error.status === 401 ? 'signedOut' : null;
  }
};

/** Whether an error says something of the connection or the session, rather than of what was asked. */
export const concernsConnection = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (error instanceof CallError && (blockedBy(error) !== null || error.status >= 500 || error.status === 429));

export interface ConnectionOptions {
  /** one call that shows whether the API works for this person; throws what came instead */
  probe: (signal: AbortSignal) => Promise<void>;
  now: () => number;
  random?: () => number;
  /** first wait after a failure, milliseconds; 1 s unless told */
  retryMin?: number;
}

/** When a question was asked, counted in failures: an answer says something of the line as it was then. */
export type Asked = number & { readonly __brand: 'asked' };

/** The same calls; each answer tells the connection that the server is there. What went wrong is told by whoever asked. */
export const watched =
  (call: Call, connection: ConnectionMonitor): Call =>
  async (definition, input, options) => {
    const asked = connection.asking();
    const answer = await call(definition, input, options);
    connection.succeeded(asked);
    return answer;
  };

/** The same for calls whose answer comes in lines: each line tells. */
export const watchedLines = (lines: CallLines, connection: ConnectionMonitor): CallLines =>
  async function* (definition, input, options) {
    const asked = connection.asking();
    for await (const line of lines(definition, input, options)) {
      connection.succeeded(asked);
      yield line;
    }
  };

export class ConnectionMonitor {
  readonly state$ = new BehaviorSubject<Connection>({ state: 'starting' });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private probing: AbortController | null = null;
  private probeAgain = false;
  private failures = 0;
  /** failures and pauses so far, never reset */
  private breaks = 0;
  private networkHint = true;
  private paused = false;
  private closed = false;

  constructor(private readonly options: ConnectionOptions) {}

  get online(): boolean {
    return this.state$.value.state === 'online';
  }

  /** Resolves once the server can be worked with, or when the signal fires. */
  whenOnline(signal: AbortSignal): Promise<void> {
    if (this.online || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = new Subscription();
      const done = (): void => {
        subscription.unsubscribe();
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done, { once: true });
      subscription.add(this.state$.pipe(filter((c) => c.state === 'online')).subscribe({ next: done, complete: done }));
    });
  }

  /** To be noted before a question is sent. */
  asking(): Asked {
    return this.breaks as Asked;
  }

  /**
   * The server answered as it should what was asked at `asked`. An answer that was on its way when the line was cut says nothing of the
   * line now: it is a reason to ask again, no more.
   */
  succeeded(asked: Asked): void {
    if (this.paused || this.closed) return;
    if (asked !== this.asking()) {
      if (!this.online) void this.probe();
      return;
    }
    this.failures = 0;
    clearTimeout(this.timer);
    if (!this.online) this.state$.next({ state: 'online', since: this.options.now() });
  }

  /** Something went wrong; errors about the thing that was asked are none of the connection's business. */
  failed(error: unknown): void {
    if (this.paused || this.closed || !concernsConnection(error)) return;
    this.breaks += 1;
    const reason = error instanceof NoAnswerError ? null : blockedBy(error as CallError);
    const before = this.state$.value;
    if (reason) {
      const since = before.state === 'blocked' && before.reason === reason ? before.since : this.options.now();
      this.state$.next({ state: 'blocked', reason, since });
      if (!TERMINAL.has(reason)) this.schedule(reason === 'storageFull' ? STORAGE_PROBE_MS : SLOW_PROBE_MS);
      else clearTimeout(this.timer);
      return;
    }
    this.failures += 1;
    const wait = backoff(this.failures, this.options.random, this.options.retryMin);
    const noNetwork = error instanceof NoAnswerError && error.reason === 'network' && !this.networkHint;
    this.state$.next({
      state: 'offline',
      reason: noNetwork ? 'noNetwork' : 'serverUnreachable',
      since: before.state === 'offline' ? before.since : this.options.now(),
      nextTryAt: this.options.now() + wait,
    });
    this.schedule(wait);
  }

  /** Asks the server now. */
  async probe(): Promise<void> {
    if (this.paused || this.closed) return;
    // asked while a probe is under way: that one may have been answered before what gave reason to ask
    if (this.probing) {
      this.probeAgain = true;
      return;
    }
    clearTimeout(this.timer);
    const controller = new AbortController();
    this.probing = controller;
    const asked = this.asking();
    try {
      await this.options.probe(controller.signal);
      this.succeeded(asked);
    } catch (error) {
      if (!controller.signal.aborted) this.failed(error);
    } finally {
      if (this.probing === controller) this.probing = null;
    }
    if (!this.probeAgain) return;
    this.probeAgain = false;
    await this.probe();
  }

  hint(event: 'online' | 'offline' | 'focus'): void {
    if (event !== 'focus') this.networkHint = event === 'online';
    if (event === 'offline' || !this.online) void this.probe();
  }

  setPaused(paused: boolean): void {
    if (paused === this.paused || this.closed) return;
    this.paused = paused;
    this.breaks += 1;
    clearTimeout(this.timer);
    this.probing?.abort();
    this.probing = null;
    this.state$.next(paused ? { state: 'paused' } : { state: 'starting' });
    if (!paused) void this.probe();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.probing?.abort();
    this.state$.complete();
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.probe(), ms);
  }
}
