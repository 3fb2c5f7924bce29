/**
 * What the server refuses for good: the content goes to "needs attention" first, then the replica goes back to what stands on the
 * server; a refused deletion too, with what the person had edited before it. What lives in a refused new project, and the text of a
 * refused new note or meeting, is refused with it: nobody could see it otherwise, and the server would never take it.
 */
import { meetingNoteId, spaceOf } from '../../model/ids';
import { COLLECTIONS, COLLECTION_NAMES, CHILD_COLLECTIONS, type CollectionName } from '../../model/registry';
import type { Rejection, WireDoc } from '../../protocol/messages';
import type { Version } from '../../merge/merge';
import { summaryOfState } from '../../merge/note-text';
import { DELETED } from '../../merge/values';
import { bytesOf } from '../../merge/yjs';
import { versionOf, type Stored } from '../storage/stored';
import type { Applier } from './applier';
import { titleOf } from '../storage/titles';
import { restoreChildDocuments, headOf } from './child-documents';

export interface Refusal {
  code: string;
  field: string;
  /** undefined: the server did not say what stands there */
  master: WireDoc | null | undefined;
}

export const refusalOf = (rejection: Rejection): Refusal => ({
  code: rejection.code,
  field: rejection.field ?? '',
  master: rejection.master,
});

async function keepContent(
  target: Applier,
  collection: CollectionName,
  stored: Stored,
  refusal: Refusal,
): Promise<void> {
  const content = versionOf(stored);
  const base = stored.pending?.base;
  const [head, headId] = CHILD_COLLECTIONS.has(collection) ? headOf(collection, content.id) : [collection, content.id];
  const of =
    head !== collection && target.documents.names.includes(head) ? await target.documents.get(head, headId) : null;
  await target.device.rejectedChanges.put({
    id: `${collection}/${content.id}/${String(content['rev'])}`,
    collection,
    documentId: content.id,
    code: refusal.code,
    field: refusal.field,
    content,
    ...(base && !base._deleted ? { base } : {}),
    title: titleOf(content) || (of ? titleOf(of) : ''),
    at: target.clock.now(),
  });
}

/** Puts the master, or nothing, in the place of a refused write, unless the person has edited it meanwhile. */
async function goBack(
  target: Applier,
  collection: CollectionName,
  refused: Stored,
  master: WireDoc | null | undefined,
): Promise<void> {
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
  const texts = Object.entries(COLLECTIONS[collection].merge)
    .filter(([, rule]) => rule === 'yjs')
    .map(([field]) => [field, refused[field]]);
  return { ...base, ...Object.fromEntries(texts) };
}

/** A text nobody has written into yet: made anew with its note, there is nothing in it to keep. */
const isEmptyText = (collection: CollectionName, stored: Stored): boolean =>
  collection === 'noteContents' && stored['state'] === '';

export async function refuse(
  target: Applier,
  collection: CollectionName,
  stored: Stored,
  refusal: Refusal,
): Promise<void> {
  // of a part that was deleted with its head, the head tells
  if (!stored._deleted || !CHILD_COLLECTIONS.has(collection)) await keepContent(target, collection, stored, refusal);
  // an edit that beat a deletion and is refused: it no longer stands
  await target.device.conflictVersions.rows
    .where('documentId')
    .equals(stored.id)
    .and((side) => side.collection === collection && side.field === DELETED && side.stands === 'mine')
    .delete();
  if (stored._deleted && !standing(collection, stored, refusal.master)._deleted)
    await restoreChildDocuments(target.documents, collection, stored.id);
  const stands = standing(collection, stored, refusal.master);
  if (collection === 'noteContents') await summarise(target, stored.id, String(stands['state'] ?? ''));
  await goBack(target, collection, stored, refusal.master);
  if (stored.pending?.base) return;
  if (collection === 'projects') await refuseContents(target, stored.id, refusal.code);
  else if (collection === 'notes' || collection === 'meetings')
    await refuseText(target, collection === 'notes' ? stored.id : meetingNoteId(stored.id), refusal.code);
}

/** Derives the row of a note from its text on the server again: the row was pushed before the text that was refused, and counts its words. */
async function summarise({ documents }: Applier, noteId: string, state: string): Promise<void> {
  if (!documents.names.includes('notes') || !(await documents.get('notes', noteId))?.abilities.includes('update'))
    return;
  try {
    const summary = summaryOfState(bytesOf(state));
    await documents.change('notes', noteId, () => ({ ...summary }));
  } catch {
    // a state that cannot be decoded, or a note that has just gone: the refusal stands all the same
  }
}

async function refuseContents(target: Applier, projectId: string, code: string): Promise<void> {
  const space = spaceOf('project', projectId);
  for (const name of COLLECTION_NAMES) {
    if (name === 'projects' || !target.documents.names.includes(name)) continue;
    for (const row of await target.documents.waiting(name)) {
      if (row['space'] === space && !row.pending?.base)
        await refuse(target, name, row, { code, field: '', master: null });
    }
  }
}

async function refuseText(target: Applier, contentId: string, code: string): Promise<void> {
  if (!target.documents.names.includes('noteContents')) return;
  const [text] = await target.documents.stored('noteContents', [contentId]);
  if (!text?.waits || text.pending?.base) return;
  if (isEmptyText('noteContents', text)) await goBack(target, 'noteContents', text, null);
  else await refuse(target, 'noteContents', text, { code, field: '', master: null });
}

/**
 * Whether what a new document belongs to is not on this device either: nothing that the server waits for will ever arrive. A process
 * that ended between making a text and making its note leaves such a one.
 */
async function isHomeless({ documents }: Applier, collection: CollectionName, stored: Stored): Promise<boolean> {
  const home: CollectionName =
    collection === 'noteContents' ? (stored['subject'] === 'note' ? 'notes' : 'meetings') : 'projects';
  const id = collection === 'noteContents' ? stored['subjectId'] : stored['projectId'];
  if (typeof id !== 'string' || id === '' || home === collection || !documents.names.includes(home)) return false;
  return (await documents.get(home, id)) === null;
}

/** Gives up on a new document that waits for what does not exist: its content needs a person, an empty text goes. True: it waits no more. */
export async function giveUpHomeless(target: Applier, collection: CollectionName, id: string): Promise<boolean> {
  const [stored] = await target.documents.stored(collection, [id]);
  // made anew where it was refused or deleted before: what it replaces is nothing that the server has
  const base = stored?.pending?.base;
  if (!stored?.waits || stored._deleted || (base && !base._deleted) || !(await isHomeless(target, collection, stored)))
    return false;
  if (isEmptyText(collection, stored)) await goBack(target, collection, stored, null);
  else await refuse(target, collection, stored, { code: 'SPACE_NOT_FOUND', field: '', master: null });
  return true;
}
