/**
 * Attached files of a question that is being written. While the person writes, they are uploaded as temporary files,
 * one after another, and the server extracts their texts. Until the question is asked, only the memory of this page
 * holds them. Files that the server does not have by then are stored in the replica with the question under the same
 * ids, and the replica continues their uploads.
 *
 *   waiting ─► sending ─► reading ─┬► ready
 *      ▲          │                └► unread   on the server, but without text: with the reason
 *      └─ no connection, retry
 *                 └► failed   refused or interrupted: with the reason
 */
import { errorCode } from '~/features/failures/error-text';
import { setBusy } from '~/replica/busy';
import { typeOfName } from '../../../sync/model/file-types';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';
import { deleteTemporary, sendTemporary, untilRead } from './send-temporary';

export interface Attachment {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'reading' | 'ready' | 'unread' | 'failed';
  /** bytes that the server has */
  sent: number;
  /** id of the temporary file, chosen by the page, so that the engine can continue the upload */
  id: string;
  /** the server has all bytes */
  isStored: boolean;
  /** code of the failure, '' for none */
  error: string;
  params: Record<string, string | number>;
}

/** Codes of failures that another attempt cannot change. */
const FINAL = new Set([
  'FILE_TYPE_NOT_SUPPORT',
  'FILE_TYPE_MISMATCH',
  'FILE_MAX_LENGTH_EXCEEDED',
  'FILE_TOTAL_LENGTH_EXCEEDED',
  'FILE_CONTENT_EMPTY',
  'FILE_NAME_REQUIRED',
  'FILE_NAME_LENGTH_EXCEEDED',
]);
/** code of a request without a response, and of a failure of the server */
const INTERRUPTED = 'HTTP_500';
/** Whether the upload failed without a response, or by a failure of the server: another attempt may succeed. */
export const isInterrupted = ({ state, error }: Attachment): boolean => state === 'failed' && error === INTERRUPTED;
export const canRetry = ({ state, error }: Attachment): boolean => state === 'failed' && !FINAL.has(error);
/** Whether a file refused with this code may be accepted later, for example when the organization has storage again. */
export const canSucceedLater = (code: string): boolean => code === 'FILE_TOTAL_LENGTH_EXCEEDED' || !FINAL.has(code);
/** The reason why a file cannot be attached, or null. Audio files have no text for an answer. */
function refusal(file: File): CallError | null {
  const type = typeOfName(file.name);
  if (!type || type.category === 'audio') return new CallError('FILE_TYPE_NOT_SUPPORT');
  if (file.size === 0) return new CallError('FILE_CONTENT_EMPTY');
  return file.size > LIMITS.fileBytes
    ? new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: LIMITS.fileBytes / 1024 / 1024 } })
    : null;
}

let lastKey = 0;

export class Attachments {
  private list: readonly Attachment[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<number, AbortController>();
  private isSending = false;
  private isOnline = true;
  private isHeld = false;
  private isShown = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly get = (): readonly Attachment[] => this.list;

  /** Adds files, at most five in all. Returns the number of files that were left out. */
  add(files: readonly File[]): number {
    const places = Math.max(0, LIMITS.questionFiles.max - this.list.length);
    const added = files.slice(0, places).map((file): Attachment => {
      lastKey += 1;
      const error = refusal(file);
      const { code, params } = error ? errorCode(error) : { code: '', params: {} };
      const state = error ? 'failed' : 'waiting';
      return { key: lastKey, file, state, sent: 0, id: newId(), isStored: false, error: code, params };
    });
    this.set([...this.list, ...added]);
    void this.work();
    return files.length - added.length;
  }

  remove(key: number): void {
    const removed = this.list.find((each) => each.key === key);
    this.running.get(key)?.abort();
    this.set(this.list.filter((each) => each.key !== key));
    // best effort: the server deletes temporary files after a week
    if (removed?.isStored) deleteTemporary(removed.id).catch(() => undefined);
  }

  retry(key: number): void {
    this.patch(key, { state: 'waiting', error: '', params: {} });
    void this.work();
  }

  /** Pauses uploads while offline; interrupted ones start again with the next connection. */
  setOnline(isOnline: boolean): void {
    if (isOnline === this.isOnline) return;
    this.isOnline = isOnline;
    for (const each of this.list) if (each.error === INTERRUPTED) this.patch(each.key, { state: 'waiting', error: '' });
    void this.work();
  }

  /** Removes the files that a stored question has now. Files attached since then stay for the next question. */
  release(keys: readonly number[]): void {
    for (const key of keys) this.running.get(key)?.abort();
    this.set(this.list.filter(({ key }) => !keys.includes(key)));
  }

  /** Stops uploads until `go`, while the question is stored: otherwise page and replica could upload the same file. */
  hold(): void {
    this.isHeld = true;
    for (const { key } of this.list.filter(({ state }) => state === 'sending')) {
      this.running.get(key)?.abort();
      this.patch(key, { state: 'waiting', sent: 0 });
    }
  }

  /** Continues the uploads of waiting files. */
  go(): void {
    this.isHeld = false;
    void this.work();
  }

  /** Uploads while the screen is shown. Returns a function that aborts all requests, for when the screen is left. */
  show(): () => void {
    this.isShown = true;
    void this.work();
    return () => {
      this.isShown = false;
      for (const each of this.running.values()) each.abort();
      setBusy('attachments', null);
    };
  }

  private set(list: readonly Attachment[]): void {
    this.list = list;
    for (const listener of this.listeners) listener();
  }

  private patch(key: number, change: Partial<Attachment>): void {
    this.set(this.list.map((each) => (each.key === key ? { ...each, ...change } : each)));
  }

  /** Uploads waiting files one after another; the server extracts their texts meanwhile. */
  private async work(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let next = this.next(); next; next = this.next()) {
        setBusy('attachments', 'uploading');
        await this.send(next);
      }
    } finally {
      this.isSending = false;
      setBusy('attachments', null);
    }
  }

  private readonly next = (): Attachment | undefined =>
    this.isOnline && this.isShown && !this.isHeld ? this.list.find(({ state }) => state === 'waiting') : undefined;

  private async send({ key, id, file }: Attachment): Promise<void> {
    const ending = new AbortController();
    this.running.set(key, ending);
    const { signal } = ending;
    this.patch(key, { state: 'sending', sent: 0 });
    try {
      const stored = await sendTemporary(file, id, { signal, onSent: (sent) => this.patch(key, { sent }) });
      this.patch(key, { state: 'reading', isStored: true });
      // not awaited: the next file is uploaded while the server reads this one
      untilRead(stored, signal)
        .then(({ parseStatus, error }) =>
          this.patch(key, parseStatus === 'parsed' ? { state: 'ready' } : { state: 'unread', error }),
        )
        .catch((error: unknown) => this.fail(key, error, signal));
    } catch (error) {
      this.fail(key, error, signal);
    }
  }

  private fail(key: number, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const { code, params } = errorCode(error);
    if (error instanceof NoAnswerError && !this.isOnline) this.patch(key, { state: 'waiting' });
    else this.patch(key, { state: 'failed', error: code, params });
  }
}
