/**
 * Cascade restore: an edit wins over a deletion that the server has already taken. The document is restored together with
 * the documents deleted at the same tick: a project with its contents, a note with its text, a meeting with its transcript, a
 * website with its pages. Which these are follows from the declarations of the kinds (`parents`).
 */
import { childrenOf, KIND_NAMES, kindsWithin, type KindName } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import type { DocRow } from './documents';

/** False once retention or the trash has erased the content: only the deletion mark is left. */
export const hasContent = ({ data }: Pick<DocRow, 'data'>): boolean => Object.keys(data).length > 0;

const keyOf = ({ collection, id }: Pick<DocRow, 'collection' | 'id'>): string => `${collection}/${id}`;

/** The methods of a transaction that a cascade uses. */
interface Rows {
  row(collection: KindName, id: string): Promise<DocRow | null>;
  stage(collection: KindName, id: string, next: Pick<DocRow, 'space' | 'rev' | 'deleted' | 'data'>): DocRow;
  deletedWithin(seq: number, parents: readonly DocRow[]): Promise<DocRow[]>;
}

/** The documents that were deleted with a document, and still have their content; parents first. */
export async function deletedWith(tx: Rows, head: DocRow): Promise<DocRow[]> {
  const contents = await contentsOf(tx, head);
  const children = [head, ...contents].flatMap((row) => childrenOf(row.collection, row.id));
  const rows = await Promise.all(children.map(([collection, id]) => tx.row(collection, id)));
  const gone = [
    ...contents,
    ...rows.filter((row): row is DocRow => row !== null && row.deleted && row.seq === head.seq),
  ];
  return [...new Map(gone.filter(hasContent).map((row) => [keyOf(row), row])).values()].sort(
    (a, b) => KIND_NAMES.indexOf(a.collection) - KIND_NAMES.indexOf(b.collection),
  );
}

/** The documents that were within a document, and within those: a statement for each level. */
async function contentsOf(tx: Rows, head: DocRow): Promise<DocRow[]> {
  const found = new Map([[keyOf(head), head]]);
  for (let level = [head]; ;) {
    const parents = level.filter(({ collection }) => kindsWithin(collection).length > 0);
    if (parents.length === 0) break;
    level = (await tx.deletedWithin(head.seq, parents)).filter((row) => !found.has(keyOf(row)));
    for (const row of level) found.set(keyOf(row), row);
  }
  found.delete(keyOf(head));
  return [...found.values()];
}

const restage = (tx: Rows, { collection, id, space, rev, data }: DocRow, deleted: boolean): DocRow =>
  tx.stage(collection, id, { space, rev: nextRev(rev), deleted, data });

/**
 * Whether a document was deleted with its project, at the same tick. A person's own deletion of it that arrives later must
 * get another tick (`deleteApart`), so that the document is not restored with the project.
 */
export async function isDeletedWithProject(tx: Rows, { collection, data, seq }: DocRow): Promise<boolean> {
  const projectId = data['projectId'];
  if (collection === 'projects' || typeof projectId !== 'string' || projectId === '') return false;
  const project = await tx.row('projects', projectId);
  return project !== null && project.deleted && project.seq === seq;
}

/** Deletes a document and its children again, at this transaction's tick: a restore of the project leaves them out. */
export async function deleteApart(tx: Rows, head: DocRow): Promise<void> {
  const children = await deletedWith(tx, head);
  for (const row of [head, ...children]) restage(tx, row, true);
}

/** @param head the restored document, in its deleted state */
export async function restoreCascade(tx: Rows, head: DocRow): Promise<void> {
  for (const row of await deletedWith(tx, head)) restage(tx, row, false);
}

/** Restores a deleted document and what was deleted with it. Returns the document's new row. */
export async function restoreWithCascade(tx: Rows, head: DocRow): Promise<DocRow> {
  await restoreCascade(tx, head);
  return restage(tx, head, false);
}
