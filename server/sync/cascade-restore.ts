/**
 * Cascade restore: an edit wins over a deletion that the server has already taken. The document is restored together with
 * the documents deleted at the same tick: a project with its contents, a note with its text, a meeting with its transcript.
 */
import { childrenOf, KIND_NAMES } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import type { DocRow } from './documents';
import type { Transaction } from './transaction';

async function deletedWith(tx: Transaction, head: DocRow): Promise<DocRow[]> {
  const contents =
    head.collection === 'projects'
      ? (await tx.deletedAt(head.seq, head.id)).filter((row) => row.collection !== 'projects')
      : [];
  const children = [head, ...contents].flatMap((row) => childrenOf(row.collection, row.id));
  const rows = await Promise.all(children.map(([collection, id]) => tx.row(collection, id)));
  const gone = [
    ...contents,
    ...rows.filter((row): row is DocRow => row !== null && row.deleted && row.seq === head.seq),
  ];
  return [...new Map(gone.map((row) => [`${row.collection}/${row.id}`, row])).values()].sort(
    (a, b) => KIND_NAMES.indexOf(a.collection) - KIND_NAMES.indexOf(b.collection),
  );
}

const restage = (tx: Transaction, { collection, id, space, rev, data }: DocRow, deleted: boolean): DocRow =>
  tx.stage(collection, id, { space, rev: nextRev(rev), deleted, data });

/**
 * Whether a document was deleted with its project, at the same tick. A person's own deletion of it that arrives later must
 * get another tick (`deleteApart`), so that the document is not restored with the project.
 */
export async function isDeletedWithProject(tx: Transaction, { collection, data, seq }: DocRow): Promise<boolean> {
  const projectId = data['projectId'];
  if (collection === 'projects' || typeof projectId !== 'string' || projectId === '') return false;
  const project = await tx.row('projects', projectId);
  return project !== null && project.deleted && project.seq === seq;
}

/** Deletes a document and its children again, at this transaction's tick: a restore of the project leaves them out. */
export async function deleteApart(tx: Transaction, head: DocRow): Promise<void> {
  const children = await deletedWith(tx, head);
  for (const row of [head, ...children]) restage(tx, row, true);
}

/** @param head the restored document, in its deleted state */
export async function restoreCascade(tx: Transaction, head: DocRow): Promise<void> {
  for (const row of await deletedWith(tx, head)) restage(tx, row, false);
}
