/**
 * Files of projects on this device, each with its bytes in sealed rows.
 *
 *   added here ──► storing ─┬─────────► queued ⇄ paused ──► uploading ──► onServer
 *                           │              │ └ its item was deleted here ──► orphan: kept for 30 days, queued again if
 *                           │              │                                 it is restored
 *                           └► undecided ──┘   its name is taken: a new version, or a file beside the other
 *   read from the server ──► fetching ──► seen
 *
 * Files that are also on the server (`onServer`, `seen`) may be deleted at any time (storage/file-space.ts). Files of
 * questions are such rows, too; what is particular about them is in question-files.ts.
 */
import { newId } from '../../model/ids';
import { CallError } from '../../protocol/errors';
import { Sha256 } from '../recording/sha256';
import { type DeviceDatabase } from '../storage/device-database';
import { fileLock, isUnsentFile, type LocalFile } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { deleteFile, freeFileSpace } from '../storage/file-space';
import { isQuotaError } from '../storage/quota';
import { SealError } from '../storage/sealing/vault';

/** bytes per row */
export const ROW_BYTES = 1024 * 1024;
/** deleted at once when the disk is full while a file is stored */
const FREED_BYTES = 32 * ROW_BYTES;
const ORPHAN_MS = 30 * 24 * 60 * 60_000;
/** Rows per intermediate Blob: browsers move the bytes of a Blob out of memory. */
const ROWS_PER_BLOB = 16;

export type NewFile = Pick<
  LocalFile,
  'itemId' | 'projectId' | 'turnId' | 'version' | 'name' | 'mimeType' | 'isKept'
> & {
  transfer: 'storing' | 'fetching';
};

