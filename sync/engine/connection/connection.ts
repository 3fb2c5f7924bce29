/**
 * Whether the server is usable, and if not, why (diagram: sync/model/sync-status.ts). All callers report their results;
 * while the server is unusable, this class probes it. `navigator.onLine` only selects the reason that is shown, and is
 * never trusted.
 */
import { BehaviorSubject, filter, Subscription } from 'rxjs';
import { NoAnswerError, type Call } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import type { CallLines } from '../../protocol/lines';
import type { Connection } from '../../model/sync-status';
import { isQuotaError } from '../storage/quota';
import { backoff } from './backoff';

/** milliseconds between probes of a state that only an administrator or the person can change */
const SLOW_PROBE_MS = 60_000;
/** milliseconds between attempts to write again after the device was full */
const STORAGE_PROBE_MS = 30_000;

type Blocked = Extract<Connection, { state: 'blocked' }>['reason'];
/** States that only the person can end: probed when the window gets the focus, not by a timer. */
const TERMINAL: ReadonlySet<Blocked> = new Set(['signedOut', 'noPermission', 'clientTooOld']);

function blockedBy(error: unknown): Blocked | null {
  if (error instanceof NoAnswerError) return null;
  if (isQuotaError(error)) return 'storageFull';
  if (!(error instanceof CallError)) return null;
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
    // The session has switched to another company, so this replica's account is signed out.
    case 'COMPANY_MISMATCH':
      return 'signedOut';
    case 'DEVICE_STORAGE_FULL':
      return 'storageFull';
    default:
      return error.status === 401 ? 'signedOut' : null;
  }
}

/** Whether an error tells about the connection, the session or a full disk, rather than about the request. */
export const concernsConnection = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  blockedBy(error) !== null ||
  (error instanceof CallError && (error.status >= 500 || isTooOften(error)));

/** Too many requests; a used-up quota has the same status, and is the answer to one call. */
export function isTooOften({ status, code }: CallError): boolean {
  return status === 429 && code !== 'USER_SERVICE_QUOTA_EXCEEDED';
}

/**
 * As `concernsConnection`, for a call about one document: NO_PERMISSION then concerns the document, not the session.
 */
export const failedByConnection = (error: unknown): boolean =>
  concernsConnection(error) && !(error instanceof CallError && error.code === 'NO_PERMISSION');

export interface ConnectionOptions {
  /** one call that shows whether the API works for this session; throws its error */
  probe: (signal: AbortSignal) => Promise<void>;
  now: () => number;
  random?: () => number;
  /** first delay after a failure in milliseconds; 1 s by default */
  retryMin?: number;
}

/** Number of failures when a request was sent: its response only tells about the connection at that time. */
export type RequestToken = number & { readonly __brand: 'asked' };

/** Wraps a client so that each response sets the connection online. Errors are reported by the caller. */
export const monitored =
  (call: Call, connection: ConnectionMonitor): Call =>
  async (definition, input, options) => {
    const asked = connection.requestToken();
    const answer = await call(definition, input, options);
    connection.succeeded(asked);
    return answer;
  };

/** Like `monitored`, for NDJSON responses: each line counts. */
export const monitoredLines = (lines: CallLines, connection: ConnectionMonitor): CallLines =>
  async function* (definition, input, options) {
    const asked = connection.requestToken();
    for await (const line of lines(definition, input, options)) {
      connection.succeeded(asked);
      yield line;
    }
  };

export class ConnectionMonitor {
  readonly state$ = new BehaviorSubject<Connection>({ state: 'starting' });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private probing: AbortController | null = null;
  private isProbeRequested = false;
  private failures = 0;
  /** failures and pauses so far; never reset */
  private failureCount = 0;
  private networkHint = true;
  private paused = false;
  private closed = false;

  constructor(private readonly options: ConnectionOptions) {}

  get online(): boolean {
    return this.state$.value.state === 'online';
  }

  /** Resolves when the connection is online, or when the signal fires. */
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

  /** Token to take before a request is sent. */
  requestToken(): RequestToken {
    return this.failureCount as RequestToken;
  }

  /**
   * Reports a successful response to a request with the token `asked`. If the connection failed since the request was
   * sent, the response proves nothing about it now and only triggers a probe.
   */
  succeeded(asked: RequestToken): void {
    if (this.paused || this.closed) return;
    if (asked !== this.requestToken()) {
      if (!this.online) void this.probe();
      return;
    }
    this.failures = 0;
    clearTimeout(this.timer);
    if (!this.online) this.state$.next({ state: 'online', since: this.options.now() });
  }

  /** Reports the error of a request; errors about the request itself are ignored. */
  failed(error: unknown): void {
    if (concernsConnection(error)) this.disconnected(error);
  }

  /**
   * Requests that were sent before an outage fail one after the other. Only failed probes prolong the backoff and set
   * the timer again; otherwise parallel requests count as many attempts, and late ones postpone the next probe.
   */
  private disconnected(error: unknown, isProbe = false): void {
    if (this.paused || this.closed) return;
    this.failureCount += 1;
    const reason = blockedBy(error);
    const before = this.state$.value;
    if (reason) {
      const isKnown = before.state === 'blocked' && before.reason === reason;
      if (isKnown && !isProbe) return;
      this.state$.next({ state: 'blocked', reason, since: isKnown ? before.since : this.options.now() });
      if (!TERMINAL.has(reason)) this.schedule(reason === 'storageFull' ? STORAGE_PROBE_MS : SLOW_PROBE_MS);
      else clearTimeout(this.timer);
      return;
    }
    const isKnown = before.state === 'offline';
    if (isKnown && !isProbe) return;
    this.failures += 1;
    const wait = backoff(this.failures, this.options.random, this.options.retryMin);
    const noNetwork = error instanceof NoAnswerError && error.reason === 'network' && !this.networkHint;
    this.state$.next({
      state: 'offline',
      reason: noNetwork ? 'noNetwork' : 'serverUnreachable',
      since: isKnown ? before.since : this.options.now(),
      nextTryAt: this.options.now() + wait,
    });
    this.schedule(wait);
  }

  /** Probes the server now. */
  async probe(): Promise<void> {
    if (this.paused || this.closed) return;
    // The running probe may have been answered before the reason for this one occurred.
    if (this.probing) {
      this.isProbeRequested = true;
      return;
    }
    clearTimeout(this.timer);
    const controller = new AbortController();
    this.probing = controller;
    const asked = this.requestToken();
    try {
      await this.options.probe(controller.signal);
      this.succeeded(asked);
    } catch (error) {
      // An unexpected error must not end the probes of a connection that is not online.
      if (!controller.signal.aborted && (concernsConnection(error) || !this.online)) this.disconnected(error, true);
    } finally {
      if (this.probing === controller) this.probing = null;
    }
    if (!this.isProbeRequested) return;
    this.isProbeRequested = false;
    await this.probe();
  }

  hint(event: 'online' | 'offline' | 'focus'): void {
    if (event !== 'focus') this.networkHint = event === 'online';
    if (event === 'offline' || !this.online) void this.probe();
  }

  setPaused(paused: boolean): void {
    if (paused === this.paused || this.closed) return;
    this.paused = paused;
    this.failureCount += 1;
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
