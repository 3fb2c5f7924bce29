/**
 * Child documents of a cascaded deletion share the fate of their parent. If an edit beats the deletion of a project, a
 * note or a meeting, or the server rejects it, its children are restored. They are restored before the parent: after a
 * crash in between, children exist whose parent is still deleted, never a parent without its children. Deletions of
 * children are not pushed before the parent's is settled.
 */
import type { KindName } from '../../model/kinds';
import type { Documents } from '../storage/documents';

/** Restores the children that were deleted with `<kind>/<id>`, a pending deletion that is about to be withdrawn. */
export async function restoreChildDocuments(documents: Documents, collection: KindName, id: string): Promise<void> {
  for (const row of await documents.allPendingRows())
    if (row.docKind !== '' && row._deleted && row.pending?.cascadeParent === `${collection}/${id}`)
      await documents.restore(row.docKind, row.id);
}
