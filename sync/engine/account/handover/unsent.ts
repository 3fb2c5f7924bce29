/** What this device has never sent, as items of a handover (sync/protocol/handover.ts). Settings and read marks are no work of anybody's. */
import * as Y from 'yjs';
import { toBase64 } from '../../../merge/yjs';
import { CHILD_COLLECTIONS, type CollectionName } from '../../../model/registry';
import type { HandoverItem } from '../../../protocol/handover';
import { isUnsentRecording, type DeviceDatabase, type LocalRecording } from '../../storage/device-database';
import type { Documents } from '../../storage/documents';
import { versionOf, type Stored } from '../../storage/stored';
import { titleOf } from '../../storage/titles';
import { headOf } from '../../replication/child-documents';
import { meetingOf } from '../../storage/content-id';

export interface UnsentStores {
  documents: Documents;
  device: DeviceDatabase;
}

const NOT_WORK: ReadonlySet<CollectionName> = new Set(['preferences', 'notifications']);

/** What a person knows a document by: of a text its note, of a transcript its meeting. */
const headOfDocument = (collection: CollectionName, id: string): [CollectionName, string] =>
  CHILD_COLLECTIONS.has(collection) ? headOf(collection, id) : [collection, id];
const whole = (at: unknown): number => Math.max(0, Math.round(Number(at) || 0));

/** Documents, refused changes, typed updates that could not be folded, and losing sides of merges. What was deleted along with something else goes with that. */
export async function* unsentItems(stores: UnsentStores): AsyncIterable<HandoverItem> {
  for (const collection of stores.documents.names) {
    if (NOT_WORK.has(collection)) continue;
    for (const row of await stores.documents.waiting(collection)) {
      if (row._deleted && (!row.pending?.base || row.pending.along)) continue;
      yield await documentItem(stores, collection, row);
    }
  }
  for (const {
    id,
    collection,
    documentId,
    content,
    base,
    title,
    at,
    code,
    field,
  } of await stores.device.rejectedChanges.all()) {
    const about = headOfDocument(collection, documentId).join('/');
    yield {
      kind: 'document',
      id: `refused/${id}`,
      about,
      title,
      at: whole(at),
      collection,
      documentId,
      content: { ...content, id: documentId },
      base: base ?? null,
      refused: { code, field },
    };
  }
  for (const contentId of (await stores.device.updates.rows.orderBy('contentId').uniqueKeys()) as string[])
    yield* typedItem(stores, contentId);
  for (const {
    id,
    collection,
    documentId,
    title,
    at,
    field,
    mine,
    theirs,
    stands,
  } of await stores.device.conflictVersions.openAll(
    await stores.device.conflictVersions.rows.filter((side) => !side.resolved).toArray(),
  )) {
    yield {
      kind: 'conflict',
      id: `conflict/${id}`,
      about: headOfDocument(collection, documentId).join('/'),
      title,
      at: whole(at),
      collection,
      documentId,
      field,
      mine,
      theirs,
      stands,
    };
  }
}

async function documentItem(
  { documents }: UnsentStores,
  collection: CollectionName,
  row: Stored,
): Promise<HandoverItem> {
  const content = versionOf(row);
  const [head, headId] = headOfDocument(collection, row.id);
  const [of] = head !== collection && documents.names.includes(head) ? await documents.stored(head, [headId]) : [];
  return {
    kind: 'document',
    id: `${collection}/${row.id}`,
    about: `${head}/${headId}`,
    title: titleOf(content) || (of ? titleOf(of) : ''),
    at: whole(row.pending?.since),
    collection,
    documentId: row.id,
    content,
    base: row.pending?.base ?? null,
  };
}

/** The text in the replica is damaged, so nothing can be merged into it: what was typed goes alone. */
async function* typedItem({ device }: UnsentStores, contentId: string): AsyncIterable<HandoverItem> {
  const updates = await device.updates.openAll(
    await device.updates.rows.where('contentId').equals(contentId).sortBy('seq'),
  );
  if (updates.length === 0) return;
  yield {
    kind: 'document',
    id: `typed/${contentId}`,
    about: headOf('noteContents', contentId).join('/'),
    title: '',
    at: whole(updates[0]!.at),
    collection: 'noteContents',
    documentId: contentId,
    content: {
      id: contentId,
      subject: meetingOf(contentId) ? 'meeting' : 'note',
      state: toBase64(Y.mergeUpdates(updates.map(({ update }) => update))),
    },
    base: null,
    refused: { code: 'NOTE_NOT_FOUND', field: '' },
  };
}

/** Recordings that the server has not checked, those that were never ended among them, but none that the person deleted. */
export async function unsentRecordings(device: DeviceDatabase): Promise<LocalRecording[]> {
  return device.recordings.openAll(
    await device.recordings.rows
      .filter((row) => isUnsentRecording(row) && (row.state !== 'imported' || row.sha256 !== ''))
      .toArray(),
  );
}

/** The title of its meeting, and what a person knows the recording by. */
export async function placeOfRecording(
  { documents }: UnsentStores,
  recording: LocalRecording,
): Promise<{ about: string; title: string }> {
  const [meeting] =
    recording.meetingId && documents.names.includes('meetings')
      ? await documents.stored('meetings', [recording.meetingId])
      : [];
  return {
    about: recording.meetingId ? `meetings/${recording.meetingId}` : `recording/${recording.id}`,
    title: (meeting && titleOf(meeting)) || recording.fileName,
  };
}
