/**
 * Handles writes that the server rejects for good: the content is stored as a rejected change ("needs attention" on
 * screen) first, then the replica returns to the server's version; a rejected deletion too, with the edits before it.
 * The contents of a rejected new project, and the child documents of a rejected new document, are rejected with it:
 * they would not be visible, and the server would never accept them.
 */
import { spaceOf } from '../../model/ids';
import { childrenOf, isChild, KINDS, parentOf, topDocumentOf, yjsField, type KindName } from '../../model/kinds';
import type { Rejection, WireDoc } from '../../protocol/messages';
import type { Version } from '../../merge/merge';
import { summaryOfState } from '../../merge/note-text';
import { DELETED } from '../../merge/values';
import { bytesOf } from '../../merge/yjs';
import { isOfServer, versionOf, type Stored } from '../storage/stored';
import type { Applier } from './applier';
import { writeTextSummary } from '../storage/text-summary';
import { titleOf } from '../storage/titles';
import { restoreChildDocuments } from './child-documents';

export interface Refusal {
  code: string;
  field: string;
  /** the server's version; undefined: it did not say */
  master: WireDoc | null | undefined;
}

export const refusalOf = (rejection: Rejection): Refusal => ({
  code: rejection.code,
  field: rejection.field ?? '',
  master: rejection.master,
});

async function storeRejected(target: Applier, collection: KindName, stored: Stored, refusal: Refusal): Promise<void> {
  const content = versionOf(stored);
  const base = stored.pending?.base;
  const [top, topId] = topDocumentOf(collection, content.id);
  const parent =
    top !== collection && target.documents.names.includes(top) ? await target.documents.get(top, topId) : null;
  await target.device.rejectedChanges.put({
    id: `${collection}/${content.id}/${String(content['rev'])}`,
    collection,
    documentId: content.id,
    code: refusal.code,
    field: refusal.field,
    content,
    ...(base && !base._deleted ? { base } : {}),
    title: titleOf(content) || (parent ? titleOf(parent) : ''),
    at: target.clock.now(),
  });
}

/** Replaces a rejected write by the master, or removes it, unless the person has edited it meanwhile. */
async function revert(
  target: Applier,
  collection: KindName,
  refused: Stored,
  master: WireDoc | null | undefined,
): Promise<void> {
  await target.documents.write(collection, [refused.id], (now) => {
    if (!now?.waits || now['rev'] !== refused['rev']) return 'keep';
    return { version: versionToRestore(collection, now, master), pending: null };
  });
}

function versionToRestore(collection: KindName, refused: Stored, master: WireDoc | null | undefined): Version {
  if (master && !master._deleted) return master as Version;
  const base = refused.pending?.base;
  if (master !== undefined || !base || base._deleted) return { id: refused.id, _deleted: true };
  // a base holds texts as state vectors only: the text stays as it is here, and merges the server's next version
  const texts = Object.entries(KINDS[collection].merge)
    .filter(([, rule]) => rule === 'yjs')
    .map(([field]) => [field, refused[field]]);
  return { ...base, ...Object.fromEntries(texts) };
}

/** A text without content: it is created anew with its note, so nothing has to be stored. */
function isEmptyText(kind: KindName, stored: Stored): boolean {
  const field = yjsField(kind);
  return field !== null && stored[field] === '';
}

/** Handles the rejection of a pending write. Resolves when it is stored and the replica has the server's version. */
export async function refuse(target: Applier, collection: KindName, stored: Stored, refusal: Refusal): Promise<void> {
  // the deletion of a child document is reported with its parent's
  if (!stored._deleted || !isChild(collection)) await storeRejected(target, collection, stored, refusal);
  // an edit that won against a deletion is rejected: that conflict version no longer applies
  await target.device.conflictVersions.rows
    .where('documentId')
    .equals(stored.id)
    .and((side) => side.collection === collection && side.field === DELETED && side.stands === 'mine')
    .delete();
  if (stored._deleted && !versionToRestore(collection, stored, refusal.master)._deleted)
    await restoreChildDocuments(target.documents, collection, stored.id);
  const restored = versionToRestore(collection, stored, refusal.master);
  const text = yjsField(collection);
  if (text !== null) await summarise(target, stored.id, String(restored[text] ?? ''));
  await revert(target, collection, stored, refusal.master);
  if (isOfServer(stored)) return;
  if (collection === 'projects') await refuseContents(target, stored.id, refusal.code);
  for (const [child, childId] of childrenOf(collection, stored.id))
    await refuseChild(target, child, childId, refusal.code);
}

/**
 * Derives the row of a note from its text on the server again: the row, with its word count, was pushed before the
 * rejected text.
 */
async function summarise({ documents }: Applier, contentId: string, state: string): Promise<void> {
  const [kind, id] = topDocumentOf('noteContents', contentId);
  if (!documents.names.includes(kind) || !(await documents.get(kind, id))?.abilities.includes('update')) return;
  try {
    await writeTextSummary(documents, contentId, () => summaryOfState(bytesOf(state)));
  } catch {
    // the state cannot be decoded, or the note has just been removed: the rejection is complete all the same
  }
}

async function refuseContents(target: Applier, projectId: string, code: string): Promise<void> {
  const space = spaceOf('project', projectId);
  for (const row of await target.documents.allPendingRows()) {
    if (row.docKind === '' || row.docKind === 'projects' || row['space'] !== space || isOfServer(row)) continue;
    await refuse(target, row.docKind, row, { code, field: '', master: null });
  }
}

async function refuseChild(target: Applier, kind: KindName, id: string, code: string): Promise<void> {
  if (!target.documents.names.includes(kind)) return;
  const [child] = await target.documents.stored(kind, [id]);
  if (!child?.waits || isOfServer(child)) return;
  if (isEmptyText(kind, child)) await revert(target, kind, child, null);
  else await refuse(target, kind, child, { code, field: '', master: null });
}

/**
 * Whether the parent of a new document is missing on this device, too: then it never arrives at the server. A process
 * that ends between creating a text and creating its note leaves such an orphan.
 */
async function isOrphan({ documents }: Applier, collection: KindName, stored: Stored): Promise<boolean> {
  const parent = parentOf(collection, stored);
  return parent !== null && documents.names.includes(parent[0]) && (await documents.get(...parent)) === null;
}

/** Rejects a new document whose parent does not exist; an empty text is removed. True: it is no longer pending. */
export async function rejectOrphan(target: Applier, collection: KindName, id: string): Promise<boolean> {
  const [stored] = await target.documents.stored(collection, [id]);
  if (!stored?.waits || stored._deleted || isOfServer(stored) || !(await isOrphan(target, collection, stored)))
    return false;
  if (isEmptyText(collection, stored)) await revert(target, collection, stored, null);
  else await refuse(target, collection, stored, { code: 'SPACE_NOT_FOUND', field: '', master: null });
  return true;
}
