/**
 * A document as the replica stores it: the document itself, what RxDB needs, and what replication must know of it. That a document
 * waits for the server is written with the very write that makes it wait: no crash can part the two.
 *
 *   pulled ──local write──► waits, base: as pulled ──accepted──► pulled
 *   (none) ──create──────► waits, base: null
 */
import { COLLECTIONS, type CollectionName, type Doc } from '../../model/registry';
import type { Version } from '../../merge/merge';
import { vectorOf } from '../../merge/yjs';

/** What a waiting document differs from. */
export interface Pending {
  /** what the server had when the first of these edits was made (fields merged by Yjs as state vectors); null: nothing */
  base: Version | null;
  /** milliseconds; when it began to wait */
  since: number;
  /** `<collection>/<id>` of the project, note or meeting that it was deleted with: the two stay or go together */
  along?: string;
}

/** For a pending made anew: a deletion goes on to belong to what it was made with. */
export const cascadeParentOf = (stored: { pending?: Pending | null; _deleted?: boolean }): Pick<Pending, 'along'> =>
  stored._deleted && stored.pending?.along ? { along: stored.pending.along } : {};

export interface StoredFields {
  id: string;
  /** this device has something of it that the server has not */
  waits: boolean;
  pending?: Pending | null;
  [field: string]: unknown;
}

/** Fields of storage and replication, which no page and no server sees. */
const OWN: ReadonlySet<string> = new Set(['waits', 'pending', '_rev', '_meta', '_attachments']);
export type Stored = StoredFields & {
  _deleted: boolean;
  _rev: string;
  _meta: { lwt: number };
  _attachments: Record<string, never>;
};

/** The document alone, with `_deleted` only where it is deleted. */
export function versionOf(stored: StoredFields & { _deleted?: boolean }): Version {
  // copied field by field: an object that fields were deleted from takes longer to send
  const version: Record<string, unknown> = {};
  for (const field of Object.keys(stored))
    if (!OWN.has(field) && (field !== '_deleted' || stored._deleted)) version[field] = stored[field];
  return version as Version;
}

/** What the page gets. */
export const pageDoc = <N extends CollectionName>(stored: StoredFields): Doc<N> =>
  versionOf(stored) as unknown as Doc<N>;

/** A version as the base of later edits: a text is remembered by its state vector, a few bytes instead of all of it. */
export function baseOf(collection: CollectionName, version: Version): Version {
  const base = { ...version };
  for (const [field, rule] of Object.entries(COLLECTIONS[collection].merge))
    if (rule === 'yjs') base[field] = vectorOf(version[field]);
  return base;
}
