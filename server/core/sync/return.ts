/**
 * An edit beats a deletion that the server has taken already: the document returns, and with it what was deleted along at the same tick,
 * as it was. Otherwise a project would come back empty, a note without its text, a meeting without its transcript.
 */
import { meetingNoteId } from '../../../sync/model/ids';
import { COLLECTIONS, type CollectionName } from '../../../sync/model/registry';
import { nextRev } from '../../../sync/model/rev';
import type { DocRow } from './documents';
import type { Transaction } from './transaction';

/** Parts of a note or meeting by collection and id. */
function partsOf(collection: CollectionName, id: string): [CollectionName, string][] {
  if (collection === 'notes') return [['noteContents', id]];
  return collection === 'meetings' ? [['noteContents', meetingNoteId(id)], ['transcripts', id], ['summaries', id]] : [];
}

async function goneWith(tx: Transaction, head: DocRow): Promise<DocRow[]> {
  const contents = head.collection === 'projects' ? (await tx.deletedAt(head.seq, head.id)).filter((row) => row.collection !== 'projects') : [];
  const parts = [head, ...contents].flatMap((row) => partsOf(row.collection, row.id));
  const rows = await Promise.all(parts.map(([collection, id]) => tx.row(collection, id)));
  const gone = [...contents, ...rows.filter((row): row is DocRow => row !== null && row.deleted && row.seq === head.seq)];
  const order = Object.keys(COLLECTIONS);
  return [...new Map(gone.map((row) => [`${row.collection}/${row.id}`, row])).values()].sort((a, b) => order.indexOf(a.collection) - order.indexOf(b.collection));
}

/** @param head the document that returns, as it stood deleted */
export async function returnWith(tx: Transaction, head: DocRow): Promise<void> {
  for (const { collection, id, space, rev, data } of await goneWith(tx, head)) tx.stage(collection, id, { space, rev: nextRev(rev), deleted: false, data });
}
