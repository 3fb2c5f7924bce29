/**
 * Unsent files of questions: temporary files whose ids this device creates. A question that refers to one is not pushed
 * before the server has its bytes (replication/waiting-questions.ts).
 *
 *   asked ──► storing ──► queued ──► uploading ──► onServer ──(the question was pushed)──► deleted
 *                          │ └ rejected: stays until the person removes it or takes the question back
 *                          └ its chat was deleted here ──► orphan ──(the deletion was pushed)──► deleted
 */
import type { Clock } from '../storage/clock';
import type { DeviceDatabase } from '../storage/device-database';
import { isUnsentFile } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { deleteFile } from '../storage/file-space';
import type { PendingDocuments } from '../storage/pending';
import { settleEach, slicesOf, storeFile } from './file-store';

/** milliseconds for which a file without a question is kept, since a handover stores files before their question */
const ALONE_MS = 24 * 60 * 60_000;

/** Rows of the files with these ids; a question and its later versions share them. */
export const rowsOfFiles = (device: DeviceDatabase, fileIds: readonly string[]) =>
  device.files.rows
    .where('itemId')
    .anyOf([...fileIds])
    .filter(({ turnId }) => turnId !== undefined)
    .toArray();

/**
 * Ids of temporary files that the server lacks, including those of a chat that was deleted here: if the chat is
 * restored, its questions wait for them.
 */
export const unsentQuestionFiles = async (device: DeviceDatabase): Promise<string[]> =>
  (await device.files.rows.where('transfer').anyOf('storing', 'queued', 'uploading', 'paused', 'orphan').toArray())
    .filter(({ turnId }) => turnId !== undefined)
    .map(({ itemId }) => itemId);

/** The files of a question. A damaged row may lack any field. */
export const filesOfQuestion = ({ fileIds }: Record<string, unknown>): string[] =>
  Array.isArray(fileIds) ? (fileIds as string[]) : [];

/** The id of a rejected question (other than `except`) that refers to a file: the person may send both again. */
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
  return refused.find(({ base, content }) => !base && !content['_deleted'] && filesOfQuestion(content).includes(fileId))
    ?.documentId;
}

export interface QuestionFile {
  /** id of the temporary file */
  id: string;
  file: Blob;
  name: string;
  mimeType: string;
}

/**
 * Stores the files of a question, runs `ask` while all of them are locked, and queues them. A failure leaves no file
 * behind. Throws DEVICE_STORAGE_FULL and the errors of `ask`.
 * @param ask writes the question
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
      // the question exists: a failure here must not delete its files. `settleQuestionFiles` queues them later.
      await device.files.update(stored.id, { transfer: 'queued' }).catch(() => undefined);
      return asked;
    },
  );
}

/** Queues the uploaded files of these questions again. */
export const requeueSentFiles = (device: DeviceDatabase, turnIds: ReadonlySet<string>): Promise<unknown> =>
  device.files.rows
    .where('transfer')
    .equals('onServer')
    .filter(({ turnId }) => turnId !== undefined && turnIds.has(turnId))
    .modify({ transfer: 'queued' });

/** Settles files that killed tabs left: they are queued if their question exists, otherwise deleted. */
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
 * Deletes files whose question was pushed or no longer exists. A file is kept, and assigned to it, if another version
 * of the question that is pending or rejected refers to it.
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
  /**
   * In this order: a question that is rejected concurrently becomes a rejected change before it stops being pending.
   */
  const versionWith = async (fileId: string): Promise<string | undefined> => {
    const turns = documents.names.includes('turns') ? await documents.pendingRows('turns') : [];
    const waiting = turns.find((turn) => !turn._deleted && filesOfQuestion(turn).includes(fileId));
    return waiting?.id ?? refusedWithFile(device, fileId);
  };
  const rows = await device.files.rows.filter(({ turnId }) => turnId !== undefined).toArray();
  for (const { id, itemId, turnId, transfer, addedAt } of rows) {
    // pending, also by a deletion that can still be undone
    if (transfer === 'storing' || pending.has('turns', turnId!)) continue;
    // the question was rejected, alone or with another document: the person may send it again
    if ((await device.rejectedChanges.rows.where('documentId').equals(turnId!).count()) > 0) continue;
    if (isUnsentFile({ transfer }) && addedAt >= now - ALONE_MS) continue;
    // files of a chat that was deleted here are not sent again
    const version = transfer === 'orphan' ? undefined : await versionWith(itemId);
    if (version === undefined) await deleteFile(device, id);
    else await device.files.update(id, { turnId: version });
  }
}
