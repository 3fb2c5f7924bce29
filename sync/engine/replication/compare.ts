/**
 * Compares the replica with a server whose database was restored from a backup: it lacks the documents and revisions
 * from after the backup. The device loses nothing by it; whatever the server lacks becomes pending.
 *
 *   here                             the server                          → result
 *   newer, by its revision's height  as of the backup                    → mine, pending; theirs becomes its base
 *   newer                            edited since the restore            → merged, conflict versions stored
 *   older                            anything                            → theirs
 *   deleted later                    the document                        → deleted again, if the person may
 *   anything                         a later deletion                    → deleted
 *   a document                       unknown, not deleted                → created again, if it is this person's; else it
 *                                                                          stays until its owner's device has pushed it
 */
import { mergeDocument, type Version } from '../../merge/merge';
import { mergeStates } from '../../merge/yjs';
import { backupTimeOf } from '../../model/epoch';
import { spaceOf } from '../../model/ids';
import { definitionOf, isChild, KINDS, type KindName } from '../../model/kinds';
import { heightOf, nextRev } from '../../model/rev';
import type { Next } from '../storage/documents';
import { cascadeParentOf, baseOf, versionOf, type Stored } from '../storage/stored';
import type { Applier } from './applier';
import { only, plan, serverFields, type Plan } from './plan';

const height = (version: Version | null): number => heightOf(version?.['rev'] as string | undefined);
/** A revision above the server's: the device's own if it is higher, so that two devices with that revision agree. */
const above = (mine: Version, theirs: Version): string =>
  height(mine) > height(theirs) ? (mine['rev'] as string) : nextRev(mine['rev'] as string, theirs['rev'] as string);
const updatedAt = (version: Version): number => Number(version['updatedAt'] ?? 0);
const may = (version: Version, ability: string): boolean =>
  Array.isArray(version['abilities']) && version['abilities'].includes(ability);

function isOwn(collection: KindName, version: Version, userId: string): boolean {
  const owner = version['creatorId'] ?? version['ownerId'] ?? version['addedBy'];
  return (
    KINDS[collection].createdWith !== null &&
    (owner === undefined ? version['space'] === spaceOf('person', userId) : owner === userId)
  );
}

/** My version over the server's: server fields are theirs, texts are merged. */
function mineOver(collection: KindName, mine: Version, theirs: Version): Version {
  const texts = Object.entries(KINDS[collection].merge)
    .filter(([, rule]) => rule === 'yjs')
    .map(([field]) => [field, mergeStates(theirs[field], mine[field])]);
  return { ...mine, ...serverFields(collection, theirs), ...Object.fromEntries(texts), rev: above(mine, theirs) };
}

/** Plans a document that the server has, or has deleted. */
export function planCompared(
  { epoch, userId, clock }: Pick<Applier, 'epoch' | 'userId' | 'clock'>,
  collection: KindName,
  stored: Stored,
  theirs: Version,
): Plan {
  const backupAt = backupTimeOf(epoch.current ?? '');
  const planAsUsual = (): Plan => plan(collection, stored, theirs, undefined, undefined);
  const mine = versionOf(stored);
  /** the latest version the server had before the restore */
  const known = stored.waits ? (stored.pending?.base ?? null) : mine;
  const pending = {
    base: baseOf(collection, theirs),
    since: stored.pending?.since ?? clock.now(),
    ...cascadeParentOf(stored),
  };
  if (theirs._deleted) {
    if (!theirs['rev'] || mine._deleted || !known || height(theirs) > height(known) || !isOwn(collection, mine, userId))
      return planAsUsual();
    return only({ version: { ...mine, rev: above(mine, theirs) }, pending });
  }
  if (known?.['rev'] === theirs['rev'] && Boolean(known?._deleted) === Boolean(theirs._deleted)) return planAsUsual();
  if (mine._deleted) {
    const version: Version = { ...theirs, _deleted: true, rev: above(mine, theirs) };
    if (stored.waits) return only({ version: { ...mine, rev: version['rev'] }, pending });
    // child documents follow their parent
    const again = height(mine) > height(theirs) && !isChild(collection) && may(theirs, 'delete');
    return only(again ? { version, pending } : { version: theirs, pending: null });
  }
  if (!stored.waits && !may(theirs, 'update')) return only({ version: theirs, pending: null });
  const isAhead = known !== null && height(known) > height(theirs);
  if (isAhead && updatedAt(theirs) <= backupAt) return only({ version: mineOver(collection, mine, theirs), pending });
  if (!isAhead && updatedAt(mine) <= backupAt) return planAsUsual();
  const { merged, conflicts } = mergeDocument(collection, null, mine, theirs);
  const isSettled = merged['rev'] === theirs['rev'];
  return { next: { version: merged, pending: isSettled ? null : pending }, mine, conflicts };
}

/** The next state of a local document that the restored server does not know. */
function planUnknown(
  { userId, clock }: Pick<Applier, 'userId' | 'clock'>,
  collection: KindName,
  stored: Stored | undefined,
): Next {
  const base = stored?.pending?.base;
  if (!stored || (stored.waits ? !base : stored._deleted)) return 'keep';
  const mine = versionOf(stored);
  // the server has nothing to delete
  if (mine._deleted) return { version: { id: mine.id, _deleted: true }, pending: null };
  if (stored.waits || isOwn(collection, mine, userId)) {
    return {
      version: { ...mine, ...definitionOf(collection).createdWith },
      pending: { base: null, since: stored.pending?.since ?? clock.now() },
    };
  }
  if (KINDS[collection].direction === 'pull') return { version: { id: mine.id, _deleted: true }, pending: null };
  // lower than any revision that the server will have
  return { version: { ...mine, rev: `1-${String(mine['rev']).replace(/^\d+-/, '')}` }, pending: null };
}

/**
 * Plans the local documents that the server did not name, after a pull from the start that included all known
 * deletions.
 */
export async function applyUnknown(target: Applier, collection: KindName, seen: ReadonlySet<string>): Promise<void> {
  const { documents } = target;
  const local = [
    ...(await documents.find(collection, {})).map(({ id }) => id),
    ...(await documents.pendingRows(collection)).map(({ id }) => id),
  ];
  const unknown = [...new Set(local)].filter((id) => !seen.has(id));
  if (unknown.length > 0)
    await documents.write(collection, unknown, (stored) => planUnknown(target, collection, stored));
  await target.inFlight.forgetAll(collection);
}
