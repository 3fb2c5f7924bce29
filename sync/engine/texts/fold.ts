/**
 * Folds typed updates of a text into the replica.
 *
 *   updates 1…n of the text ──► one Yjs state ──► noteContents (waits for the server) ──► row of the note: snippet, counts
 *                                                                                   └──► updates ≤ n are deleted
 *
 * Killed in between, the same updates fold again and change nothing: Yjs knows what it has. An update written meanwhile has a larger
 * number and stays. One folder at a time per text, across tabs, by a Web Lock.
 *
 * The log of a text can be read without the replica: the first of its updates carries the text into which it was typed, later ones what
 * came from elsewhere since (./log.ts). So a text that is deleted, refused or out of reach by the time it is folded is still a text.
 */
import * as Y from 'yjs';
import { newId } from '../../model/ids';
import { droppedSides } from '../../merge/dropped-words';
import { bytesOf, fromBase64, toBase64 } from '../../merge/yjs';
import { summaryOfDoc } from '../../merge/note-text';
import type { DeviceDatabase, TypedUpdate } from '../device/database';
import type { Clock } from '../replica/clock';
import type { Documents } from '../replica/documents';
import { nameOfText } from '../replication/kept';
import { meetingOf } from './content-id';
import { forget } from './log';

export interface TextStores {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  locks: LockManager;
  /** the account's part of lock and channel names */
  scope: string;
  userId: string;
}

/** Whether this person may write the text. A meeting's note that does not exist yet is made with the first words. */
export async function mayWrite(stores: TextStores, contentId: string): Promise<boolean> {
  const content = await stores.documents.get('noteContents', contentId);
  if (content) return content.abilities.includes('update');
  const meetingId = meetingOf(contentId);
  return meetingId !== null && ((await stores.documents.get('meetings', meetingId))?.abilities.includes('update') ?? false);
}

/** Makes the text of a meeting's note where there is none yet. False: there is nothing to write to. */
async function ensureContent(stores: TextStores, contentId: string): Promise<boolean> {
  if (await stores.documents.get('noteContents', contentId)) return true;
  const meetingId = meetingOf(contentId);
  const meeting = meetingId ? await stores.documents.get('meetings', meetingId) : null;
  if (!meeting?.abilities.includes('update')) return false;
  await stores.documents.create('noteContents', {
    id: contentId, space: meeting.space, subject: 'meeting', subjectId: meeting.id, creatorId: stores.userId, state: '', abilities: ['update', 'delete'],
  });
  return true;
}

const typedUpdates = async ({ device }: TextStores, contentId: string): Promise<TypedUpdate[]> =>
  device.updates.openAll(await device.updates.rows.where('contentId').equals(contentId).sortBy('seq'));

/** The state of a text with what was typed and not folded yet. */
export async function typedState(stores: TextStores, contentId: string): Promise<Y.Doc> {
  const doc = new Y.Doc();
  const content = await stores.documents.get('noteContents', contentId);
  if (content?.state) Y.applyUpdate(doc, fromBase64(content.state));
  for (const { update } of await typedUpdates(stores, contentId)) Y.applyUpdate(doc, update);
  return doc;
}

/** Merges updates into a state. `changed` false: the state had it all. */
function merged(state: string, updates: Uint8Array[]): { doc: Y.Doc; changed: boolean } {
  const doc = new Y.Doc();
  if (state) Y.applyUpdate(doc, fromBase64(state));
  let changed = false;
  doc.on('update', () => { changed = true; });
  for (const update of updates) Y.applyUpdate(doc, update);
  return { doc, changed };
}

/** The text is gone (deleted elsewhere, access lost, refused) while something was typed: the text with what was typed needs a person. */
async function keepTyped(stores: TextStores, contentId: string, state: Uint8Array): Promise<void> {
  const note = await stores.documents.stored('notes', [contentId]);
  const title = note[0]?.['title'];
  await stores.device.attention.put({
    id: `noteContents/${contentId}/${newId(stores.clock.now())}`, collection: 'noteContents', documentId: contentId, code: 'NOTE_NOT_FOUND', field: '',
    content: { id: contentId, subject: meetingOf(contentId) ? 'meeting' : 'note', state: toBase64(state) },
    title: typeof title === 'string' ? title : '', at: stores.clock.now(),
  });
}

/** Merges what was typed into the text in the replica. What the replica's state drops of it, or it of that state, is kept before. */
async function foldInto(stores: TextStores, contentId: string, updates: Uint8Array[], last: number): Promise<Y.Doc> {
  const typed = Y.mergeUpdates(updates);
  for (;;) {
    const before = (await stores.documents.get('noteContents', contentId))?.state ?? '';
    await keepDropped(stores, contentId, droppedSides(typed, bytesOf(before)), last);
    let overtaken = false;
    let doc = new Y.Doc();
    await stores.documents.change('noteContents', contentId, (content) => {
      overtaken = content.state !== before;
      if (overtaken) return null;
      const result = merged(content.state, updates);
      doc = result.doc;
      return result.changed ? { state: toBase64(Y.encodeStateAsUpdate(doc)) } : null;
    });
    if (!overtaken) return doc;
  }
}

async function keepDropped({ device, documents, clock }: TextStores, contentId: string, sides: ReturnType<typeof droppedSides>, last: number): Promise<void> {
  if (sides.length === 0) return;
  const title = await nameOfText(documents, contentId);
  // the same fold begun twice keeps them once
  await device.kept.bulkPut(sides.map((side) => ({
    id: `noteContents/${contentId}/${side.field}/typed/${last}`, collection: 'noteContents' as const, documentId: contentId, title, at: clock.now(), resolved: false, ...side,
  })));
}

export async function fold(stores: TextStores, contentId: string): Promise<void> {
  await stores.locks.request(`satchel-fold:${stores.scope}:${contentId}`, async () => {
    const rows = await typedUpdates(stores, contentId);
    const last = rows.at(-1)?.seq;
    if (last === undefined) return;
    const updates = rows.map((row) => row.update);
    let whole: Uint8Array;
    if (await ensureContent(stores, contentId)) {
      const doc = await foldInto(stores, contentId, updates, last);
      whole = Y.encodeStateAsUpdate(doc);
      if (!meetingOf(contentId) && (await stores.documents.get('notes', contentId))) {
        const { snippet, words, characters } = summaryOfDoc(doc);
        await stores.documents.change('notes', contentId, () => ({ snippet, words, characters }));
      }
    } else {
      whole = Y.mergeUpdates(updates);
      await keepTyped(stores, contentId, whole);
    }
    await forget(stores.device, contentId, last, whole);
  });
}

/** Folds what an earlier run left behind. */
export async function foldAll(stores: TextStores): Promise<void> {
  const ids = (await stores.device.updates.rows.orderBy('contentId').uniqueKeys()) as string[];
  for (const id of ids) await fold(stores, id);
}
