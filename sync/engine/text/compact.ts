/**
 * Folds typed updates of a text into the replica.
 *
 *   updates 1…n of the text ──► row of the note: snippet, counts ──► one Yjs state in noteContents ──► updates ≤ n are deleted
 *
 * The row goes first, here and to the server: who deletes the note without having seen these words meets the row's new revision.
 *
 * Killed in between, the same updates fold again and change nothing: Yjs knows what it has. An update written meanwhile has a larger
 * number and stays. One folder at a time per text, across tabs, by a Web Lock.
 *
 * The log of a text can be read without the replica: the first of its updates carries the text into which it was typed, later ones what
 * came from elsewhere since (./log.ts). So a text that is deleted, refused or out of reach by the time it is folded is still a text.
 */
import * as Y from 'yjs';
import { newId } from '../../model/ids';
import { LIMITS } from '../../model/limits';
import { droppedSides } from '../../merge/dropped-words';
import { bytesOf, fromBase64, toBase64 } from '../../merge/yjs';
import { summaryOfDoc } from '../../merge/note-text';
import type { DeviceDatabase, TypedUpdate } from '../storage/device-database';
import type { Clock } from '../storage/clock';
import type { Documents } from '../storage/documents';
import { nameOfText } from '../storage/titles';
import { clearStuck, markStuck, placeOf, stuckOf, TOO_LARGE } from '../storage/stuck';
import { meetingOf } from '../storage/content-id';
import { forget } from './update-log';

export interface TextStores {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  locks: LockManager;
  /** the account's part of lock and channel names */
  scope: string;
  userId: string;
  /** a text of the replica cannot be decoded */
  damaged: (contentId: string) => void;
}

/** Makes the text of a meeting's note where there is none yet. False: there is nothing to write to. */
async function ensureContent(stores: TextStores, contentId: string): Promise<boolean> {
  if (await stores.documents.get('noteContents', contentId)) return true;
  const meetingId = meetingOf(contentId);
  const meeting = meetingId ? await stores.documents.get('meetings', meetingId) : null;
  if (!meeting?.abilities.includes('update')) return false;
  await stores.documents.createIfMissing('noteContents', {
    id: contentId,
    space: meeting.space,
    subject: 'meeting',
    subjectId: meeting.id,
    creatorId: stores.userId,
    state: '',
    abilities: ['update', 'delete'],
  });
  return true;
}

/** What was typed and is not folded yet, in order; `torn`: numbers of rows that do not open. */
async function typedUpdates(
  { device }: TextStores,
  contentId: string,
): Promise<{ updates: TypedUpdate[]; last: number | undefined; torn: number[] }> {
  const rows = await device.updates.rows.where('contentId').equals(contentId).sortBy('seq');
  const updates = await device.updates.openAll(rows);
  const open = new Set(updates.map(({ seq }) => seq));
  return { updates, last: rows.at(-1)?.seq, torn: rows.map(({ seq }) => seq!).filter((seq) => !open.has(seq)) };
}

/** Takes in a state or an update. False: it cannot be decoded. */
export function takeIn(doc: Y.Doc, update: () => Uint8Array, origin?: unknown): boolean {
  try {
    const bytes: unknown = update();
    if (!(bytes instanceof Uint8Array)) return false;
    Y.applyUpdate(doc, bytes, origin);
    return true;
  } catch {
    return false;
  }
}

/** The state of a text with what was typed and not folded yet. What cannot be decoded is left out. */
export async function typedState(stores: TextStores, contentId: string): Promise<Y.Doc> {
  const doc = new Y.Doc();
  const content = await stores.documents.get('noteContents', contentId);
  if (content?.state && !takeIn(doc, () => fromBase64(content.state))) stores.damaged(contentId);
  for (const { update } of (await typedUpdates(stores, contentId)).updates) takeIn(doc, () => update);
  return doc;
}

/** Merges updates into a state. `changed` false: the state had it all. null: the state cannot be decoded. */
function merged(state: string, updates: Uint8Array[]): { doc: Y.Doc; changed: boolean } | null {
  const doc = new Y.Doc();
  if (state && !takeIn(doc, () => fromBase64(state))) return null;
  let changed = false;
  doc.on('update', () => {
    changed = true;
  });
  for (const update of updates) Y.applyUpdate(doc, update);
  return { doc, changed };
}

/** The row of a note says what its text will be with these updates; nothing where the state cannot be decoded. */
async function summarise({ documents }: TextStores, noteId: string, updates: Uint8Array[]): Promise<void> {
  const [content, note] = [await documents.get('noteContents', noteId), await documents.get('notes', noteId)];
  const result = content && note ? merged(content.state, updates) : null;
  if (!result) return;
  const { snippet, words, characters } = summaryOfDoc(result.doc);
  await documents.change('notes', noteId, () => ({ snippet, words, characters }));
}

