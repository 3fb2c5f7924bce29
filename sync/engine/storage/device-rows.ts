/**
 * Rows of the device database (./device-database): what this device has that is not replicated, and the Web Locks of
 * rows that are being written.
 */
import type { KindName } from '../../model/kinds';
import type { NoteImageType } from '../../model/note-image';
import type { Peaks } from '../../model/peaks';
import type { LastError } from './status';

/**
 * A recording on this device, from its first chunk until the server has verified its hash and the local copy may be
 * deleted.
 */
export interface LocalRecording {
  id: string;
  meetingId: string;
  /**
   * `recording` while the Web Lock `recording:<id>` is held; without a holder the recording is an orphan, which the
   * leader finishes
   */
  state: 'recording' | 'paused' | 'stopped' | 'imported';
  /**
   * local only → queued for upload → uploading → verified by the server; `deleted`: removed when the deletion can no
   * longer be undone
   */
  transfer: 'local' | 'queued' | 'uploading' | 'onServer' | 'deleted';
  /** while `transfer` is `deleted`: time of the deletion (device milliseconds) and the previous state */
  deleted?: { at: number; transfer: Exclude<LocalRecording['transfer'], 'deleted'> };
  fileName: string;
  mimeType: string;
  language: string;
  /** `system`: shared sound; `both`: the microphone in the left channel, shared sound in the right one */
  source: 'microphone' | 'system' | 'both' | 'file';
  startedAt: number;
  endedAt: number;
  /** milliseconds of captured sound, and elapsed time while recording; the differences are listed as gaps */
  capturedMs: number;
  wallMs: number;
  gaps: { atMs: number; lostMs: number }[];
  /** bytes on disk */
  bytes: number;
  chunks: number;
  /** hex; set when stopped */
  sha256: string;
  /** loudness over time; absent in imported recordings and in those of earlier versions */
  peaks?: Peaks;
}

/**
 * Whether the server may lack a recording that the person wants. A deleted one does not count, even while the deletion
 * can be undone.
 */
export const isUnsentRecording = ({ transfer }: Pick<LocalRecording, 'transfer'>): boolean =>
  transfer !== 'onServer' && transfer !== 'deleted';

/** About three seconds of encoded audio. `seq` is consecutive from 0. */
export interface RecordingChunk {
  recordingId: string;
  seq: number;
  bytes: Uint8Array;
  /** milliseconds of sound in it */
  durationMs: number;
  /** milliseconds of sound before it */
  atMs: number;
}

/**
 * An image of a note on this device; its bytes are in a row of their own. Known by its text and its id in it
 * (image-store.ts:findImage): another text may have another image with the same id.
 */
export interface LocalImage {
  /** of the row, its bytes and its upload */
  id: string;
  /** the text that it belongs to */
  contentId: string;
  /** its id in the text; absent in rows of earlier versions, which have it as their id */
  imageId?: string;
  /**
   * queued for upload → uploading → verified by the server; `orphan`: its text was deleted before it was sent, and may
   * be restored; `seen`: read from the server, may be removed when space is needed
   */
  transfer: 'queued' | 'uploading' | 'onServer' | 'orphan' | 'seen';
  type: NoteImageType;
  /** pixels */
  width: number;
  height: number;
  bytes: number;
  /** hex; '' for one read from the server */
  sha256: string;
  /** milliseconds */
  addedAt: number;
  usedAt: number;
}
export const imageIdOf = ({ id, imageId }: Pick<LocalImage, 'id' | 'imageId'>): string => imageId ?? id;
/** Whether the server may lack an image that a text of this device names. */
export const isUnsentImage = ({ transfer }: Pick<LocalImage, 'transfer'>): boolean =>
  transfer === 'queued' || transfer === 'uploading';

export interface ImageBytes {
  id: string;
  bytes: Uint8Array;
}

/**
 * Bytes of a file of a project on this device, of one of its versions; they are in rows of their own. A file may have
 * several: the version that the server has, and a new one that is not sent yet. Or those of a temporary file of a
 * question that waits for it (files/question-files.ts).
 */
export interface LocalFile {
  /** of the row, its bytes and its upload */
  id: string;
  /** the project item; of a question's file, the temporary file */
  itemId: string;
  /** of a question's file: the question that was asked with it */
  turnId?: string;
  /**
   * `storing`: being written while the Web Lock `fileLock(id)` is held; all bytes are there once it has a hash. Then
   * queued for upload → uploading → verified by the server; `paused` by the person; `orphan`: its item was deleted here
   * before it was sent, and may be restored; `undecided`: it has the name of `itemId`, and the person has not decided
   * whether it is a new version. `fetching`: being read from the server, then `seen`. The bytes of `onServer` and
   * `seen` may be deleted when space is needed
   */
  transfer: 'storing' | 'fetching' | 'undecided' | 'queued' | 'uploading' | 'paused' | 'onServer' | 'orphan' | 'seen';
  /** of an undecided file: the project that it was added to */
  projectId?: string;
  /** the version that the bytes are of, or are to become */
  version: number;
  /** name of the file when it was stored */
  name: string;
  mimeType: string;
  bytes: number;
  chunks: number;
  /** hex; '' until all bytes are stored */
  sha256: string;
  /** its project is kept on this device: deleted after the others when space is needed */
  isKept: boolean;
  /** milliseconds */
  addedAt: number;
  usedAt: number;
}
/** Whether the server may lack a file that was added on this device. */
export const isUnsentFile = ({ transfer }: Pick<LocalFile, 'transfer'>): boolean =>
  transfer === 'queued' || transfer === 'uploading' || transfer === 'paused';
