/**
 * Compacts the update log of a text into the replica.
 *
 *   updates 1…n of the text ─┬► merged in memory ──► row of the note ──► Yjs state in ──► updates ≤ n are deleted
 *   state, decoded once ─────┘                       (snippet, counts)   noteContents
 *
 * The row is written first, here and on the server: if another device deletes the note without having received this
 * text, its deletion conflicts with the row's new revision.
 *
 * After a crash in between, the same updates are merged again without effect, as Yjs ignores known updates. An update
 * written meanwhile has a larger number and stays. A Web Lock serialises the compactions of a text across tabs.
 *
 * The log of a text is readable without the replica: its first update contains the state of the text before it, later
 * ones the updates from elsewhere since (./update-log.ts). So the typing survives if the text is deleted, rejected or
 * inaccessible by the time of compaction.
 */
import * as Y from 'yjs';
import { newId } from '../../model/ids';
import { childParentOf, topDocumentOf } from '../../model/kinds';
import { subjectOfText } from '../../model/kinds/note-contents';
import { LIMITS } from '../../model/limits';
import { fromBase64, toBase64 } from '../../merge/yjs';
import { summaryOfDoc } from '../../merge/note-text';
import type { DeviceDatabase } from '../storage/device-database';
import type { TypedUpdate } from '../storage/device-rows';
import type { Clock } from '../storage/clock';
import type { Documents } from '../storage/documents';
import { nameOfText, titleOf } from '../storage/titles';
import { clearStuck, markStuck, placeOf, stuckOf, TOO_LARGE } from '../storage/stuck';
import { writeTextSummary } from '../storage/text-summary';
import { mergeTyped, type TypedMerge } from './merge-typed';
import { deleteCompacted } from './update-log';

export interface TextStores {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  locks: LockManager;
  /** the account's part of lock and channel names */
  scope: string;
  userId: string;
  /** runs related writes so that they are pushed in one request */
  together: <T>(write: () => Promise<T>) => Promise<T>;
  /** called if a text in the replica cannot be decoded */
  damaged: (contentId: string) => void;
}

/**
 * Creates a missing text of a kind that is created by its first edit. Returns false if there is no text to write to.
 */
async function ensureContent(stores: TextStores, contentId: string): Promise<boolean> {
  if (await stores.documents.get('noteContents', contentId)) return true;
  if (!childParentOf('noteContents', contentId)?.isCreatedByEdit) return false;
  const subject = await stores.documents.get(...topDocumentOf('noteContents', contentId));
  if (!subject?.abilities.includes('update')) return false;
  await stores.documents.createIfMissing('noteContents', {
    id: contentId,
    space: subject.space,
    subject: subjectOfText(contentId),
    subjectId: subject.id,
    creatorId: stores.userId,
    state: '',
    abilities: ['update', 'delete'],
  });
  return true;
}

/** Updates in the log, in order; `torn`: sequence numbers of rows that cannot be decrypted. */
async function typedUpdates(
  { device }: Pick<TextStores, 'device'>,
  contentId: string,
): Promise<{ updates: TypedUpdate[]; last: number | undefined; torn: number[] }> {
  const rows = await device.updates.rows.where('contentId').equals(contentId).sortBy('seq');
  const updates = await device.updates.openAll(rows);
  const open = new Set(updates.map(({ seq }) => seq));
  return { updates, last: rows.at(-1)?.seq, torn: rows.map(({ seq }) => seq!).filter((seq) => !open.has(seq)) };
}

/** Applies a state or an update. Returns false if it cannot be decoded. */
export function applyBytes(doc: Y.Doc, update: () => Uint8Array, origin?: unknown): boolean {
  try {
    const bytes: unknown = update();
    if (!(bytes instanceof Uint8Array)) return false;
    Y.applyUpdate(doc, bytes, origin);
    return true;
  } catch {
    return false;
  }
}

/** State of a text including its update log. Undecodable parts are left out. */
export async function typedState(
  stores: Pick<TextStores, 'documents' | 'device' | 'damaged'>,
  contentId: string,
): Promise<Y.Doc> {
  const doc = new Y.Doc();
  const content = await stores.documents.get('noteContents', contentId);
  if (content?.state && !applyBytes(doc, () => fromBase64(content.state))) stores.damaged(contentId);
  for (const { update } of (await typedUpdates(stores, contentId)).updates) applyBytes(doc, () => update);
  return doc;
}

/** Reports log rows that cannot be decrypted as a rejected change. They do not block compaction. */
async function reportTornRows(stores: TextStores, contentId: string, torn: number[]): Promise<void> {
  if (torn.length === 0) return;
  await stores.device.rejectedChanges.put({
    id: `noteContents/${contentId}/torn/${torn[0]!}`,
    collection: 'noteContents',
    documentId: contentId,
    code: 'DOCUMENT_INVALID',
    field: '',
    content: { id: contentId, subject: subjectOfText(contentId), torn: torn.length },
    title: await titleOfSubject(stores, contentId),
    at: stores.clock.now(),
  });
}

