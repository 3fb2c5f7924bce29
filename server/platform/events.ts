/**
 * Announcements across processes: LISTEN/NOTIFY where there is a database server, in memory where one process is all there is.
 * Payloads are small (under 7,500 bytes) and may be lost when a connection breaks: they say "look", never what is true.
 * `publish` inside a transaction waits for its commit.
 */
export interface EventTopics {
  /** documents changed: the clock and the collections by space */
  sync: {
    companyId: string;
    seq: number;
    spaces: Record<string, string[]>;
    /** people whose access changed: they look at everything */ users: string[];
  };
  /** what somebody types into a text of a space, base64 of a Yjs update; where it is too large for the bus other processes do not hear it */
  letters: { companyId: string; sessionId: string; space: string; contentId: string; update: string };
  /** which texts are open in a person's browser: letters of these go to its streams, whichever process has them */
  watching: { companyId: string; userId: string; sessionId: string; texts: string[] };
  /** a session ended or was revoked; `wipe`: its device erases its copy, `handover`: after it has handed over what it never sent */
  session: { sessionId: string; userId: string; wipe: boolean; handover: boolean };
  /** the rules of addresses of a company, or their switch, changed */
  ipRules: { companyId: string };
  /** the state or progress of a run changed; `isCancelled`: whoever executes it ends its attempt */
  run: { companyId: string; runId: string; isCancelled: boolean };
  /** a provider setting changed: jobs that wait for it start again */
  provider: { companyId: string };
}

export interface EventBus {
  publish<T extends keyof EventTopics>(topic: T, payload: EventTopics[T]): void;
  /** Gives the function that ends the subscription. */
  subscribe<T extends keyof EventTopics>(topic: T, listener: (payload: EventTopics[T]) => void): () => void;
  /** true where there are no other processes */
  readonly alone?: boolean;
  /** Announcements of other processes may have been lost: look at everything. Gives the function that ends the subscription. */
  onGap?(listener: () => void): () => void;
  close(): Promise<void>;
}
