/**
 * Applies the server's documents to the replica: pulled changes and the masters of conflicts alike.
 *
 *   here              theirs                        → result
 *   nothing           document                      → written
 *   not pending       newer or other abilities      → written; a deletion leaves a tombstone
 *   pending deletion  no longer visible             → stays pending: only the server knows whether it is deleted
 *   pending           this write (its answer lost)  → no longer pending
 *   pending           its base                      → takes only the server's fields
 *   pending           anything else                 → merged, conflict versions stored; stays pending unless it equals theirs
 *   damaged           anything                      → theirs; a pending change in it becomes a rejected change
 */
import type { Version } from '../../merge/merge';
import type { KindName } from '../../model/kinds';
import type { WireDoc } from '../../protocol/messages';
import { saveUnreadableEdit } from '../storage/integrity/repair';
import type { Applier } from './applier';
import { planCompared } from './compare';
import { saveConflictVersions } from './conflict-versions';
import { restoreChildDocuments } from './child-documents';
import { isDamaged, plan, type Plan } from './plan';

/**
 * Applies documents of one kind. Resolves when they are durable.
 * @param mostlyNew during a first pull: absent documents are inserted without a read, and only the existing ones are
 * planned
 * @param comparing the server's database was restored (compare.ts)
 */
export async function applyRemote(
  target: Applier,
  collection: KindName,
  documents: WireDoc[],
  { mostlyNew = false, comparing = false } = {},
): Promise<void> {
  let remaining = new Map(documents.map((document) => [document.id, document as Version]));
  if (mostlyNew) {
    await target.barrier('apply.planned');
    const existing = await target.documents.insertAbsent(
      collection,
      [...remaining.values()].filter((theirs) => !theirs._deleted),
    );
    remaining = new Map([...remaining].filter(([id, theirs]) => theirs._deleted || existing.has(id)));
  }
  while (remaining.size > 0) {
    const rows = new Map(
      (await target.documents.stored(collection, [...remaining.keys()])).map((row) => [row.id, row]),
    );
    const plans = new Map<string, Plan>();
    for (const [id, theirs] of remaining) {
      const stored = rows.get(id);
      if (stored && isDamaged(collection, stored)) await saveUnreadableEdit(target, collection, stored);
      const planned =
        comparing && stored && !isDamaged(collection, stored)
          ? planCompared(target, collection, stored, theirs)
          : plan(
              collection,
              stored,
              theirs,
              target.inFlight.find(collection, id, theirs['rev']),
              target.inFlight.last(collection, id),
            );
      if (stored?.waits && stored._deleted && planned.next !== 'keep' && !planned.next.version._deleted)
        await restoreChildDocuments(target.documents, collection, stored.id);
      if (planned.mine)
        await saveConflictVersions(target, collection, planned.mine, theirs, planned.conflicts, target.clock.now());
      plans.set(id, planned);
    }
    await target.barrier('apply.planned');
    const overtaken = new Map<string, Version>();
    const changing = [...plans].filter(([, planned]) => planned.next !== 'keep').map(([id]) => id);
    await target.documents.write(
      collection,
      changing,
      (stored, id) => {
        if (stored?._rev === rows.get(id)?._rev) {
          overtaken.delete(id);
          return plans.get(id)!.next;
        }
        overtaken.set(id, remaining.get(id)!);
        return 'keep';
      },
      rows,
    );
    remaining = overtaken;
  }
}