/** The title of the text's document, also of a deleted one; '' if unknown. */
async function titleOfSubject({ documents }: TextStores, contentId: string): Promise<string> {
  const [top, topId] = topDocumentOf('noteContents', contentId);
  const [row] = documents.names.includes(top) ? await documents.stored(top, [topId]) : [];
  return row ? titleOf(row) : '';
}

/**
 * Stores the state with the typing as a rejected change: the text was deleted elsewhere, rejected, or is inaccessible.
 */
async function saveOrphanedTyping(stores: TextStores, contentId: string, state: Uint8Array): Promise<void> {
  await stores.device.rejectedChanges.put({
    id: `noteContents/${contentId}/${newId(stores.clock.now())}`,
    collection: 'noteContents',
    documentId: contentId,
    code: 'NOTE_NOT_FOUND',
    field: '',
    content: { id: contentId, subject: subjectOfText(contentId), state: toBase64(state) },
    title: await titleOfSubject(stores, contentId),
    at: stores.clock.now(),
  });
}

/**
 * Merges typed updates into the text in the replica, and updates the row of its note. Words dropped by deletions of
 * either side are saved as conflict versions first. Resolves to the new state; null if the stored state cannot be
 * decoded.
 */
async function mergeIntoReplica(
  stores: TextStores,
  contentId: string,
  typed: Uint8Array,
  last: number,
): Promise<Uint8Array | null> {
  for (;;) {
    const before = (await stores.documents.get('noteContents', contentId))?.state ?? '';
    const merge = mergeTyped(before, typed);
    if (!merge) return null;
    await saveDroppedWords(stores, contentId, merge.dropped, last);
    const whole = Y.encodeStateAsUpdate(merge.doc);
    // everything is computed before the writes, so that both are pushed in one request
    if (await stores.together(() => writeMerged(stores, contentId, before, merge, whole))) return whole;
  }
}

/** Writes the row of the note, then the text. Returns false if the text has changed since it was read. */
async function writeMerged(
  { documents }: TextStores,
  contentId: string,
  before: string,
  { doc, changed, vector }: TypedMerge,
  whole: Uint8Array,
): Promise<boolean> {
  await writeTextSummary(documents, contentId, () => summaryOfDoc(doc));
  let overtaken = false;
  await documents.change(
    'noteContents',
    contentId,
    (content) => {
      overtaken = content.state !== before;
      return overtaken || !changed ? null : { state: toBase64(whole) };
    },
    { state: vector },
  );
  return !overtaken;
}

/**
 * Marks a text that exceeds the server's limit as stuck, also offline; removes the mark when it fits again.
 */
async function markIfTooLarge({ device, clock }: TextStores, contentId: string, bytes: number): Promise<void> {
  const known = await stuckOf(device, 'noteContents', contentId);
  if (bytes > LIMITS.noteStateBytes) {
    if (known?.code !== TOO_LARGE)
      await markStuck(device, 'noteContents', contentId, { code: TOO_LARGE, at: clock.now() });
  } else if (known?.code === TOO_LARGE) await clearStuck(device, [placeOf('noteContents', contentId)]);
}

async function saveDroppedWords(
  { device, documents, clock }: TextStores,
  contentId: string,
  sides: TypedMerge['dropped'],
  last: number,
): Promise<void> {
  if (sides.length === 0) return;
  const title = await nameOfText(documents, contentId);
  // A repeated compaction overwrites the same rows.
  await device.conflictVersions.bulkPut(
    sides.map((side) => ({
      id: `noteContents/${contentId}/${side.field}/typed/${last}`,
      collection: 'noteContents' as const,
      documentId: contentId,
      title,
      at: clock.now(),
      resolved: false,
      ...side,
    })),
  );
}

/** Compacts the log of one text. Resolves when the replica has its updates; does nothing if the log is empty. */
export async function compactText(stores: TextStores, contentId: string): Promise<void> {
  await stores.locks.request(`satchel-compact:${stores.scope}:${contentId}`, async () => {
    const { updates: rows, last, torn } = await typedUpdates(stores, contentId);
    if (last === undefined) return;
    let whole = Y.mergeUpdates(rows.map(({ update }) => update));
    if (rows.length > 0 && (await ensureContent(stores, contentId))) {
      const merged = await mergeIntoReplica(stores, contentId, whole, last);
      if (!merged) {
        // The updates stay in the log until the text is received again.
        stores.damaged(contentId);
        return;
      }
      whole = merged;
      await markIfTooLarge(stores, contentId, whole.byteLength);
    } else if (rows.length > 0) {
      await saveOrphanedTyping(stores, contentId, whole);
    }
    await reportTornRows(stores, contentId, torn);
    await deleteCompacted(stores.device, contentId, last, whole);
  });
}

/** Compacts the logs of all texts. A failure leaves that log as it is and does not block the others. */
export async function compactAll(stores: TextStores, onError: (error: unknown) => void): Promise<void> {
  const ids = (await stores.device.updates.rows.orderBy('contentId').uniqueKeys()) as string[];
  for (const id of ids) await compactText(stores, id).catch(onError);
}
