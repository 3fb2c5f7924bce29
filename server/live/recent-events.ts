/** Recent events of topics in the memory of each process, for sessions that subscribe late or reconnect. */
import type { LiveAuthor } from '../platform/events';
import { joinPieces, type LiveEvent } from '../../sync/protocol/live';

/** milliseconds after which an event is dropped: replication has delivered a text update by then; progress is renewed sooner */
const KEPT_MS = {
  update: 10_000,
  progress: 5 * 60_000,
  text: 5 * 60_000,
  activity: 5 * 60_000,
  step: 5 * 60_000,
} as const satisfies Record<LiveEvent['type'], number>;
/** characters of all events; beyond them the topics without a new event for the longest time are dropped */
const SIZE_MAX = 8 * 1024 * 1024;
/** characters of the events of one topic; beyond them the oldest are dropped */
const TOPIC_SIZE_MAX = 256 * 1024;

export interface RecentEvent {
  event: LiveEvent;
  author: LiveAuthor | null;
}
interface Recent extends RecentEvent {
  at: number;
  size: number;
}

const sizeOf = (event: LiveEvent): number =>
  event.type === 'update' ? event.update.length : event.type === 'text' ? event.text.length : 16;

export class RecentEvents {
  /** by company and topic, ordered by the latest event of each */
  private readonly topics = new Map<string, Recent[]>();
  private size = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(companyId: string, topic: string, { event, author }: RecentEvent): void {
    const key = `${companyId} ${topic}`;
    const kept = this.take(key);
    const whole = event.type === 'text' ? joined(event, kept) : event;
    const events = kept.filter((each) => this.isFresh(each) && !replaces(event, each.event));
    events.push({ at: this.now(), size: sizeOf(whole), event: whole, author });
    let size = events.reduce((sum, each) => sum + each.size, 0);
    while (size > TOPIC_SIZE_MAX && events.length > 1) size -= events.shift()!.size;
    this.topics.set(key, events);
    this.size += size;
    // the insertion order of the map is the order of the last change
    for (const [oldest, kept] of this.topics) {
      if (this.size <= SIZE_MAX && this.isFresh(kept.at(-1)!)) break;
      this.take(oldest);
    }
  }

  /** The recent events of a topic, in the order in which they were published. */
  of(companyId: string, topic: string): RecentEvent[] {
    return (this.topics.get(`${companyId} ${topic}`) ?? [])
      .filter((each) => this.isFresh(each))
      .map(({ event, author }) => ({ event, author }));
  }

  private take(key: string): Recent[] {
    const events = this.topics.get(key) ?? [];
    this.topics.delete(key);
    this.size -= events.reduce((sum, each) => sum + each.size, 0);
    return events;
  }

  private isFresh({ at, event }: Recent): boolean {
    return this.now() - at < KEPT_MS[event.type];
  }
}

type TextEvent = Extract<LiveEvent, { type: 'text' }>;

/** The text so far with a further piece, so that a late subscriber receives one event. */
const joined = (piece: TextEvent, kept: readonly Recent[]): TextEvent => ({
  type: 'text',
  ...joinPieces(
    kept.map(({ event }) => event).find((event) => event.type === 'text'),
    piece,
  ),
});

/** Progress, activity, step and text replace earlier ones. Updates depend on each other, so all are kept. */
const replaces = (event: LiveEvent, before: LiveEvent): boolean =>
  event.type !== 'update' && event.type === before.type;
