/**
 * Files of questions that were asked before the server had them: temporary files whose ids this device gives. A question
 * that names one is pushed when the server has its bytes (replication/waiting-questions.ts).
 *
 *   asked ──► storing ──► queued ──► uploading ──► onServer ──(the question was sent)──► deleted
 *                          │ └ refused: stays, until the person leaves it out or takes the question back
 *                          └ its chat was deleted here ──► orphan ──(the deletion was sent)──► deleted
 */
import type { Clock } from '../storage/clock';
import type { DeviceDatabase } from '../storage/device-database';
import { isUnsentFile } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { deleteFile } from '../storage/file-space';
import type { PendingDocuments } from '../storage/pending';
import { settleEach, slicesOf, storeFile } from './file-store';

/** milliseconds for which a file without its question stays: a handover stores the files first */
const ALONE_MS = 24 * 60 * 60_000;

/** Rows of one question's files, and of those of its later versions. */
export const rowsOfFiles = (device: DeviceDatabase, fileIds: readonly string[]) =>
  device.files.rows
    .where('itemId')
    .anyOf([...fileIds])
    .filter(({ turnId }) => turnId !== undefined)
    .toArray();

/**
 * Ids of the temporary files that questions on this device name and the server lacks; those of a chat that was deleted
 * here, too: if it comes back, its question waits for them.
 */
export const unsentQuestionFiles = async (device: DeviceDatabase): Promise<string[]> =>
  (await device.files.rows.where('transfer').anyOf('storing', 'queued', 'uploading', 'paused', 'orphan').toArray())
    .filter(({ turnId }) => turnId !== undefined)
    .map(({ itemId }) => itemId);

/** The id of a refused question that names a file: the person may still send it with the file. */
export async function refusedWithFile(
  device: DeviceDatabase,
  fileId: string,
  except = '',
): Promise<string | undefined> {
  const refused = await device.rejectedChanges.openAll(
    await device.rejectedChanges.rows
      .filter(({ collection, documentId }) => collection === 'turns' && documentId !== except)
      .toArray(),
  );
  return refused.find(({ base, content: { _deleted, fileIds } }) => {
    // a damaged one may lack any field
    return !base && !_deleted && Array.isArray(fileIds) && fileIds.includes(fileId);
  })?.documentId;
}

export interface QuestionFile {
  /** of the temporary file */
  id: string;
  file: Blob;
  name: string;
  mimeType: string;
}

/**
 * Stores the files of a question, and runs `ask` while all of them are locked; then they are queued. Any failure leaves
 * none of them behind. Throws DEVICE_STORAGE_FULL.
 */
export async function storeQuestionFiles<T>(
  target: { device: DeviceDatabase; locks: LockManager; clock: Pick<Clock, 'now'> },
  turnId: string,
  files: readonly QuestionFile[],
  ask: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = files;
  if (!first) return ask();
  const { device, locks, clock } = target;
  const { id, file, name, mimeType } = first;
  return storeFile(
    { device, locks, now: clock.now() },
    { itemId: id, turnId, version: 1, name, mimeType, isKept: false, transfer: 'storing' },
    slicesOf(file),
    async (stored) => {
      const asked = await storeQuestionFiles(target, turnId, others, ask);
      // asked already: a failure here must not delete its files. `settleQuestionFiles` queues it later.
      await device.files.update(stored.id, { transfer: 'queued' }).catch(() => undefined);
      return asked;
    },
  );
}

/** The files of questions that the server has had are sent again. */
export const requeueSentFiles = (device: DeviceDatabase, turnIds: ReadonlySet<string>): Promise<unknown> =>
  device.files.rows
    .where('transfer')
    .equals('onServer')
    .filter(({ turnId }) => turnId !== undefined && turnIds.has(turnId))
    .modify({ transfer: 'queued' });

/** Ends what killed tabs left: files are queued if their question was asked, otherwise deleted. */
export async function settleQuestionFiles({
  device,
  documents,
  locks,
}: {
  device: DeviceDatabase;
  documents: Pick<Documents, 'get' | 'names'>;
  locks: Pick<LockManager, 'request'>;
}): Promise<void> {
  if (!documents.names.includes('turns')) return;
  await settleEach(device, locks, ['storing'], async ({ id, turnId, sha256 }) => {
    if (turnId === undefined) return;
    if (sha256 && (await documents.get('turns', turnId))) await device.files.update(id, { transfer: 'queued' });
    else await deleteFile(device, id);
  });
}

/**
 * Deletes files whose question was sent, or is gone. A version of it that waits or was refused, and names the file as
 * well, keeps it.
 */
export async function deleteStaleQuestionFiles(
  {
    device,
    documents,
    pending,
  }: {
    device: DeviceDatabase;
    documents: Pick<Documents, 'names' | 'pendingRows'>;
    pending: Pick<PendingDocuments, 'has'>;
  },
  now: number,
): Promise<void> {
  /** in this order: a question that is refused meanwhile is a rejected change before it waits no longer */
  const versionWith = async (fileId: string): Promise<string | undefined> => {
    const turns = documents.names.includes('turns') ? await documents.pendingRows('turns') : [];
    const waiting = turns.find(({ _deleted, fileIds }) => !_deleted && (fileIds as string[]).includes(fileId));
    return waiting?.id ?? refusedWithFile(device, fileId);
  };
  const rows = await device.files.rows.filter(({ turnId }) => turnId !== undefined).toArray();
  for (const { id, itemId, turnId, transfer, addedAt } of rows) {
    // also while its deletion can be undone
    if (transfer === 'storing' || pending.has('turns', turnId!)) continue;
    // refused, or with a document that was: the person may send it again
    if ((await device.rejectedChanges.rows.where('documentId').equals(turnId!).count()) > 0) continue;
    if (isUnsentFile({ transfer }) && addedAt >= now - ALONE_MS) continue;
    // the file of a chat that was deleted here is not sent again
    const version = transfer === 'orphan' ? undefined : await versionWith(itemId);
    if (version === undefined) await deleteFile(device, id);
    else await device.files.update(id, { turnId: version });
  }
}
