/** The recent events of topics, for sessions that subscribe late or reconnect. Each process keeps what its event bus delivered. */
import type { LiveAuthor } from '../platform/events';
import type { LiveEvent } from '../../sync/protocol/live';

/** Milliseconds after which an event is dropped: replication has delivered a text update by then; progress is renewed more often. */
const KEPT_MS = { update: 10_000, progress: 5 * 60_000 } as const satisfies Record<LiveEvent['type'], number>;
/** characters of all events; the topics that changed the longest ago are dropped beyond it */
const SIZE_MAX = 8 * 1024 * 1024;
/** characters of the events of one topic; the oldest are dropped beyond it */
const TOPIC_SIZE_MAX = 256 * 1024;

export interface RecentEvent {
  event: LiveEvent;
  author: LiveAuthor | null;
}
interface Recent extends RecentEvent {
  at: number;
  size: number;
}

const sizeOf = (event: LiveEvent): number => (event.type === 'update' ? event.update.length : 16);

export class RecentEvents {
  /** by company and topic, the topic that changed the longest ago first */
  private readonly topics = new Map<string, Recent[]>();
  private size = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(companyId: string, topic: string, { event, author }: RecentEvent): void {
    const key = `${companyId} ${topic}`;
    const events = this.take(key).filter((each) => this.isFresh(each) && !replaces(event, each.event));
    events.push({ at: this.now(), size: sizeOf(event), event, author });
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

  /** In the order in which they were published. */
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

/** Progress is a state: the last one stands for those before. Updates build on each other. */
const replaces = (event: LiveEvent, before: LiveEvent): boolean =>
  event.type !== 'update' && event.type === before.type;
