/**
 * Listens to the server's pokes: server-sent events read from a fetch, inside the worker.
 *
 *   connect ──► opened (everything may have changed meanwhile: pull all) ──► poke → pull what it names
 *      ▲                                                                     letters → open texts
 *      │                                                                     revoked, where it says so → erase
 *      └── backoff with jitter ◄── end, error, or 45 s of silence; over at once when the server is back, or where we ended the line
 */
import * as v from 'valibot';
import { readText } from '../../protocol/body-text';
import { callPath } from '../../protocol/call';
import { NoAnswerError } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import { LiveUpdate, Poke, PROTOCOL_HEADER, PROTOCOL_VERSION, syncCalls } from '../../protocol/messages';
import { backoff, pause } from './backoff';
import type { Ending } from '../../protocol/session';
import type { Session } from './session';

/** The server sends something every 15 to 20 seconds; after this long without, the line is dead. */
const SILENCE_MS = 45_000;
/** A line that lived this long, and longer than the rest before it, says that lines can be had here: rests begin anew with the shortest. */
const LIVED_MS = 5_000;

/** why a line ended that we ended */
const DROPPED = 'dropped';

export interface StreamEvents {
  /** about to ask for the line */
  asking(): void;
  opened(): void;
  poke(collections: string[]): void;
  /** what somebody types elsewhere */
  letters(letters: LiveUpdate): void;
  /** the session was ended */
  revoked(ending: Ending): void;
  /** the line ended, whoever ended it; whether the server is there is for the connection to ask */
  closed(): void;
}

export interface ServerEvent {
  event: string;
  data: string;
}

/** Cuts the text of a stream into events (WHATWG HTML, 9.2.6); comments keep the line alive and give none. */
export class EventParser {
  private rest = '';

  push(text: string): ServerEvent[] {
    const blocks = (this.rest + text).replace(/\r\n?/g, '\n').split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      let event = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        const at = line.indexOf(':');
        const [field, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
        if (field === 'event') event = value;
        else if (field === 'data') data.push(value);
      }
      return data.length > 0 || event !== 'message' ? [{ event, data: data.join('\n') }] : [];
    });
  }
}

export class PokeStream {
  /** ends the line that is open now */
  private current: AbortController | null = null;
  /** lines one after another that did not come to be, or hardly lived */
  private failures = 0;
  /** when the line was answered, milliseconds; null: it was not */
  private openedAt: number | null = null;
  private wake: () => void = () => {};

  constructor(
    private readonly session: Session,
    private readonly origin: string,
    private readonly events: StreamEvents,
    private readonly silence = SILENCE_MS,
  ) {}

  /** Listens until the signal fires; `ready` holds it back while the server cannot be reached. */
  async run(signal: AbortSignal, ready: () => Promise<void>): Promise<void> {
    let rested = 0;
    while (!signal.aborted) {
      await ready();
      if (signal.aborted) return;
      this.openedAt = null;
      try {
        await this.listen(signal);
      } catch {
        // why it ended says little: a proxy may cut streams and pass on calls
      }
      if (!signal.aborted) this.events.closed();
      const lived = this.openedAt === null ? 0 : performance.now() - this.openedAt;
      this.failures =
        this.current?.signal.reason === DROPPED ? 0 : lived > Math.max(LIVED_MS, rested) ? 1 : this.failures + 1;
      rested = this.failures > 0 ? backoff(this.failures) : 0;
      if (rested > 0) await this.rest(rested, signal);
    }
  }

  /** Ends the line; `run` opens the next one when it may. */
  drop(): void {
    this.current?.abort(DROPPED);
  }

  /** The server is back: what failed before says nothing of now. */
  again(): void {
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
      this.events.asking();
      const response = await this.open(line.signal);
      const text = readText(response.body!, line.signal);
      const parser = new EventParser();
      this.openedAt = performance.now();
      this.events.opened();
      for (;;) {
        const piece = await text.read();
        if (piece === undefined) return;
        clearTimeout(timer);
        timer = setTimeout(stop, this.silence);
        for (const event of parser.push(piece)) this.take(event);
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

  private take({ event, data }: ServerEvent): void {
    if (event === 'revoked') {
      const ended = v.safeParse(
        v.object({ wipe: v.boolean(), handover: v.optional(v.boolean(), false) }),
        JSON.parse(data || '{}'),
      );
      this.events.revoked(ended.success ? ended.output : { wipe: false, handover: false });
      return;
    }
    if (event === 'letters') {
      const letters = v.safeParse(LiveUpdate, JSON.parse(data));
      if (letters.success) this.events.letters(letters.output);
      return;
    }
    if (event !== 'poke') return;
    const poke = v.safeParse(Poke, JSON.parse(data));
    if (poke.success) this.events.poke(poke.output.collections);
  }
}