/** Whether this device may have the only copy: the file is unsent or undecided. */
export const mayBeUnsynced = (file: Pick<LocalFile, 'transfer'>): boolean =>
  isUnsentFile(file) || file.transfer === 'undecided';
/** Web Lock held while the bytes of a file are written; a row in state `storing` without a lock holder is abandoned. */
export const fileLock = (id: string): string => `satchel-file:${id}`;

/** All rows but the last have the same size. `seq` is consecutive from 0. */
export interface FileChunk {
  fileId: string;
  seq: number;
  bytes: Uint8Array;
}

/** A call with side effects made offline. Its id makes a repetition harmless. */
export interface OutboxCall {
  /** also the Idempotency-Key */
  id: string;
  service: string;
  method: string;
  path: string;
  input: unknown;
  /** description on screen: a key of the `outbox` texts with its parameters */
  label: { key: string; params: Record<string, string> };
  createdAt: number;
  attempts: number;
  nextTryAt: number;
  lastError: LastError | null;
  /** `answered`: the server has accepted it, and its effect is not pulled yet */
  state: 'waiting' | 'running' | 'answered' | 'attention';
  /** ids of outbox entries or documents (`<kind>/<id>`) that must reach the server first */
  after: string[];
  /** the document (`<kind>/<id>`) that it is about, where its input does not name one by `kind` and `id` */
  about?: string;
  /** the call is deleted once the document `about` is gone */
  endsWithDocument?: true;
  /**
   * screens show its effect before the server does: once answered, the call is kept until the effect is pulled, as they
   * would show the state before it for a moment. Applying it to the pulled document must change nothing.
   */
  isKeptUntilPulled?: true;
  /** as `endsWithDocument`, because the person deleted the document on this device; ends if the deletion is undone */
  isWithdrawn?: boolean;
}

/** Progress of one resumable upload of a recording, image or file. */
export interface UploadState {
  /** the recording's, image's or local file's id */
  id: string;
  /** URL returned by apply, '' before; stored here because tus has no local storage in a worker */
  url: string;
  uploadId: string;
  token: string;
  /** bytes */
  size: number;
  sent: number;
  /** since the last part that arrived */
  attempts: number;
  /** failures reported by the server since new bytes arrived or a person retried the upload */
  failures?: number;
  /** most bytes that the server has had */
  furthest?: number;
  nextTryAt: number;
  lastError: LastError | null;
  state: 'waiting' | 'running' | 'finishing' | 'done' | 'attention';
  createdAt: number;
}

/** An update in the log of typed text, not yet compacted into the replica. */
export interface TypedUpdate {
  seq?: number;
  /** id of the noteContents document */
  contentId: string;
  update: Uint8Array;
  at: number;
}

/** The losing value of a merge: shown in the conflict inbox with undo. */
export interface ConflictVersion {
  id: string;
  collection: KindName;
  documentId: string;
  field: string;
  mine: unknown;
  theirs: unknown;
  /** the side that currently wins */
  stands: 'mine' | 'theirs';
  title: string;
  at: number;
  resolved: boolean;
}

/** A write that the server rejected; stored until the person decides. */
export interface RejectedChange {
  id: string;
  collection: KindName;
  documentId: string;
  code: string;
  field: string;
  /** the document as edited; for a text also its Yjs state */
  content: Record<string, unknown>;
  /** the server's version that was edited (texts as state vectors); absent for a new document */
  base?: Record<string, unknown> & { id: string };
  title: string;
  at: number;
}

/** The versions of a text as the server listed them last, and the texts of the newest ones. */
export interface KnownVersions {
  /** id of the noteContents document */
  contentId: string;
  /** time of the server's last list (device milliseconds); 0: never */
  at: number;
  versions: VersionRow[];
  /** number of versions on the server */
  total: number;
  present: Pick<VersionRow, 'at' | 'authorIds'> | null;
  /** Yjs states (base64) of some versions, by id */
  states: Record<string, string>;
}

export interface VersionRow {
  id: string;
  at: number;
  authorIds: string[];
  name: string;
  /** id of the queued call that saves or names the version on the server */
  callId?: string;
}

/** Small values by name: checkpoints, last sync, lease of the device. */
export interface MetaRow {
  key: string;
  value: unknown;
}

/** Web Lock held while recording; an entry in state `recording` without a lock holder is an orphan. */
export const recordingLock = (recordingId: string): string => `satchel-recording:${recordingId}`;

/** Complete recordings that are not to be uploaded. A running recording or import has no hash yet. */
export const isLocalOnly = (recording: Pick<LocalRecording, 'transfer' | 'state' | 'sha256'>): boolean =>
  recording.transfer === 'local' &&
  (recording.state === 'stopped' || (recording.state === 'imported' && recording.sha256 !== ''));
