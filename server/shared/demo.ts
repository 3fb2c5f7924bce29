/** A feature's part of the demo company (`demo` of its manifest). */
import type { Platform } from '../platform/context';
import type { SyncTransaction } from '../sync/store';
import type { DemoProject, DepartmentKey, PersonKey } from './demo-content';

/** Ids and names by key. */
export interface DemoCast {
  companyId: string;
  people: Record<PersonKey, string>;
  names: Readonly<Record<PersonKey, string>>;
  departments: Record<DepartmentKey, string>;
}

/** Ids of the documents that texts mention, by title. */
export type DemoDocuments = Record<'note' | 'meeting' | 'project', ReadonlyMap<string, string>>;

export interface DemoSeed {
  platform: Platform;
  tx: SyncTransaction;
  cast: DemoCast;
  /** with the ids of their documents; the last is the most recent one */
  projects: readonly { id: string; content: DemoProject }[];
  documents: DemoDocuments;
}

/** Writes the feature's documents, in the transaction that seeds the company. */
export type WriteDemo = (seed: DemoSeed) => Promise<void>;

export interface DemoBlob {
  key: string;
  bytes: Buffer;
  contentType: string;
}

/** `blobs` are stored before the transaction, because that may be requests to S3; removed if it fails. */
export interface PreparedDemo {
  blobs: readonly DemoBlob[];
  write: WriteDemo;
}

/** @param now milliseconds since the epoch */
export type PrepareDemo = (now: number, projects: readonly DemoProject[]) => Promise<PreparedDemo>;

export type Demo = WriteDemo | { prepare: PrepareDemo };

export const prepared = async (demo: Demo, ...given: Parameters<PrepareDemo>): Promise<PreparedDemo> =>
  typeof demo === 'function' ? { blobs: [], write: demo } : demo.prepare(...given);