/** Typed updates that do not open hold up nothing: that there were some needs a person. */
async function keepTorn(stores: TextStores, contentId: string, torn: number[]): Promise<void> {
  if (torn.length === 0) return;
  await stores.device.rejectedChanges.put({
    id: `noteContents/${contentId}/torn/${torn[0]!}`,
    collection: 'noteContents',
    documentId: contentId,
    code: 'DOCUMENT_INVALID',
    field: '',
    content: { id: contentId, subject: meetingOf(contentId) ? 'meeting' : 'note', torn: torn.length },
    title: await titleOfNote(stores, contentId),
    at: stores.clock.now(),
  });
}

async function titleOfNote(stores: TextStores, contentId: string): Promise<string> {
  const [note] = await stores.documents.stored('notes', [contentId]);
  return typeof note?.['title'] === 'string' ? note['title'] : '';
}

/** The text is gone (deleted elsewhere, access lost, refused) while something was typed: the text with what was typed needs a person. */
async function keepTyped(stores: TextStores, contentId: string, state: Uint8Array): Promise<void> {
  await stores.device.rejectedChanges.put({
    id: `noteContents/${contentId}/${newId(stores.clock.now())}`,
    collection: 'noteContents',
    documentId: contentId,
    code: 'NOTE_NOT_FOUND',
    field: '',
    content: { id: contentId, subject: meetingOf(contentId) ? 'meeting' : 'note', state: toBase64(state) },
    title: await titleOfNote(stores, contentId),
    at: stores.clock.now(),
  });
}

/**
 * Merges what was typed into the text in the replica. What the replica's state drops of it, or it of that state, is kept before. null: the
 * state cannot be decoded.
 */
async function foldInto(
  stores: TextStores,
  contentId: string,
  updates: Uint8Array[],
  last: number,
): Promise<Y.Doc | null> {
  const typed = Y.mergeUpdates(updates);
  for (;;) {
    const before = (await stores.documents.get('noteContents', contentId))?.state ?? '';
    const dropped = sidesOrNull(typed, before);
    if (!dropped) return null;
    await keepDropped(stores, contentId, dropped, last);
    let overtaken = false;
    let doc: Y.Doc | null = new Y.Doc();
    await stores.documents.change('noteContents', contentId, (content) => {
      overtaken = content.state !== before;
      if (overtaken) return null;
      const result = merged(content.state, updates);
      doc = result?.doc ?? null;
      return result?.changed ? { state: toBase64(Y.encodeStateAsUpdate(result.doc)) } : null;
    });
    if (!overtaken) return doc;
  }
}

/** A text larger than the server takes is told while it is written, without a network too; one that is shorter again no more. */
async function tellSize({ device, clock }: TextStores, contentId: string, bytes: number): Promise<void> {
  const known = await stuckOf(device, 'noteContents', contentId);
  if (bytes > LIMITS.noteStateBytes) {
    if (known?.code !== TOO_LARGE)
      await markStuck(device, 'noteContents', contentId, { code: TOO_LARGE, at: clock.now() });
  } else if (known?.code === TOO_LARGE) await clearStuck(device, [placeOf('noteContents', contentId)]);
}

/** null: the state cannot be decoded. */
function sidesOrNull(typed: Uint8Array, state: string): ReturnType<typeof droppedSides> | null {
  try {
    return droppedSides(typed, bytesOf(state));
  } catch {
    return null;
  }
}

async function keepDropped(
  { device, documents, clock }: TextStores,
  contentId: string,
  sides: ReturnType<typeof droppedSides>,
  last: number,
): Promise<void> {
  if (sides.length === 0) return;
  const title = await nameOfText(documents, contentId);
  // the same fold begun twice keeps them once
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

export async function compactText(stores: TextStores, contentId: string): Promise<void> {
  await stores.locks.request(`satchel-fold:${stores.scope}:${contentId}`, async () => {
    const { updates: rows, last, torn } = await typedUpdates(stores, contentId);
    if (last === undefined) return;
    const updates = rows.map(({ update }) => update);
    let whole = Y.mergeUpdates(updates);
    if (updates.length > 0 && (await ensureContent(stores, contentId))) {
      if (!meetingOf(contentId)) await summarise(stores, contentId, updates);
      const doc = await foldInto(stores, contentId, updates, last);
      if (!doc) {
        // what was typed stays in the log until the text has come again
        stores.damaged(contentId);
        return;
      }
      whole = Y.encodeStateAsUpdate(doc);
      await tellSize(stores, contentId, whole.byteLength);
    } else if (updates.length > 0) {
      await keepTyped(stores, contentId, whole);
    }
    await keepTorn(stores, contentId, torn);
    await forget(stores.device, contentId, last, whole);
  });
}

/** Folds what an earlier run left behind. One that cannot be folded now keeps nobody from the others, and stays where it is. */
export async function compactAll(stores: TextStores, onError: (error: unknown) => void): Promise<void> {
  const ids = (await stores.device.updates.rows.orderBy('contentId').uniqueKeys()) as string[];
  for (const id of ids) await compactText(stores, id).catch(onError);
}
