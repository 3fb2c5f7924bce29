/**
 * The context of a request and the platform services that features receive. Features use no module-level singletons:
 * `main.ts` constructs them with a `Platform`.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config';
import type { Tables } from './database/tables';
import type { EventBus } from './events';
import type { JobQueue } from './jobs/queue';
import type { BlobStore } from './storage/blob-store';
import type { Mailer } from './mail/mailer';
import type { Metrics } from './metrics';

export interface Clock {
  /** milliseconds since the epoch */
  now(): number;
}

export type CompanyRole = 'owner' | 'admin' | 'member';

/** A signed-in person, from the access token and the database. */
export interface Actor {
  userId: string;
  sessionId: string;
  /** the company of this session; '' while the person has none */
  companyId: string;
  /** null while not an active member of `companyId` */
  role: CompanyRole | null;
  /** the person's language */
  lang: string;
  /** `companyId` requires a new password of this person; its console is closed until then */
  mustChangePassword?: boolean;
  /** set if a third party acts for the person under a grant; `sessionId` is '' then */
  grant?: { id: string; clientId: string };
}

export interface RequestInfo {
  requestId: string;
  /** public origin of this site, e.g. `https://satchel.example` */
  origin: string;
  /** the client's address; X-Forwarded-For counts only from trusted proxies */
  ip: string;
  userAgent: string;
  /** the address of this server that received the request */
  serverIp?: string | undefined;
  /** country code (ISO 3166, two letters) from a trusted proxy; undefined if none sends it */
  region?: string | undefined;
  /** cookies of the request by name, decoded */
  cookies: Readonly<Record<string, string>>;
  /** protocol version of the client; 0 if it sent none */
  protocol: number;
  /** fires when the client disconnects (the response's close event; request.signal does not fire under Node) */
  signal: AbortSignal;
  log: Logger;
}

export interface SessionConnection {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>;
  /** Ends the connection at once; the server finishes a statement that runs. */
  end(): Promise<void>;
}

export interface Platform {
  config: Config;
  log: Logger;
  clock: Clock;
  /**
   * The database. Inside `transaction()` the same handle is the transaction (AsyncLocalStorage), in a nested one a
   * savepoint.
   */
  db: Kysely<Tables>;
  /** Runs a raw statement, for the few that are prepared under a name; joins the open transaction as `db` does. */
  query<R extends object>(statement: { text: string; values?: unknown[]; name?: string }): Promise<{ rows: R[] }>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * One connection for several statements that are no transaction: a lock of a session, an index that is built beside
   * other work. Never inside a transaction; the embedded database has one connection, so other statements wait.
   */
  session<T>(work: (connection: SessionConnection) => Promise<T>): Promise<T>;
  /**
   * Runs after the surrounding transaction has committed; immediately without a transaction; never after a rollback.
   */
  afterCommit(work: () => void | Promise<void>): void;
  events: EventBus;
  jobs: JobQueue;
  blobs: BlobStore;
  mail: Mailer;
  metrics: Metrics;
}
