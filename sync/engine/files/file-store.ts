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
 * questions are rows of the same table; see question-files.ts.
 */
import { newId } from '../../model/ids';
import { CallError } from '../../protocol/errors';
import { Sha256 } from '../recording/sha256';
import { type DeviceDatabase } from '../storage/device-database';
import { fileLock, isUnsentFile, type LocalFile } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { deleteFile, freeFileSpace } from '../storage/file-space';
import { isGone } from '../storage/is-gone';
import { isQuotaError } from '../storage/quota';
import { SealError } from '../storage/sealing/vault';

/** bytes per row */
export const ROW_BYTES = 1024 * 1024;
/** bytes of other files that are deleted at once when the disk is full */
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

/**
 * Time of the last added file. Each file gets a later time than the one before, so that they are sent in this order.
 */
const lastAdded = new WeakMap<DeviceDatabase, number>();
function addedAfterLast(device: DeviceDatabase, now: number): number {
  const at = Math.max(now, (lastAdded.get(device) ?? 0) + 1);
  lastAdded.set(device, at);
  return at;
}

/**
 * Stores a file and its hash, and runs `then` while the row is still locked; `then` sets the next `transfer`. A failure
 * leaves nothing behind. On a full disk, files that the server has are deleted to make room. Throws
 * DEVICE_STORAGE_FULL, and the errors of `source` and `then`.
 * @param source the bytes, in pieces of any size
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
    // a file that is read from the server never displaces others
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

/** Whether all bytes of a row are stored. */
const isStored = ({ transfer, sha256 }: Pick<LocalFile, 'transfer' | 'sha256'>): boolean =>
  transfer !== 'storing' && transfer !== 'fetching' && sha256 !== '';

type FileRow = Omit<LocalFile, 'name'>;

/** The stored rows of an item. */
export const filesOf = async (device: DeviceDatabase, itemId: string): Promise<FileRow[]> =>
  (await device.files.rows.where('itemId').equals(itemId).toArray()).filter(isStored);

/**
 * The row to show for a version of a file. Without `version`, or for the current one: the unsent version added last on
 * this device, otherwise the newest version of the server, whose number may be above `current` until the next pull.
 * Undefined: this device does not have it.
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
 * Files that the server lacks, without those whose item or question was rejected: they are part of that rejected
 * change. Awaits only the device database, as a live query must.
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

/** Files with the name of another file, for which the person has not decided whether they are a new version of it. */
export const undecidedFiles = (device: DeviceDatabase) =>
  device.files.rows.where('transfer').equals('undecided').sortBy('addedAt');

/** Marks the unsent files of items that were deleted on this device: they are sent if the item is restored. */
export async function orphanFiles(device: DeviceDatabase, itemIds: readonly string[], now: number): Promise<void> {
  await device.files.rows
    .where('itemId')
    .anyOf([...itemIds])
    .filter(isUnsentFile)
    .modify({ transfer: 'orphan', usedAt: now });
}

/** Queues the orphaned files of restored items. */
export async function adoptFiles(device: DeviceDatabase, itemIds: readonly string[]): Promise<void> {
  await device.files.rows
    .where('itemId')
    .anyOf([...itemIds])
    .filter(({ transfer }) => transfer === 'orphan')
    .modify({ transfer: 'queued' });
}

/** Queues an undecided file as a separate item, whose id is that of the row. */
export const queueBeside = (device: DeviceDatabase, id: string): Promise<unknown> =>
  device.files.update(id, { itemId: id, version: 1, transfer: 'queued' });

/**
 * Calls `settle` for each row in these states whose lock no tab holds: the tab that wrote it was killed. Each row is
 * locked and read again first, as a tab may have finished it since it was listed.
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
 * Settles files that killed tabs left. Incomplete files are deleted. Complete files become undecided if their name is
 * taken, are queued if their item was created, and are deleted otherwise, as the page did not report them as added.
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
 * Deletes files whose item is not on this device any more, and orphaned and undecided files after 30 days. Files of an
 * item with a pending deletion are kept, as the deletion can be undone.
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
        : await isGone(documents, 'projectItems', itemId);
    if (isStale) await deleteFile(device, id, transfer);
  }
}
