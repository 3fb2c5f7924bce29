/**
 * What the server refuses for good: the content goes to "needs attention" first, then the replica goes back to what stands on the
 * server. What lives in a refused new project is refused with it: nobody could see it otherwise.
 */
import { spaceOf } from '../../model/ids';
import { COLLECTIONS, COLLECTION_NAMES, type CollectionName } from '../../model/registry';
import type { Rejection, WireDoc } from '../../protocol/messages';
import type { Version } from '../../merge/merge';
import { versionOf, type Stored } from '../replica/stored';
import type { Applier } from './apply';
import { titleOf } from './kept';

export interface Refusal {
  code: string;
  field: string;
  /** undefined: the server did not say what stands there */
  master: WireDoc | null | undefined;
}

export const refusalOf = (rejection: Rejection): Refusal => ({ code: rejection.code, field: rejection.field ?? '', master: rejection.master });

async function keepContent(target: Applier, collection: CollectionName, stored: Stored, refusal: Refusal): Promise<void> {
  const content = versionOf(stored);
  const note = collection === 'noteContents' ? await target.documents.get('notes', content.id) : null;
  await target.device.attention.put({
    id: `${collection}/${content.id}/${String(content['rev'])}`, collection, documentId: content.id, code: refusal.code, field: refusal.field,
    content, title: titleOf(content) || (note ? note.title : ''), at: target.clock.now(),
  });
}

/** Puts the master, or nothing, in the place of a refused write, unless the person has edited it meanwhile. */
async function goBack(target: Applier, collection: CollectionName, refused: Stored, master: WireDoc | null | undefined): Promise<void> {
  await target.documents.write(collection, [refused.id], (now) => {
    if (!now?.waits || now['rev'] !== refused['rev']) return 'keep';
    return { version: standing(collection, now, master), pending: null };
  });
}

function standing(collection: CollectionName, refused: Stored, master: WireDoc | null | undefined): Version {
  if (master && !master._deleted) return master as Version;
  const base = refused.pending?.base;
  if (master !== undefined || !base || base._deleted) return { id: refused.id, _deleted: true };
  // the base knows texts by their state vector only: the text stays as it is here, and takes in what the server sends next
  const texts = Object.entries(COLLECTIONS[collection].merge).filter(([, rule]) => rule === 'yjs').map(([field]) => [field, refused[field]]);
  return { ...base, ...Object.fromEntries(texts) };
}

export async function refuse(target: Applier, collection: CollectionName, stored: Stored, refusal: Refusal): Promise<void> {
  // a deletion that was refused holds nothing of the person's: the document simply comes back
  if (!stored._deleted) await keepContent(target, collection, stored, refusal);
  await goBack(target, collection, stored, refusal.master);
  if (collection !== 'projects' || stored.pending?.base) return;
  const space = spaceOf('project', stored.id);
  for (const name of COLLECTION_NAMES) {
    if (name === 'projects' || !target.documents.names.includes(name)) continue;
    for (const row of await target.documents.waiting(name)) {
      if (row['space'] === space && !row.pending?.base) await refuse(target, name, row, { code: refusal.code, field: '', master: null });
    }
  }
}

