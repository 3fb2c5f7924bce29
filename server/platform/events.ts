/**
 * Announcements across processes: LISTEN/NOTIFY where there is a database server, in memory where one process is all there is.
 * Payloads are small (under 7,500 bytes) and may be lost when a connection breaks: they say "look", never what is true.
 * `publish` inside a transaction waits for its commit.
 */
export interface EventTopics {
  /** documents changed: the clock and the collections by space */
  sync: { companyId: string; seq: number; spaces: Record<string, string[]>; /** people whose access changed: they look at everything */ users: string[] };
  /** a session ended or was revoked */
  session: { sessionId: string; userId: string; wipe: boolean };
  /** a provider setting changed: jobs that wait for it start again */
  provider: { companyId: string };
}

export interface EventBus {
  publish<T extends keyof EventTopics>(topic: T, payload: EventTopics[T]): void;
  /** Gives the function that ends the subscription. */
  subscribe<T extends keyof EventTopics>(topic: T, listener: (payload: EventTopics[T]) => void): () => void;
  /** Announcements of other processes may have been lost: look at everything. Gives the function that ends the subscription. */
  onGap?(listener: () => void): () => void;
  close(): Promise<void>;
}
