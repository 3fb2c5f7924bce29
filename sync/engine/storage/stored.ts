/**
 * A document as the replica stores it: the document itself, RxDB's fields, and the state of replication. A document
 * becomes pending in the same write as its edit, so a crash cannot separate the two.
 *
 *   pulled ──local write──► pending, base: as pulled ──accepted──► pulled
 *   (none) ──create──────► pending, base: null
 */
import { KINDS, type KindName, type Doc } from '../../model/kinds';
import type { Version } from '../../merge/merge';
import { vectorOf } from '../../merge/yjs';

/** Replication state of a pending document. */
export interface Pending {
  /**
   * the server's version when the first of these edits was made (fields merged by Yjs as state vectors); null for a new
   * document
   */
  base: Version | null;
  /** milliseconds; when it became pending */
  since: number;
  /** `<kind>/<id>` of the cascade parent (project, note or meeting): both are deleted or restored together */
  cascadeParent?: string;
}

/** Cascade parent for a new `pending` of a deletion, taken from the previous one. */
export const cascadeParentOf = (stored: {
  pending?: Pending | null;
  _deleted?: boolean;
}): Pick<Pending, 'cascadeParent'> =>
  stored._deleted && stored.pending?.cascadeParent ? { cascadeParent: stored.pending.cascadeParent } : {};

export interface StoredFields {
  id: string;
  /** `<kind>/<id>`: the key in the store (schema.ts) */
  key?: string;
  /** the document's kind; '' for a row of the store itself */
  docKind?: KindName | '';
  /** true while pending */
  waits: boolean;
  pending?: Pending | null;
  /** a deletion that the server took without ever having had the document: only this device can restore it */
  isUnknownToServer?: true;
  [field: string]: unknown;
}

/** Fields of storage and replication, which are sent neither to pages nor to the server. */
const OWN: ReadonlySet<string> = new Set([
  'key',
  'docKind',
  'waits',
  'pending',
  'isUnknownToServer',
  '_rev',
  '_meta',
  '_attachments',
]);
export type Stored = StoredFields & {
  key: string;
  docKind: KindName | '';
  _deleted: boolean;
  _rev: string;
  _meta: { lwt: number };
  _attachments: Record<string, never>;
};

/** The document without storage fields; `_deleted` only if deleted. */
export function versionOf(stored: StoredFields & { _deleted?: boolean }): Version {
  // Built field by field: an object with deleted properties takes longer to clone.
  const version: Record<string, unknown> = {};
  for (const field of Object.keys(stored))
    if (!OWN.has(field) && (field !== '_deleted' || stored._deleted)) version[field] = stored[field];
  return version as Version;
}

/** The document as the server had it when the first of the pending edits was made; null: it had none. */
export const sentVersion = (stored: StoredFields): Version | null =>
  stored.waits ? (stored.pending?.base ?? null) : versionOf(stored);

/**
 * Revision of the server's version that a pending document was made from; null: it is new to the server, as far as this
 * device knows. A tombstone that this device wrote, as for a rejected creation, has none.
 */
export function assumedRev(stored: StoredFields): string | null {
  const rev = stored.pending?.base?.['rev'];
  return typeof rev === 'string' ? rev : null;
}

/**
 * Whether a pending document was made from one that the server has, as far as this device knows. A document that is
 * written again after it was refused or deleted has the tombstone as its base.
 */
export const isOfServer = ({ pending }: StoredFields): boolean => !!pending?.base && !pending.base._deleted;

/** The document for the page. */
export const pageDoc = <N extends KindName>(stored: StoredFields): Doc<N> => versionOf(stored) as unknown as Doc<N>;

/**
 * A version as the base of later edits: texts are reduced to their state vectors, a few bytes each.
 * @param vectors those that are known; the others are computed from the states
 */
export function baseOf(collection: KindName, version: Version, vectors: Record<string, string> = {}): Version {
  const base = { ...version };
  for (const [field, rule] of Object.entries(KINDS[collection].merge))
    if (rule === 'yjs') base[field] = vectors[field] ?? vectorOf(version[field]);
  return base;
}
