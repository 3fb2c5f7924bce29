/**
 * The unsent work of this device as items of a handover (sync/protocol/handover.ts). Preferences and read marks are not
 * work.
 */
import { subjectOfText } from '../../../model/kinds/note-contents';
import * as Y from 'yjs';
import { toBase64 } from '../../../merge/yjs';
import { KINDS, topDocumentOf, type KindName } from '../../../model/kinds';
import type { HandoverItem } from '../../../protocol/handover';
import { type DeviceDatabase } from '../../storage/device-database';
import {
  mayBeUnsynced,
  isUnsentImage,
  isUnsentRecording,
  type LocalFile,
  type LocalImage,
  type LocalRecording,
} from '../../storage/device-rows';
import type { Documents } from '../../storage/documents';
import { versionOf, type Stored } from '../../storage/stored';
import { titleOf } from '../../storage/titles';

export interface UnsentStores {
  documents: Documents;
  device: DeviceDatabase;
}

const whole = (at: unknown): number => Math.max(0, Math.round(Number(at) || 0));

/**
 * Pending documents, rejected changes, typed updates that could not be compacted, and conflict versions. A cascaded
 * deletion goes with its parent's.
 */
export async function* unsentItems(stores: UnsentStores): AsyncIterable<HandoverItem> {
  for (const collection of stores.documents.names) {
    if (KINDS[collection].store === 'personal') continue;
    for (const row of await stores.documents.pendingRows(collection)) {
      if (row._deleted && (!row.pending?.base || row.pending.cascadeParent)) continue;
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
    const about = topDocumentOf(collection, documentId).join('/');
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
      about: topDocumentOf(collection, documentId).join('/'),
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

async function documentItem({ documents }: UnsentStores, collection: KindName, row: Stored): Promise<HandoverItem> {
  const content = versionOf(row);
  const [top, topId] = topDocumentOf(collection, row.id);
  const [parent] = top !== collection && documents.names.includes(top) ? await documents.stored(top, [topId]) : [];
  return {
    kind: 'document',
    id: `${collection}/${row.id}`,
    about: `${top}/${topId}`,
    title: titleOf(content) || (parent ? titleOf(parent) : ''),
    at: whole(row.pending?.since),
    collection,
    documentId: row.id,
    content,
    base: row.pending?.base ?? null,
  };
}

/** Typed updates whose text in the replica is damaged: they cannot be merged into it and go alone. */
async function* typedItem({ device }: UnsentStores, contentId: string): AsyncIterable<HandoverItem> {
  const updates = await device.updates.openAll(
    await device.updates.rows.where('contentId').equals(contentId).sortBy('seq'),
  );
  if (updates.length === 0) return;
  yield {
    kind: 'document',
    id: `typed/${contentId}`,
    about: topDocumentOf('noteContents', contentId).join('/'),
    title: '',
    at: whole(updates[0]!.at),
    collection: 'noteContents',
    documentId: contentId,
    content: {
      id: contentId,
      subject: subjectOfText(contentId),
      state: toBase64(Y.mergeUpdates(updates.map(({ update }) => update))),
    },
    base: null,
    refused: { code: 'NOTE_NOT_FOUND', field: '' },
  };
}

/** Recordings that the server has not verified, including unfinished ones; not those the person deleted. */
export async function unsentRecordings(device: DeviceDatabase): Promise<LocalRecording[]> {
  return device.recordings.openAll(
    await device.recordings.rows
      .filter((row) => isUnsentRecording(row) && (row.state !== 'imported' || row.sha256 !== ''))
      .toArray(),
  );
}

/** Images that the server has not verified. */
export const unsentImages = (device: DeviceDatabase): Promise<LocalImage[]> =>
  device.images.filter(isUnsentImage).toArray();

/**
 * Files that the server has not verified. An undecided one is handed over as a new version; the earlier ones stay. Of a
 * pending question all files are handed over, also uploaded ones: only the person who uploaded them can use those.
 */
export const unsentFiles = async (device: DeviceDatabase): Promise<LocalFile[]> =>
  device.files.openAll(
    await device.files.rows
      .filter((row) => mayBeUnsynced(row) || (row.turnId !== undefined && row.transfer === 'onServer'))
      .toArray(),
  );

/** The project item or the question of a file, as `about` and `title`. */
export async function itemOfFile(
  { documents }: UnsentStores,
  { itemId, turnId, name }: LocalFile,
): Promise<{ about: string; title: string }> {
  if (turnId !== undefined) {
    const [turn] = documents.names.includes('turns') ? await documents.stored('turns', [turnId]) : [];
    return { about: `turns/${turnId}`, title: (turn && titleOf(turn)) || name };
  }
  const [item] = documents.names.includes('projectItems') ? await documents.stored('projectItems', [itemId]) : [];
  return { about: `projectItems/${itemId}`, title: (item && titleOf(item)) || name };
}

/** The note or meeting an image belongs to, as `about` and `title`. */
export async function subjectOfImage(
  { documents }: UnsentStores,
  { contentId }: LocalImage,
): Promise<{ about: string; title: string }> {
  const [top, topId] = topDocumentOf('noteContents', contentId);
  const [subject] = documents.names.includes(top) ? await documents.stored(top, [topId]) : [];
  return { about: `${top}/${topId}`, title: subject ? titleOf(subject) : '' };
}

/** The meeting a recording belongs to, as `about` and `title`; without one, the recording itself. */
export async function meetingOfRecording(
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
