/** The interface of things to upload to the queue of uploads. */
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
  /** of the whole */
  bytes: number;
  /** time by which items are ordered */
  since: number;
  /** the document that must be on the server first; null for none */
  subject: readonly [collection: KindName, id: string] | null;
  /** why an item without its subject is not sent */
  missing: ErrorCode;
  /** The subject is gone: whether the item needs no attention of a person. */
  leave?(): Promise<boolean>;
  apply(call: Call, limits: CallLimits): Promise<AppliedUpload>;
  parts(offset: number, size: () => number, starts: RowStarts): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Whether it is still queued, and for the same subject: a person may have paused, moved or removed it. */
  isQueued(): Promise<boolean>;
  /** Marks it as being sent, in one step with the check of `isQueued`. False: it is not to be sent any more. */
  started(): Promise<boolean>;
  /** emits once it is not to be sent any more while it is sent */
  stopped$: Observable<unknown>;
  sha256(): Promise<string>;
  finish(call: Call, uploadId: string, sha256: string, limits: CallLimits): Promise<unknown>;
  /** Marks it as verified by the server. Called within a transaction over recordings, images, files and uploads. */
  stored(sha256: string): Promise<void>;
}
