/**
 * Announcements across processes: LISTEN/NOTIFY with a database server, in memory with the embedded database, which has
 * one process. Payloads are small (under 7,500 bytes) and may be lost when a connection breaks: they trigger a refresh
 * and are never the source of truth. `publish` inside a transaction waits for its commit.
 */
import type { LiveEvent, LiveTopic } from '../../sync/protocol/live';

/** The session that caused a live event. */
export interface LiveAuthor {
  userId: string;
  sessionId: string;
  /** in the company; null if the author is not an active member */
  role: 'owner' | 'admin' | 'member' | null;
}

export interface EventTopics {
  /** documents changed: the clock, and the collections by space */
  sync: {
    companyId: string;
    seq: number;
    spaces: Record<string, string[]>;
    /** people whose access changed: they refresh everything */ users: string[];
  };
  /** an ephemeral event of a document; one that is too large for the bus does not reach other processes */
  live: { companyId: string; space: string; topic: LiveTopic; event: LiveEvent; author: LiveAuthor | null };
  /** the documents whose live events a session receives, in any process */
  liveTopics: { companyId: string; userId: string; sessionId: string; topics: LiveTopic[] };
  /** asks the subscribed browsers of a person, in all processes, whether a screen shows a document */
  liveAsked: { companyId: string; topic: LiveTopic; userId: string; askId: string };
  /** a process has asked such a browser */
  liveAsking: { askId: string };
  /** the answer of a browser of this person */
  liveWatched: { companyId: string; userId: string; askId: string };
  /**
   * a session ended or was revoked; `wipe`: its device erases its copy, `handover`: after it has handed over its unsent
   * changes
   */
  session: { sessionId: string; userId: string; wipe: boolean; handover: boolean };
  /** the IP rules of a company, or their switch, changed */
  ipRules: { companyId: string };
  /** the state or progress of a run changed; `isCancelled`: the process that executes it ends its attempt */
  run: { companyId: string; runId: string; isCancelled: boolean };
  /** a provider setting changed: jobs that wait for it run again */
  provider: { companyId: string };
}

export interface EventBus {
  publish<T extends keyof EventTopics>(topic: T, payload: EventTopics[T]): void;
  /** Returns the function that ends the subscription. */
  subscribe<T extends keyof EventTopics>(topic: T, listener: (payload: EventTopics[T]) => void): () => void;
  /** true if there are no other processes */
  readonly alone?: boolean;
  /**
   * Announcements of other processes may have been lost: refresh everything. Returns the function that ends the
   * subscription.
   */
  onGap?(listener: () => void): () => void;
  close(): Promise<void>;
}