/** A source in pieces of one row's size, one in memory at a time. */
async function* inRows(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let row = new Uint8Array(ROW_BYTES);
  let filled = 0;
  for await (let piece of source) {
    while (piece.length > 0) {
      const taken = piece.subarray(0, row.length - filled);
      row.set(taken, filled);
      filled += taken.length;
      piece = piece.subarray(taken.length);
      if (filled < row.length) continue;
      yield row;
      row = new Uint8Array(ROW_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield row.slice(0, filled);
}

const isOfProject = ({ turnId }: Pick<LocalFile, 'turnId'>): boolean => turnId === undefined;

/** The bytes of a Blob, one slice in memory at a time. */
export async function* slicesOf(blob: Blob): AsyncIterable<Uint8Array> {
  for (let at = 0; at < blob.size; at += ROW_BYTES)
    yield new Uint8Array(await blob.slice(at, at + ROW_BYTES).arrayBuffer());
}

/** When the last file was added: one after another never at the same time, so that they are sent in their order. */
const lastAdded = new WeakMap<DeviceDatabase, number>();
function addedAfterLast(device: DeviceDatabase, now: number): number {
  const at = Math.max(now, (lastAdded.get(device) ?? 0) + 1);
  lastAdded.set(device, at);
  return at;
}

/**
 * Stores bytes as a row, hashing them on the way, and runs `then` while the row is still locked: it decides what
 * becomes of it. Any failure leaves nothing behind. On a full disk the bytes of other files are deleted that the server
 * has. Throws DEVICE_STORAGE_FULL.
 * @param source is read once
 */
export function storeFile<T>(
  { device, locks, now }: { device: DeviceDatabase; locks: LockManager; now: number },
  file: NewFile,
  source: AsyncIterable<Uint8Array>,
  then: (stored: LocalFile) => Promise<T>,
): Promise<T> {
  const id = newId(now);
  return locks.request(fileLock(id), async () => {
    const row: LocalFile = {
      id,
      ...file,
      bytes: 0,
      chunks: 0,
      sha256: '',
      addedAt: addedAfterLast(device, now),
      usedAt: now,
    };
    try {
      await device.files.put(row);
      const hash = new Sha256();
      for await (const bytes of inRows(source)) {
        hash.update(bytes);
        await addRow(device, row, bytes);
      }
      row.sha256 = hash.hex();
      await device.files.update(id, { sha256: row.sha256 });
      return await then(row);
    } catch (error) {
      await deleteFile(device, id).catch(() => undefined);
      throw isQuotaError(error) ? new CallError('DEVICE_STORAGE_FULL', { cause: error }) : error;
    }
  }) as Promise<T>;
}

/** Adds a row of bytes, and its size to the file's sums, in one transaction. */
async function addRow(device: DeviceDatabase, file: LocalFile, bytes: Uint8Array): Promise<void> {
  // Encrypted before the transaction, which would commit while awaiting other work.
  const sealed = await device.fileChunks.seal({ fileId: file.id, seq: file.chunks, bytes });
  file.chunks += 1;
  file.bytes += bytes.length;
  const { chunks, bytes: size } = file;
  const write = (): Promise<unknown> =>
    device.transaction('rw', device.files.rows, device.fileChunks.rows, async () => {
      await device.fileChunks.rows.add(sealed);
      await device.files.rows.update(file.id, { chunks, bytes: size });
    });
  await write().catch(async (error: unknown) => {
    // bytes that are read from the server never displace others
    if (!isQuotaError(error) || file.transfer === 'fetching' || !(await freeFileSpace(device, FREED_BYTES)))
      throw error;
    await write();
  });
}

/**
 * The rows of a file in order, one in memory at a time. Throws a RangeError or SealError if one is missing or damaged.
 */
export async function* fileRows(
  device: DeviceDatabase,
  id: string,
  first = 0,
): AsyncIterable<{ seq: number; bytes: Uint8Array }> {
  const total = (await device.files.rows.get(id))?.chunks ?? 0;
  for (let seq = first; seq < total; seq += 1) {
    const row = await device.fileChunks.get([id, seq]);
    if (!row) throw new RangeError(`file ${id}: row ${seq} of ${total} is missing`);
    yield row;
  }
}

/** Collects rows of bytes as one Blob. */
export class BlobWriter {
  private readonly blobs: Blob[] = [];
  private parts: Uint8Array<ArrayBuffer>[] = [];

  add(bytes: Uint8Array): void {
    this.parts.push(bytes as Uint8Array<ArrayBuffer>);
    if (this.parts.length < ROWS_PER_BLOB) return;
    this.blobs.push(new Blob(this.parts));
    this.parts = [];
  }

  end(type: string): Blob {
    return new Blob([...this.blobs, ...this.parts], { type });
  }
}

/** The bytes of a row as a Blob; null if they are not on this device, or damaged. */
export async function fileBlob(device: DeviceDatabase, id: string): Promise<Blob | null> {
  const file = await device.files.rows.get(id);
  if (!file?.sha256) return null;
  const blob = new BlobWriter();
  try {
    for await (const { bytes } of fileRows(device, id)) blob.add(bytes);
  } catch (error) {
    if (error instanceof SealError || error instanceof RangeError) return null;
    throw error;
  }
  return blob.end(file.mimeType);
}

/** Whether the bytes of a row are all here. */
const isStored = ({ transfer, sha256 }: Pick<LocalFile, 'transfer' | 'sha256'>): boolean =>
  transfer !== 'storing' && transfer !== 'fetching' && sha256 !== '';

type FileRow = Omit<LocalFile, 'name'>;

/** The stored rows of an item. */
export const filesOf = async (device: DeviceDatabase, itemId: string): Promise<FileRow[]> =>
  (await device.files.rows.where('itemId').equals(itemId).toArray()).filter(isStored);

/**
 * The row that a person sees as a version of a file; without `version` as the newest one: what was added here last and
 * is not sent, otherwise the newest that the server has. Its number can be above `current` until the next pull.
 * @param current version of the item in the replica
 */
export function shownFile<Row extends FileRow>(
  rows: readonly Row[],
  current: number,
  version?: number,
): Row | undefined {
  const unsent = rows
    .filter((row) => isUnsentFile(row) || row.transfer === 'orphan')
    .sort((a, b) => b.addedAt - a.addedAt);
  const onServer = rows.filter(({ transfer }) => transfer === 'onServer' || transfer === 'seen');
  const newest = Math.max(current, ...onServer.map((row) => row.version));
  const sent = onServer.find((row) => row.version === (version ?? newest));
  return (version === undefined || version === current ? unsent[0] : undefined) ?? sent;
}

/**
 * Files that the server lacks. Those whose item or question it refused are not among them: they are one thing with the rejected
 * change, which a person decides about. Awaits the device database alone, as a live query must.
 */
export async function unsentFiles(device: DeviceDatabase) {
  const rows = await device.files.rows.where('transfer').anyOf('queued', 'uploading', 'paused').toArray();
  if (rows.length === 0) return [];
  const refused = (
    await device.rejectedChanges.rows
      .where('documentId')
      .anyOf(rows.map(({ itemId, turnId }) => turnId ?? itemId))
      .toArray()
  ).map(({ documentId }) => documentId);
  return rows.filter(({ itemId, turnId }) => !refused.includes(turnId ?? itemId));
}

/** Files whose name another one has, and of which the person has not said what they are. */
export const undecidedFiles = (device: DeviceDatabase) =>
  device.files.rows.where('transfer').equals('undecided').sortBy('addedAt');

/** The items were deleted on this device: what was not sent of them waits for their restoration. */
export async function orphanFiles(device: DeviceDatabase, itemIds: readonly string[], now: number): Promise<void> {
  await device.files.rows
    .where('itemId')
    .anyOf([...itemIds])
    .filter(isUnsentFile)
    .modify({ transfer: 'orphan', usedAt: now });
}

/** The items exist again: what was not sent of them is sent. */
export async function adoptFiles(device: DeviceDatabase, itemIds: readonly string[]): Promise<void> {
  await device.files.rows
    .where('itemId')
    .anyOf([...itemIds])
    .filter(({ transfer }) => transfer === 'orphan')
    .modify({ transfer: 'queued' });
}

/** Queues an undecided file as one of its own; the id of its item is that of its row. */
export const queueBeside = (device: DeviceDatabase, id: string): Promise<unknown> =>
  device.files.update(id, { itemId: id, version: 1, transfer: 'queued' });

/**
 * Settles the rows in these states that no running tab holds: a tab that stored or read them was killed. Each is locked
 * and read again, as a tab may have finished it since it was listed.
 */
export async function settleEach(
  device: DeviceDatabase,
  locks: Pick<LockManager, 'request'>,
  transfers: readonly LocalFile['transfer'][],
  settle: (row: FileRow) => Promise<void>,
): Promise<void> {
  const ids = await device.files.rows.where('transfer').anyOf(transfers).primaryKeys();
  for (const id of ids)
    await locks.request(fileLock(id), { ifAvailable: true }, async (lock) => {
      const row = lock && (await device.files.rows.get(id));
      if (row && transfers.includes(row.transfer)) await settle(row);
    });
}

/**
 * Ends what killed tabs left: incomplete bytes are deleted; complete ones wait for an answer if their name is taken, and
 * are queued if their item was created; otherwise they are deleted, as the page has not reported them as added.
 */
export async function settleAbandoned({
  device,
  documents,
  locks,
}: {
  device: DeviceDatabase;
  documents: Pick<Documents, 'get' | 'names'>;
  locks: Pick<LockManager, 'request'>;
}): Promise<void> {
  if (!documents.names.includes('projectItems')) return;
  await settleEach(device, locks, ['storing', 'fetching', 'undecided'], async (row) => {
    const { id, itemId, projectId, transfer, version, sha256 } = row;
    if (!isOfProject(row)) return;
    if (transfer === 'undecided') {
      if (await documents.get('projectItems', id)) await queueBeside(device, id);
      return;
    }
    if (sha256 && projectId !== undefined) {
      await device.files.update(id, { transfer: 'undecided' });
      return;
    }
    const item = sha256 && transfer === 'storing' ? await documents.get('projectItems', itemId) : null;
    if (item && item.version < version && item.sha256 !== sha256) await device.files.update(id, { transfer: 'queued' });
    else await deleteFile(device, id);
  });
}

/**
 * Whether an item is not on this device, and not in a deletion that can still be taken back: by one read, as it may be
 * deleted or restored meanwhile.
 */
export async function isItemGone(documents: Pick<Documents, 'stored'>, itemId: string): Promise<boolean> {
  const [item] = await documents.stored('projectItems', [itemId]);
  return !item || (item._deleted && !item.waits);
}

/**
 * Deletes bytes whose item is not on this device any more, and after their time orphans and undecided ones. A pending
 * deletion of the item can still be taken back.
 */
export async function deleteStaleFiles(
  device: DeviceDatabase,
  documents: Pick<Documents, 'stored' | 'names'>,
  now: number,
): Promise<void> {
  if (!documents.names.includes('projectItems')) return;
  for (const { id, itemId, transfer, usedAt } of await device.files.rows
    .where('transfer')
    .anyOf('onServer', 'seen', 'orphan', 'undecided')
    .filter(isOfProject)
    .toArray()) {
    const isStale =
      transfer === 'orphan' || transfer === 'undecided'
        ? usedAt < now - ORPHAN_MS
        : await isItemGone(documents, itemId);
    if (isStale) await deleteFile(device, id, transfer);
  }
}
