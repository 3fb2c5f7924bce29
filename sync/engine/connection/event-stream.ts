/**
 * Server-sent events of the server, read from a fetch inside the worker.
 *
 *   connect ──► opened (anything may have changed: pull all) ──► poke → pull the named collections
 *      ▲                                                         live → open texts, progress
 *      │                                                         revoked → end of the session, erases if requested
 *      └── backoff with jitter ◄── end, error, or 45 s of silence; skipped when the server is back, or after `drop`
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as v from 'valibot';
import { readText } from '../../protocol/body-text';
import { callPath } from '../../protocol/call';
import { NoAnswerError } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import { LiveData } from '../../protocol/live';
import { Poke, PROTOCOL_HEADER, PROTOCOL_VERSION, syncCalls } from '../../protocol/messages';
import { backoff, pause } from './backoff';
import type { Ending } from '../../protocol/session';
import type { Session } from './session';

/** The server sends something every 15 to 20 seconds; after this silence the connection counts as lost. */
const SILENCE_MS = 45_000;
/**
 * A connection that lasted this long, and longer than the backoff before it, proves that streams work here: backoff
 * restarts at its minimum.
 */
const STABLE_MS = 5_000;

/** abort reason of a connection closed by `drop` */
const DROPPED = 'dropped';

export interface StreamEvents {
  /** before the request is sent */
  connecting(): void;
  opened(): void;
  poke(collections: string[]): void;
  /** an ephemeral event of a document */
  live(message: LiveData): void;
  /** the server ended the session */
  revoked(ending: Ending): void;
  /** the connection ended, for whatever reason; whether the server is reachable is decided by the connection monitor */
  closed(): void;
}

export class PokeStream {
  /** aborts the current connection */
  private current: AbortController | null = null;
  /** consecutive connections that failed to open or closed within STABLE_MS */
  private failures = 0;
  /** performance.now() of the response; null without one */
  private openedAt: number | null = null;
  private wake: () => void = () => {};

  constructor(
    private readonly session: Session,
    private readonly origin: string,
    private readonly events: StreamEvents,
    private readonly silence = SILENCE_MS,
  ) {}

  /** Reads events until the signal fires; `ready` delays connecting while the server is unreachable. */
  async run(signal: AbortSignal, ready: () => Promise<void>): Promise<void> {
    let lastBackoff = 0;
    while (!signal.aborted) {
      await ready();
      if (signal.aborted) return;
      this.openedAt = null;
      try {
        await this.listen(signal);
      } catch {
        // The error is not reported: a proxy may cut streams but pass on calls.
      }
      if (!signal.aborted) this.events.closed();
      const lifetime = this.openedAt === null ? 0 : performance.now() - this.openedAt;
      this.failures =
        this.current?.signal.reason === DROPPED
          ? 0
          : lifetime > Math.max(STABLE_MS, lastBackoff)
            ? 1
            : this.failures + 1;
      lastBackoff = this.failures > 0 ? backoff(this.failures) : 0;
      if (lastBackoff > 0) await this.rest(lastBackoff, signal);
    }
  }

  /** Closes the connection; `run` opens the next one without backoff. */
  drop(): void {
    this.current?.abort(DROPPED);
  }

  /** The server is back: resets and ends the backoff. */
  serverIsBack(): void {
    this.failures = 0;
    this.wake();
  }

  private async rest(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.wake = () => woken.abort();
    await pause(ms, AbortSignal.any([signal, woken.signal]));
    this.wake = () => {};
  }

  private async listen(signal: AbortSignal): Promise<void> {
    const line = new AbortController();
    this.current = line;
    const stop = (): void => line.abort();
    signal.addEventListener('abort', stop, { once: true });
    let timer = setTimeout(stop, this.silence);
    try {
      this.events.connecting();
      const response = await this.open(line.signal);
      const text = readText(response.body!, line.signal);
      const parser = createParser({ onEvent: (event) => this.dispatch(event) });
      this.openedAt = performance.now();
      this.events.opened();
      for (;;) {
        const piece = await text.read();
        if (piece === undefined) return;
        clearTimeout(timer);
        timer = setTimeout(stop, this.silence);
        parser.feed(piece);
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      line.abort();
    }
  }

  private async open(signal: AbortSignal): Promise<Response> {
    const request = (): Promise<Response> =>
      this.session.fetch(this.origin + callPath(syncCalls.stream), {
        headers: { accept: 'text/event-stream', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
        credentials: 'same-origin',
        signal,
      });
    let response = await request();
    if (response.status === 401 && (await this.session.renew())) response = await request();
    if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream'))
      return response;
    await response.body?.cancel();
    throw response.status === 401 ? new CallError('USER_NOT_LOGIN') : new NoAnswerError('not-json');
  }

  private dispatch({ event, data }: EventSourceMessage): void {
    if (event === 'revoked') {
      const ended = v.safeParse(
        v.object({ wipe: v.boolean(), handover: v.optional(v.boolean(), false) }),
        JSON.parse(data || '{}'),
      );
      this.events.revoked(ended.success ? ended.output : { wipe: false, handover: false });
      return;
    }
    if (event === 'live') {
      const message = v.safeParse(LiveData, JSON.parse(data));
      if (message.success) this.events.live(message.output);
      return;
    }
    if (event !== 'poke') return;
    const poke = v.safeParse(Poke, JSON.parse(data));
    if (poke.success) this.events.poke(poke.output.collections);
  }
}
