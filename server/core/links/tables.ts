/** Of migration 084-links.sql. Times are milliseconds since the epoch. */
import type { Generated } from 'kysely';

export interface LinkTable {
  company_id: string;
  id: string;
  collection: Generated<'projectItems'>;
  address: string;
  tried_at: Generated<number>;
}

export interface LinkPageTable {
  company_id: string;
  site_id: string;
  item_id: string;
  address: string;
  url: string;
  etag: string;
  last_modified: string;
  hash: string;
  /** JSON */
  links: unknown;
  removed: Generated<boolean>;
}

export interface WebHostTable {
  host: string;
  next_at: number;
}

export interface WebRobotsTable {
  origin: string;
  state: 'found' | 'none' | 'failed';
  body: string;
  fetched_at: number;
}

declare module '../../platform/database/tables' {
  interface Tables {
    link: LinkTable;
    link_page: LinkPageTable;
    web_host: WebHostTable;
    web_robots: WebRobotsTable;
  }
}
