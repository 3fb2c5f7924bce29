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

export class LiveTopics {
  /** observers by topic key, while a screen of this tab shows the document */
  private readonly shown = new Map<string, Set<(progress: number) => void>>();
  private readonly channel: Channel<LiveMessage>;

  constructor(
    private readonly locks: LockManager,
    openChannel: OpenChannel,
    private readonly scope: string,
    /** the topics of this tab changed */
    private readonly changed: () => void,
  ) {
    this.channel = openChannel<LiveMessage>(`satchel-live:${scope}`, (message) => this.deliver(message));
  }

  /** Progress of the work on a document, 0 to 1; null until an event reports it. */
  progress(topic: LiveTopic): Observable<number | null> {
    const key = topicKey(topic);
    return new Observable((subscriber) => {
      subscriber.next(null);
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
    for (const observe of this.shown.get(topicKey(topic)) ?? []) observe(event.progress);
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
