/**
 * The rows of the outbox page, one per pending thing. Their ids tell the kind: `<kind>/<id>`, `call/<id>`,
 * `recording/<id>`, `image/<id>`, `file/<id>`.
 */
import { childrenOf, KIND_NAMES, KINDS, labelOf, topDocumentOf, yjsField, type KindName } from '../../model/kinds';
import type { LocalFile, LocalImage, LocalRecording, OutboxCall, UploadState } from '../storage/device-rows';
import type { PendingDocument, PendingDocuments } from '../storage/pending';
import type { Replica } from '../storage/replica-database';
import { placeOf as stuckKey, type Stuck } from '../storage/stuck';
import type { OutboxRow } from '../storage/status';
import { titleOf } from '../storage/titles';
import { mayHaveRun } from './outbox';

export type HoldOf = (collection: KindName, id: string) => { code: string; attempts: number; until: number } | null;

export interface LocalRows {
  calls: OutboxCall[];
  typed: string[];
  recordings: LocalRecording[];
  /** recordings whose browser ended while they ran */
  recovered: LocalRecording[];
  /** not sent yet */
  images: LocalImage[];
  files: LocalFile[];
  /** files with the name of another file, for which a decision is pending */
  undecided: LocalFile[];
  uploads: UploadState[];
  /** by `<kind>/<id>` */
  stuck: ReadonlyMap<string, Stuck>;
}

interface Subject {
  title: string;
  link: string;
}

/** Title and link of a document. Child documents have their parent's. */
async function subjectOf(replica: Replica, kind: KindName, id: string): Promise<Subject> {
  const [top, topId] = topDocumentOf(kind, id);
  const [found] = replica.names.includes(top) ? await replica.kind(top).byIds([topId]) : [];
  const row = { ...found, id: topId };
  return { title: titleOf(row), link: KINDS[top].link(row) };
}

async function documentRow(
  replica: Replica,
  document: PendingDocument,
  hold: ReturnType<HoldOf>,
  stuck: Stuck | undefined,
): Promise<OutboxRow> {
  const subject = await subjectOf(replica, document.collection, document.id);
  return {
    id: `${document.collection}/${document.id}`,
    kind: yjsField(document.collection) === null ? 'document' : 'text',
    title: subject.title,
    about: `${document.collection}/${document.id}`,
    label: labelOf(document.collection, document.id),
    size: 0,
    sent: 0,
    attempts: hold?.attempts ?? 0,
    lastError: stuck
      ? { ...stuck, message: stuck.code }
      : hold
        ? { code: hold.code, message: hold.code, at: document.since }
        : null,
    nextTryAt: hold?.until ?? 0,
    since: document.since,
    state: stuck ? 'attention' : 'waiting',
    durationMs: 0,
    link: document.deleted ? '' : subject.link,
    can: { retry: true, drop: document.deleted, saveToFile: yjsField(document.collection) !== null },
  };
}

/** The document that a call is about; by default what its input names by `kind` and `id`. */
function aboutOf({ about, input }: Pick<OutboxCall, 'about' | 'input'>): string {
  const { kind, id } = (input ?? {}) as { kind?: unknown; id?: unknown };
  return about ?? (typeof kind === 'string' && typeof id === 'string' ? `${kind}/${id}` : '');
}

const callRow = (call: OutboxCall): OutboxRow => ({
  id: `call/${call.id}`,
  kind: 'call',
  title: call.label.params['title'] ?? '',
  about: aboutOf(call),
  label: call.label.key,
  size: 0,
  sent: 0,
  attempts: call.attempts,
  lastError: call.lastError,
  nextTryAt: call.nextTryAt,
  since: call.createdAt,
  state: call.state === 'answered' ? 'running' : call.state,
  durationMs: 0,
  link: '',
  can: { retry: !mayHaveRun(call), drop: !mayHaveRun(call), saveToFile: false },
});

/** Progress of an upload, and the possible actions. */
function uploadOf(
  upload: UploadState | undefined,
  isLocal = false,
): Pick<OutboxRow, 'sent' | 'attempts' | 'lastError' | 'nextTryAt' | 'state' | 'can'> {
  const isRunning = upload?.state === 'running' || upload?.state === 'finishing';
  const state = upload?.state === 'attention' ? 'attention' : isLocal ? 'local' : isRunning ? 'running' : 'waiting';
  return {
    sent: upload?.sent ?? 0,
    attempts: upload?.attempts ?? 0,
    lastError: upload?.lastError ?? null,
    nextTryAt: upload?.nextTryAt ?? 0,
    state,
    can: { retry: state !== 'running', drop: state !== 'running', saveToFile: true },
  };
}

async function recordingRow(
  replica: Replica,
  recording: LocalRecording,
  upload: UploadState | undefined,
): Promise<OutboxRow> {
  const subject = await subjectOf(replica, 'meetings', recording.meetingId);
  const isLocal = recording.transfer === 'local';
  return {
    id: `recording/${recording.id}`,
    kind: 'recording',
    title: subject.title || recording.fileName,
    about: '',
    label: 'recording',
    size: recording.bytes,
    since: recording.endedAt || recording.startedAt,
    durationMs: recording.capturedMs,
    link: subject.link,
    ...uploadOf(upload, isLocal),
  };
}

