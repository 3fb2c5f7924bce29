/**
 * Lists the documents within a document, by the declarations of the kinds (sync/model/kinds.ts): its child documents,
 * and documents that hold its id, recursively. They are in its space, move with it and are deleted with it.
 */
import { childKindsOf, fieldsWithin, type KindName } from '../../sync/model/kinds';
import type { StoredDoc, SyncTransaction } from '../sync/store';

interface Within {
  kind: KindName;
  doc: StoredDoc;
}

async function contentsOf(tx: SyncTransaction, parent: KindName, ids: readonly string[]): Promise<Within[]> {
  const found: Within[] = [];
  for (const { kind, idPrefix } of childKindsOf(parent))
    for (const doc of await tx.list(kind, { ids: ids.map((id) => idPrefix + id) })) found.push({ kind, doc });
  for (const { kind, field } of fieldsWithin(parent))
    for (const id of ids) {
      const docs = await tx.list(kind, { where: { [field]: id } });
      if (docs.length === 0) continue;
      found.push(...docs.map((doc) => ({ kind, doc })));
      found.push(
        ...(await contentsOf(
          tx,
          kind,
          docs.map((doc) => doc.id),
        )),
      );
    }
  return found;
}

/** Moves the documents within a document into `space`. */
export async function moveContents(tx: SyncTransaction, parent: KindName, id: string, space: string): Promise<void> {
  for (const { kind, doc } of await contentsOf(tx, parent, [id]))
    if (doc.space !== space) await tx.put(kind, doc.id, { space });
}

/** Deletes the documents within a document, and returns them. */
export async function removeContents(tx: SyncTransaction, parent: KindName, id: string): Promise<[KindName, string][]> {
  const within = await contentsOf(tx, parent, [id]);
  for (const { kind, doc } of within) await tx.remove(kind, doc.id);
  return within.map(({ kind, doc }) => [kind, doc.id]);
}
