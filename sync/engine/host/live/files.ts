/** Live values of the files of projects that this device holds or sends. */
import { combineLatest, EMPTY, map, startWith, switchMap, throttleTime, type Observable } from 'rxjs';
import type { LocalFileRow, QuestionFileRow, UndecidedFileRow } from '../live-queries';
import { keptProjects, keptRow } from '../../files/kept-files';
import { shownFile, undecidedFiles } from '../../files/file-store';
import { rowsOfFiles } from '../../files/question-files';
import { type DeviceDatabase } from '../../storage/device-database';
import { isUnsentFile, type LocalFile, type UploadState } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';
import type { Documents } from '../../storage/documents';
import type { Replica } from '../../storage/replica-database';

type FileRow = Omit<LocalFile, 'name'>;

/** milliseconds between two values while rows of projects change */
const LIST_MS = 100;

function stateOf(file: FileRow, upload: UploadState | undefined, refusal: string | undefined): LocalFileRow['state'] {
  if (!isUnsentFile(file)) return 'onServer';
  if (refusal !== undefined || upload?.state === 'attention') return 'attention';
  if (file.transfer === 'paused') return 'paused';
  return upload?.state === 'running' || upload?.state === 'finishing' ? 'uploading' : 'waiting';
}

const localRow = (
  file: FileRow,
  projectId: string,
  upload: UploadState | undefined,
  refusal: string | undefined,
): LocalFileRow => ({
  id: file.itemId,
  projectId,
  state: stateOf(file, upload, refusal),
  bytes: file.bytes,
  sent: isUnsentFile(file) ? (upload?.sent ?? 0) : file.bytes,
  attempts: upload?.failures ?? 0,
  error: isUnsentFile(file) ? (refusal ?? upload?.lastError?.code ?? '') : '',
  hasBytes: true,
});

/** Files of pending questions; without files that the server already had when the question was asked. */
export const questionFiles = (device: DeviceDatabase, fileIds: readonly string[]): Observable<QuestionFileRow[]> =>
  deviceQuery(async () => {
    const files = await rowsOfFiles(device, fileIds);
    const uploads = await device.uploads.bulkGet(files.map(({ id }) => id));
    return files.map((file, i): QuestionFileRow => {
      const { id, state, bytes, sent, error } = localRow(file, '', uploads[i], undefined);
      return { id, state, bytes, sent, error, params: uploads[i]?.lastError?.params ?? {} };
    });
  });

/** A row for each file with bytes on this device, for the version that is shown (shownFile). */
export function localFiles(
  { device, documents, replica }: { device: DeviceDatabase; documents: Documents; replica: Replica },
  { projectId, itemId: wanted }: { projectId?: string; itemId?: string },
): Observable<LocalFileRow[]> {
  const local = deviceQuery(async () => {
    const files = (await device.files.rows.toArray()).filter(
      ({ itemId, turnId, transfer }) =>
        turnId === undefined &&
        transfer !== 'storing' &&
        transfer !== 'fetching' &&
        (wanted === undefined || itemId === wanted),
    );
    const unsent = files.filter(isUnsentFile);
    return {
      files,
      uploads: await device.uploads.bulkGet(unsent.map(({ id }) => id)),
      refused: await device.rejectedChanges.rows
        .where('documentId')
        .anyOf(unsent.map(({ itemId }) => itemId))
        .toArray(),
    };
  });
  const changed = replica.names.includes('projectItems') ? replica.kind('projectItems').changes() : EMPTY;
  return combineLatest([local, changed.pipe(startWith(undefined))]).pipe(
    throttleTime(LIST_MS, undefined, { leading: true, trailing: true }),
    switchMap(async ([{ files, uploads, refused }]) => {
      const upload = new Map(uploads.flatMap((each) => (each ? [[each.id, each] as const] : [])));
      const refusal = new Map(refused.map(({ documentId, code }) => [documentId, code]));
      const byItem = new Map<string, FileRow[]>();
      for (const file of files) byItem.set(file.itemId, [...(byItem.get(file.itemId) ?? []), file]);
      const stored = replica.names.includes('projectItems')
        ? await documents.stored('projectItems', [...byItem.keys()])
        : [];
      const items = new Map(stored.filter((row) => !row._deleted).map((row) => [row.id, row]));
      return [...byItem].flatMap(([itemId, rows]) => {
        const item = items.get(itemId);
        const inProject = String(item?.['projectId'] ?? '');
        const shown = shownFile(rows, Number(item?.['version'] ?? 0));
        // an orphaned file is shown again when its item is restored
        if (!shown || shown.transfer === 'orphan' || (projectId !== undefined && inProject !== projectId)) return [];
        return [localRow(shown, inProject, upload.get(shown.id), refusal.get(itemId))];
      });
    }),
  );
}

export const undecidedRows = (device: DeviceDatabase, projectId: string): Observable<UndecidedFileRow[]> =>
  deviceQuery(async () => (await undecidedFiles(device)).filter((row) => row.projectId === projectId)).pipe(
    switchMap((rows) => device.files.openAll(rows)),
    map((files) => files.map(({ id, name, itemId }) => ({ id, name, otherId: itemId }))),
  );

export const keptProjectIds = (device: DeviceDatabase): Observable<string[]> =>
  deviceQuery(() => keptRow(device)).pipe(switchMap(() => keptProjects(device)));