async function imageRow(replica: Replica, image: LocalImage, upload: UploadState | undefined): Promise<OutboxRow> {
  const subject = await subjectOf(replica, 'noteContents', image.contentId);
  return {
    id: `image/${image.id}`,
    kind: 'image',
    title: subject.title,
    about: '',
    label: 'image',
    size: image.bytes,
    since: image.addedAt,
    durationMs: 0,
    link: subject.link,
    ...uploadOf(upload),
  };
}

/** A file added on this device, under the present name of its item; under its original name if the item is gone. */
async function fileRow(replica: Replica, file: LocalFile, upload: UploadState | undefined): Promise<OutboxRow> {
  if (file.turnId !== undefined) return questionFileRow(replica, file, file.turnId, upload);
  const subject = await subjectOf(replica, 'projectItems', file.itemId);
  const isLocal = file.transfer === 'paused';
  return {
    id: `file/${file.id}`,
    kind: 'file',
    title: subject.title || file.name,
    about: `projectItems/${file.itemId}`,
    label: 'file',
    size: file.bytes,
    since: file.addedAt,
    durationMs: 0,
    link: subject.link,
    ...uploadOf(upload, isLocal),
  };
}

/** A file of a pending question; the question has a separate row. */
async function questionFileRow(
  replica: Replica,
  file: LocalFile,
  turnId: string,
  upload: UploadState | undefined,
): Promise<OutboxRow> {
  const { link } = await subjectOf(replica, 'turns', turnId);
  return {
    id: `file/${file.id}`,
    kind: 'file',
    title: file.name,
    about: `turns/${turnId}`,
    label: 'questionFile',
    size: file.bytes,
    since: file.addedAt,
    durationMs: 0,
    link,
    ...uploadOf(upload),
  };
}

/** An undecided file; the person decides in the files of its project. */
const undecidedRow = ({ id, itemId, projectId = '', name, bytes, addedAt }: LocalFile): OutboxRow => ({
  id: `file/${id}`,
  kind: 'file',
  title: name,
  about: `projectItems/${itemId}`,
  label: 'undecidedFile',
  size: bytes,
  sent: 0,
  attempts: 0,
  lastError: null,
  nextTryAt: 0,
  since: addedAt,
  state: 'local',
  durationMs: 0,
  link: `${KINDS.projects.link({ id: projectId })}?tab=files`,
  can: { retry: false, drop: true, saveToFile: true },
});

async function recoveredRow(replica: Replica, recording: LocalRecording): Promise<OutboxRow> {
  const row = await recordingRow(replica, recording, undefined);
  // the leader finishes it
  return { ...row, state: 'recovered', can: { retry: false, drop: false, saveToFile: true } };
}

/** Kinds whose documents may be represented by the row of a part (`listedAs`). */
export const LISTED_WITH_PARTS: readonly KindName[] = KIND_NAMES.filter((kind) => KINDS[kind].listedAs.length > 0);

/** Whether the row of a part represents a pending document (`listedAs`). False if the document itself is stuck. */
export function isListedWithPart(
  { collection, id, deleted }: PendingDocument,
  pending: PendingDocuments,
  { typed, files }: { typed: readonly string[]; files: readonly Pick<LocalFile, 'itemId'>[] },
  isStuck: (key: string) => boolean,
): boolean {
  const key = stuckKey(collection, id);
  if (isStuck(key)) return false;
  return KINDS[collection].listedAs.some((part) => {
    if (part === 'bytes') return !deleted && files.some(({ itemId }) => itemId === id);
    const kind = part as KindName;
    const child = childrenOf(collection, id).find(([name]) => name === kind);
    if (!child) return !deleted && pending.of(kind).some((within) => within.parent === key && !within.deleted);
    // a deleted note is represented by its text, which can be saved to a file
    const isText = yjsField(kind) !== null;
    return (isText || !deleted) && (pending.has(...child) || (isText && typed.includes(child[1])));
  });
}

/** All rows of the outbox page. */
export async function outboxRows(
  replica: Replica,
  pending: PendingDocuments,
  local: LocalRows,
  holdOf: HoldOf,
): Promise<OutboxRow[]> {
  const documents = pending.all();
  const typed = local.typed
    .filter((id) => !pending.has('noteContents', id))
    .map((id): PendingDocument => ({
      collection: 'noteContents',
      id,
      title: '',
      since: 0,
      editedAt: 0,
      deleted: false,
    }));
  const listed = [...documents, ...typed].filter(
    (document) => !isListedWithPart(document, pending, local, (key) => local.stuck.has(key)),
  );
  const uploads = new Map(local.uploads.map((upload) => [upload.id, upload]));
  return [
    ...(await Promise.all(local.recovered.map((recording) => recoveredRow(replica, recording)))),
    ...(await Promise.all(
      local.recordings.map((recording) => recordingRow(replica, recording, uploads.get(recording.id))),
    )),
    ...(await Promise.all(local.images.map((image) => imageRow(replica, image, uploads.get(image.id))))),
    ...(await Promise.all(local.files.map((file) => fileRow(replica, file, uploads.get(file.id))))),
    ...local.undecided.map(undecidedRow),
    ...local.calls.map(callRow),
    ...(await Promise.all(
      listed.map((document) =>
        documentRow(
          replica,
          document,
          holdOf(document.collection, document.id),
          local.stuck.get(stuckKey(document.collection, document.id)),
        ),
      ),
    )),
  ];
}
