/** Decides the next local state of one document from the server's version and the stored one. Pure. */
import { mergeDocument, type Merged, type Version } from '../../merge/merge';
import { KINDS, type KindName } from '../../model/kinds';
import { heightOf } from '../../model/rev';
import { isSound } from '../storage/integrity/layout-check';
import { sameVersion } from '../storage/replica-database';
import type { Next } from '../storage/documents';
import { cascadeParentOf, baseOf, versionOf, type Stored } from '../storage/stored';

/** The fields that only the server writes, in its current version. */
export function serverFields(collection: KindName, theirs: Version): Record<string, unknown> {
  const fields: Record<string, unknown> = { abilities: theirs['abilities'] };
  for (const [field, rule] of Object.entries(KINDS[collection].merge))
    if (rule === 'server') fields[field] = theirs[field];
  return fields;
}

export const isDamaged = (collection: KindName, stored: Stored): boolean =>
  !stored._deleted && !isSound(collection, stored);

/** Times of the server's version: it bounds those that a device gave by its own clock, and the revision stays. */
const timesOf = ({ updatedAt, recency }: Version): Record<string, unknown> => ({ updatedAt, recency });
const sameTimes = (a: Version, b: Version): boolean =>
  Boolean(b._deleted) || (a['updatedAt'] === b['updatedAt'] && a['createdAt'] === b['createdAt']);

export interface Plan {
  next: Next;
  mine?: Version;
  conflicts: Merged['conflicts'];
}
export const only = (next: Next): Plan => ({ next, conflicts: [] });

/**
 * @param sent the base of theirs, if it was sent from here
 * @param last the base of the version sent last and not answered
 */
export function plan(
  collection: KindName,
  stored: Stored | undefined,
  theirs: Version,
  sent: Version | undefined,
  last: Version | undefined,
): Plan {
  if (!stored || isDamaged(collection, stored))
    return only(theirs._deleted && !stored ? 'keep' : { version: theirs, pending: null });
  if (!stored.waits) {
    const here = versionOf(stored);
    if (sameVersion(here, theirs) && sameTimes(here, theirs)) return only('keep');
    // the page was read before the server accepted our last push: a revision's height never decreases on the server
    if (!theirs._deleted && !stored._deleted && heightOf(theirs['rev'] as string) < heightOf(stored['rev'] as string))
      return only('keep');
    return only({
      version: theirs._deleted
        ? { id: theirs.id, _deleted: true, ...(theirs['rev'] ? { rev: theirs['rev'] } : {}) }
        : theirs,
      pending: null,
    });
  }
  const mine = versionOf(stored);
  const since = stored.pending?.since ?? 0;
  const base = sent ?? stored.pending?.base ?? null;
  if (theirs['rev'] === mine['rev'] && Boolean(theirs._deleted) === Boolean(mine._deleted))
    return only({
      version: { ...mine, ...serverFields(collection, theirs), ...(theirs._deleted ? {} : timesOf(theirs)) },
      pending: null,
    });
  if (base && !theirs._deleted && theirs['rev'] === base['rev']) {
    return only({
      version: { ...mine, ...serverFields(collection, theirs) },
      pending: { base: { ...base, abilities: theirs['abilities'] }, since, ...cascadeParentOf(stored) },
    });
  }
  // deleted from here and taken back before the answer came: the deletion is undone on the server
  if (sent?._deleted && theirs._deleted && !mine._deleted)
    return only({ version: mine, pending: { base: sent, since } });
  if (mine._deleted && theirs._deleted && !theirs['rev']) {
    // no longer visible, but maybe not deleted: the push goes on, and the server rejects it
    if (base) return only('keep');
    // created here, and its creation reached the server: the deletion has to be pushed, too
    if (last) return only({ version: mine, pending: { base: last, since, ...cascadeParentOf(stored) } });
  }
  const { merged, conflicts } = mergeDocument(collection, base, mine, theirs);
  const settled = merged['rev'] === theirs['rev'] && Boolean(merged._deleted) === Boolean(theirs._deleted);
  const next: Next = {
    version: settled && merged._deleted ? { id: merged.id, _deleted: true } : merged,
    pending: settled
      ? null
      : { base: baseOf(collection, theirs), since, ...(merged._deleted ? cascadeParentOf(stored) : {}) },
  };
  return { next, mine, conflicts };
}
