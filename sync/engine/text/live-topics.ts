/**
 * Live events of documents that a screen of this browser shows, except open texts (texts.ts): progress of the server's
 * work, such as a transcription.
 *
 *   screen subscribes ─► lock, seen by all tabs ─► leader subscribes at the server (subscriptions.ts)
 *   event stream ─► leader ─► all tabs ─► screen
 */
import { Observable } from 'rxjs';
import { topicKey, topicOf, type LiveMessage, type LiveTopic } from '../../protocol/live';
import type { Channel, OpenChannel } from '../storage/broadcast';

/** milliseconds for which the last progress of a document is shown to a screen that opens later, as the server does */
const LATEST_MS = 5 * 60_000;
/** documents whose last progress is remembered */
const LATEST_MAX = 50;

export class LiveTopics {
  /** observers by topic key, while a screen of this tab shows the document */
  private readonly shown = new Map<string, Set<(progress: number) => void>>();
  /** last progress by topic key, oldest first: the server sends it once for all screens of this browser */
  private readonly latest = new Map<string, { progress: number; at: number }>();
  private readonly channel: Channel<LiveMessage>;

  constructor(
    private readonly locks: LockManager,
    openChannel: OpenChannel,
    private readonly scope: string,
    /** the topics of this tab changed */
    private readonly changed: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.channel = openChannel<LiveMessage>(`satchel-live:${scope}`, (message) => this.deliver(message));
  }

  /** Progress of the work on a document, 0 to 1; null until an event has reported it. */
  progress(topic: LiveTopic): Observable<number | null> {
    const key = topicKey(topic);
    return new Observable((subscriber) => {
      const latest = this.latest.get(key);
      subscriber.next(latest && this.now() - latest.at < LATEST_MS ? latest.progress : null);
      const observe = (progress: number): void => subscriber.next(progress);
      this.shown.set(key, (this.shown.get(key) ?? new Set()).add(observe));
      const release = this.hold(key);
      return () => {
        const observers = this.shown.get(key);
        observers?.delete(observe);
        if (observers?.size === 0) this.shown.delete(key);
        release();
      };
    });
  }

  /** The topics that any tab shows. */
  async openAnywhere(): Promise<LiveTopic[]> {
    const prefix = this.lockOf('');
    return ((await this.locks.query()).held ?? []).flatMap(({ name }) =>
      name?.startsWith(prefix) ? (topicOf(name.slice(prefix.length)) ?? []) : [],
    );
  }

  /** Delivers an event of the stream in all tabs. */
  publish(message: LiveMessage): void {
    this.channel.post(message);
    this.deliver(message);
  }

  close(): void {
    this.channel.close();
  }

  private deliver({ topic, event }: LiveMessage): void {
    if (event.type !== 'progress') return;
    const key = topicKey(topic);
    this.latest.delete(key);
    this.latest.set(key, { progress: event.progress, at: this.now() });
    if (this.latest.size > LATEST_MAX) this.latest.delete(this.latest.keys().next().value!);
    for (const observe of this.shown.get(key) ?? []) observe(event.progress);
  }

  private lockOf(key: string): string {
    return `satchel-live:${this.scope}:${key}`;
  }

  /** Holds the topic's lock until the returned function is called or the tab ends. */
  private hold(key: string): () => void {
    const request = new AbortController();
    let release = (): void => request.abort();
    const held = this.locks.request(
      this.lockOf(key),
      { mode: 'shared', signal: request.signal },
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
          this.changed();
        }),
    );
    held.then(
      () => this.changed(),
      () => undefined,
    );
    return () => release();
  }
}
