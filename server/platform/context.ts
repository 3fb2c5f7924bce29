/**
 * Who makes a request, and the parts of the house that features get. Features never reach for a module-level singleton: they are
 * built by `main.ts` with a `Platform` and keep what they need of it.
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

/** A signed-in person, as the access token and the database say. */
export interface Actor {
  userId: string;
  sessionId: string;
  /** the company this session works in; '' while the person has none */
  companyId: string;
  /** null while not an active member of `companyId` */
  role: CompanyRole | null;
  /** the person's language */
  lang: string;
  /** `companyId` wants a new password of this person first: its console is closed until then */
  mustChangePassword?: boolean;
  /** set where a third party acts for the person, with a grant of theirs; `sessionId` is '' then */
  grant?: { id: string; clientId: string };
}

export interface RequestInfo {
  requestId: string;
  /** this site, as the person sees it, e.g. `https://satchel.example` */
  origin: string;
  /** the client's address, behind trusted proxies only */
  ip: string;
  userAgent: string;
  /** the address of this server that the request came to */
  serverIp?: string | undefined;
  /** two letters of ISO 3166, as a trusted proxy says; undefined where none does */
  region?: string | undefined;
  /** cookies of the request by name, decoded */
  cookies: Readonly<Record<string, string>>;
  /** of the client; 0 where it said none */
  protocol: number;
  /** fires when the client has gone (the response's close event; request.signal does not fire under Node) */
  signal: AbortSignal;
  log: Logger;
}

export interface Platform {
  config: Config;
  log: Logger;
  clock: Clock;
  /**
   * The database. Inside `transaction()` the same handle is the transaction (AsyncLocalStorage), a nested one a savepoint.
   */
  db: Kysely<Tables>;
  /** A statement by hand, for the few that are prepared under a name; joins the open transaction as `db` does. */
  query<R extends object>(statement: { text: string; values?: unknown[]; name?: string }): Promise<{ rows: R[] }>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs after the surrounding transaction has committed; at once where there is none. Never when it rolls back. */
  afterCommit(work: () => void | Promise<void>): void;
  events: EventBus;
  jobs: JobQueue;
  blobs: BlobStore;
  mail: Mailer;
  metrics: Metrics;
}
