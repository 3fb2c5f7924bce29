/** The interface between the upload queue and the things to upload. */
import type { Observable } from 'rxjs';
import type { KindName } from '../../../model/kinds';
import type { Call } from '../../../protocol/client';
import type { ErrorCode } from '../../../protocol/errors';
import type { RowStarts } from './parts';
import type { TusUpload } from './tus';

export interface AppliedUpload extends TusUpload {
  uploadId: string;
  /** most bytes of one part; 0: unknown */
  partBytes: number;
  /** already finished with a verified hash */
  finished: boolean;
}

export interface CallLimits {
  signal: AbortSignal;
  timeout: number;
}

export interface UploadItem {
  id: string;
  /** size of the whole item */
  bytes: number;
  /** time by which items are ordered */
  since: number;
  /** the document that must be on the server first; null for none */
  subject: readonly [collection: KindName, id: string] | null;
  /** error code of an item whose subject is gone */
  missing: ErrorCode;
  /** Called when the subject is gone. True: the item needs no attention of a person. */
  leave?(): Promise<boolean>;
  apply(call: Call, limits: CallLimits): Promise<AppliedUpload>;
  parts(offset: number, size: () => number, starts: RowStarts): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Whether it is still queued, and for the same subject: a person may have paused, moved or removed it. */
  isQueued(): Promise<boolean>;
  /** Marks it as uploading, atomically with the check of `isQueued`. False: it must not be sent any more. */
  started(): Promise<boolean>;
  /** emits when the item must not be sent any more during its upload */
  stopped$: Observable<unknown>;
  sha256(): Promise<string>;
  finish(call: Call, uploadId: string, sha256: string, limits: CallLimits): Promise<unknown>;
  /** Marks it as verified by the server. Called within a transaction over recordings, images, files and uploads. */
  stored(sha256: string): Promise<void>;
}
