/**
 * Brings what the server says of documents into the replica: pulled changes and the masters of conflicts alike.
 *
 *   here            theirs                     → result
 *   nothing         document                   → written
 *   not waiting     newer or other abilities   → written; a deletion leaves a bare mark
 *   deletion waits  out of sight               → waits on: only the server knows whether it is deleted
 *   waiting         my own write (lost answer) → no longer waiting
 *   waiting         what I started from        → only the server's fields
 *   waiting         anything else              → merged, losing sides kept; waits on unless it equals theirs
 *   damaged         anything                   → theirs; what waited in it needs attention
 */
import { mergeDocument, type Merged, type Version } from '../../merge/merge';
import { COLLECTIONS, type CollectionName } from '../../model/registry';
import { heightOf } from '../../model/rev';
import type { WireDoc } from '../../protocol/messages';
import type { DeviceDatabase } from '../device/database';
import type { Clock } from '../replica/clock';
import { sameVersion } from '../replica/database';
import type { Documents, Next } from '../replica/documents';
import { alongOf, baseOf, versionOf, type Stored } from '../replica/stored';
import { keepUnreadable } from '../damage/repair';
import { isSound } from '../damage/shape';
import type { Barrier } from './barrier';
import { keepSides } from './kept';
import { bringBackParts } from './parts';
import type { Unanswered } from './unanswered';

export interface Applier {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  unanswered: Unanswered;
  barrier: Barrier;
}

/** The fields that only the server decides, as it has them now. */
function serverFields(collection: CollectionName, theirs: Version): Record<string, unknown> {
  const fields: Record<string, unknown> = { abilities: theirs['abilities'] };
  for (const [field, rule] of Object.entries(COLLECTIONS[collection].merge)) if (rule === 'server') fields[field] = theirs[field];
  return fields;
}

const isDamaged = (collection: CollectionName, stored: Stored): boolean => !stored._deleted && !isSound(collection, stored);

interface Plan { next: Next; mine?: Version; kept: Merged['kept'] }
const only = (next: Next): Plan => ({ next, kept: [] });

/**
 * @param sent theirs, if it was sent from here
 * @param last what was sent of it last and not answered
 */
function plan(collection: CollectionName, stored: Stored | undefined, theirs: Version, sent: Version | undefined, last: Version | undefined): Plan {
  if (!stored || isDamaged(collection, stored)) return only(theirs._deleted && !stored ? 'keep' : { version: theirs, pending: null });
  if (!stored.waits) {
    if (sameVersion(versionOf(stored), theirs)) return only('keep');
    // a page read before our last push was taken: the height of a revision only grows on the server
    if (!theirs._deleted && !stored._deleted && heightOf(theirs['rev'] as string) < heightOf(stored['rev'] as string)) return only('keep');
    return only({ version: theirs._deleted ? { id: theirs.id, _deleted: true, ...(theirs['rev'] ? { rev: theirs['rev'] } : {}) } : theirs, pending: null });
  }
  const mine = versionOf(stored);
  const since = stored.pending?.since ?? 0;
  const base = sent ?? stored.pending?.base ?? null;
  if (theirs['rev'] === mine['rev'] && Boolean(theirs._deleted) === Boolean(mine._deleted)) return only({ version: { ...mine, ...serverFields(collection, theirs) }, pending: null });
  if (base && !theirs._deleted && theirs['rev'] === base['rev']) {
    return only({ version: { ...mine, ...serverFields(collection, theirs) }, pending: { base: { ...base, abilities: theirs['abilities'] }, since, ...alongOf(stored) } });
  }
  if (mine._deleted && theirs._deleted && !theirs['rev']) {
    // out of sight and not deleted: the server is asked, and refuses
    if (base) return only('keep');
    // made here, and by what is told of it, it arrived: to be deleted there, not only forgotten here
    if (last) return only({ version: mine, pending: { base: last, since, ...alongOf(stored) } });
  }
  const { merged, kept } = mergeDocument(collection, base, mine, theirs);
  const settled = merged['rev'] === theirs['rev'] && Boolean(merged._deleted) === Boolean(theirs._deleted);
  const next: Next = { version: settled && merged._deleted ? { id: merged.id, _deleted: true } : merged, pending: settled ? null : { base: baseOf(collection, theirs), since, ...(merged._deleted ? alongOf(stored) : {}) } };
  return { next, mine, kept };
}

/**
 * Applies documents of one collection. Resolves when they are durable.
 * @param mostlyNew of a first pull: what is not here is written at once, and only what is here already is looked at
 */
export async function applyRemote(target: Applier, collection: CollectionName, documents: WireDoc[], mostlyNew = false): Promise<void> {
  let open = new Map(documents.map((document) => [document.id, document as Version]));
  if (mostlyNew) {
    await target.barrier('apply.planned');
    const here = await target.documents.insertAbsent(collection, [...open.values()].filter((theirs) => !theirs._deleted));
    open = new Map([...open].filter(([id, theirs]) => theirs._deleted || here.has(id)));
  }
  while (open.size > 0) {
    const rows = new Map((await target.documents.stored(collection, [...open.keys()])).map((row) => [row.id, row]));
    const plans = new Map<string, Plan>();
    for (const [id, theirs] of open) {
      const stored = rows.get(id);
      if (stored && isDamaged(collection, stored)) await keepUnreadable(target, collection, stored);
      const made = plan(collection, stored, theirs, target.unanswered.find(collection, id, theirs['rev']), target.unanswered.last(collection, id));
      if (stored?.waits && stored._deleted && made.next !== 'keep' && !made.next.version._deleted) await bringBackParts(target.documents, collection, stored.id);
      if (made.mine) await keepSides(target, collection, made.mine, theirs, made.kept, target.clock.now());
      plans.set(id, made);
    }
    await target.barrier('apply.planned');
    const overtaken = new Map<string, Version>();
    const changing = [...plans].filter(([, made]) => made.next !== 'keep').map(([id]) => id);
    await target.documents.write(collection, changing, (stored, id) => {
      if (stored?._rev === rows.get(id)?._rev) { overtaken.delete(id); return plans.get(id)!.next; }
      overtaken.set(id, open.get(id)!);
      return 'keep';
    }, rows);
    open = overtaken;
  }
}
