/**
 * An edit beats a deletion that the server has taken already: the document returns, and with it what was deleted along at the same tick,
 * as it was. Otherwise a project would come back empty, a note without its text, a meeting without its transcript.
 */
import { childrenOf, KIND_NAMES } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import type { DocRow } from './documents';
import type { Transaction } from './transaction';

async function goneWith(tx: Transaction, head: DocRow): Promise<DocRow[]> {
  const contents =
    head.collection === 'projects'
      ? (await tx.deletedAt(head.seq, head.id)).filter((row) => row.collection !== 'projects')
      : [];
  const parts = [head, ...contents].flatMap((row) => childrenOf(row.collection, row.id));
  const rows = await Promise.all(parts.map(([collection, id]) => tx.row(collection, id)));
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
 * Whether a deleted document went with its project, at the same tick. Then a person's own deletion of it, which arrives afterwards, has to be
 * kept apart: the document must not return with the project.
 */
export async function wentWithProject(tx: Transaction, { collection, data, seq }: DocRow): Promise<boolean> {
  const projectId = data['projectId'];
  if (collection === 'projects' || typeof projectId !== 'string' || projectId === '') return false;
  const project = await tx.row('projects', projectId);
  return project !== null && project.deleted && project.seq === seq;
}

/** Deletes a document that went with its project once more, with its parts, at the tick of this transaction: the project returns without it. */
export async function deleteApart(tx: Transaction, head: DocRow): Promise<void> {
  const parts = await goneWith(tx, head);
  for (const row of [head, ...parts]) restage(tx, row, true);
}

/** @param head the document that returns, as it stood deleted */
export async function restoreCascade(tx: Transaction, head: DocRow): Promise<void> {
  for (const row of await goneWith(tx, head)) restage(tx, row, false);
}
