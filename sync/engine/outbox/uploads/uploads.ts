/**
 * Uploads recordings, images and files in the leader, one after another. Their differences are in their UploadItem.
 *
 *   queued ──(its document is on the server)──► apply ──► HEAD: offset ──► PATCH parts … ──► finish with sha256 ──► onServer
 *      ▲                                         ▲  no answer, 5xx: later, from HEAD          │ incomplete: from HEAD
 *      └── retry (a person) ── attention ◄───────┴── refused for good, or failed too often ───┘ the bytes stay here
 */
import { LIMITS } from '../../../model/limits';
import type { Call } from '../../../protocol/client';
import { CallError, type ErrorCode } from '../../../protocol/errors';
import { UPLOAD_PART_BYTES, UPLOAD_TIMEOUTS, type UploadTimeouts } from '../../../protocol/uploads';
import { backoff, RETRY_MAX_MS } from '../../connection/backoff';
import { failedByConnection } from '../../connection/connection';
import type { Session } from '../../connection/session';
import type { Documents } from '../../storage/documents';
import type { DeviceDatabase } from '../../storage/device-database';
import type { UploadState } from '../../storage/device-rows';
import type { WhereIs } from '../outbox';
import { remaining, type Clock } from '../../storage/clock';
import { Pace } from './pace';
import { queuedFiles } from './files';
import { queuedImages } from './images';
import type { RowStarts } from './parts';
import { queuedRecordings } from './recordings';
import { sendPart, uploadOffset } from './tus';
import type { UploadItem } from './upload-item';

/**
 * Failures of one upload that another attempt may resolve; after LIMITS.uploadRetries of them it needs attention.
 */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UPLOAD_NOT_FOUND',
  'UPLOAD_INCOMPLETE',
  'UPLOAD_HASH_MISMATCH',
  'FILE_LOCK_FAILED',
  'S3_UPLOAD_FAILED',
  'AUDIO_UPLOAD_APPLY_FAILED',
  'AUDIO_UPLOAD_FAILED',
]);

export interface UploadsOptions {
  device: DeviceDatabase;
  documents: Pick<Documents, 'get'>;
  clock: Clock;
  session: Session;
  origin: string;
  whereIs: WhereIs;
  /** first backoff after a failure (milliseconds); default 1 s */
  retryMin?: number;
  timeouts?: UploadTimeouts;
}

/** State of an upload in memory. */
interface Progress {
  pace: Pace;
  starts: RowStarts;
}

export class Uploads {
  private readonly progress = new Map<string, Progress>();

  constructor(private readonly options: UploadsOptions) {}

  /** Queues again the uploads that ran when the worker ended. */
  async recover(): Promise<void> {
    await this.options.device.uploads
      .filter((u) => u.state === 'running' || u.state === 'finishing')
      .modify({ state: 'waiting' });
  }

  /**
   * Uploads the queued items that are ready. Throws errors that concern the connection.
   * @returns when the next one is due (clock milliseconds); Infinity: none by time
   */
  async flush(signal: AbortSignal): Promise<number> {
    const { device, documents, whereIs } = this.options;
    let next = Number.POSITIVE_INFINITY;
    const queued = [
      ...(await queuedRecordings(device)),
      ...(await queuedImages(device, whereIs)),
      ...(await queuedFiles(device, documents, whereIs)),
    ];
    /** skipped items: their documents were not on the server when their turn came */
    const waiting: UploadItem[] = [];
    for (const item of queued.sort((a, b) => a.since - b.since)) {
      waiting.push(item);
      for (let at = await this.firstReady(waiting); at >= 0 && !signal.aborted; at = await this.firstReady(waiting)) {
        const [ready] = waiting.splice(at, 1);
        next = Math.min(next, await this.take(ready!, signal));
      }
      if (signal.aborted) break;
    }
    return next;
  }

  private async stateOf(item: UploadItem): Promise<UploadState> {
    const known = await this.options.device.uploads.get(item.id);
    if (known) return known;
    const fresh: UploadState = {
      id: item.id,
      url: '',
      uploadId: '',
      token: '',
      size: item.bytes,
      sent: 0,
      attempts: 0,
      nextTryAt: 0,
      lastError: null,
      state: 'waiting',
      createdAt: this.options.clock.now(),
    };
    await this.options.device.uploads.put(fresh);
    return fresh;
  }

  /** Whether the document of an item is on the server. */
  private async isReady(item: UploadItem): Promise<boolean> {
    if (item.subject === null) return true;
    const where = await this.options.whereIs(...item.subject);
    if (where === 'gone' && (await item.isQueued()) && !(await item.leave?.())) {
      const upload = await this.stateOf(item);
      if (upload.state !== 'attention') await this.recordError(upload, new CallError(item.missing), 'attention', 0);
    }
    return where === 'sent';
  }

  /**
   * Index of the first item whose document is on the server; -1 if there is none. Once one is found, those before it
   * are checked again: documents that are pushed together arrive together, possibly between two checks.
   */
  private async firstReady(items: readonly UploadItem[]): Promise<number> {
    let found = -1;
    for (let at = 0; at < (found < 0 ? items.length : found);) {
      if (await this.isReady(items[at]!)) {
        found = at;
        at = 0;
      } else at += 1;
    }
    return found;
  }

  /** Attempts an upload that is due. */
  private async take(item: UploadItem, signal: AbortSignal): Promise<number> {
    // the item was listed when the flush began, possibly minutes ago
    if (signal.aborted || !(await item.isQueued())) return Number.POSITIVE_INFINITY;
    const upload = await this.stateOf(item);
    if (upload.state === 'attention') return Number.POSITIVE_INFINITY;
    const isDue = remaining(upload.nextTryAt, this.options.clock.now(), RETRY_MAX_MS) <= 0;
    return isDue ? this.attempt(item, upload, signal) : upload.nextTryAt;
  }

  private async attempt(item: UploadItem, upload: UploadState, signal: AbortSignal): Promise<number> {
    const { device, clock } = this.options;
    if (!(await item.started())) return Number.POSITIVE_INFINITY;
    const stop = new AbortController();
    const end = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    // the signal may have fired before the listener was added
    if (signal.aborted) end();
    const halt = (): void => stop.abort();
    const stopping = item.stopped$.subscribe({ next: halt, error: halt });
    try {
      await device.uploads.update(upload.id, { state: 'running', attempts: upload.attempts + 1 });
      await this.send(item, stop.signal);
      return Number.POSITIVE_INFINITY;
    } catch (error) {
      // `attempts` counts from the last part that arrived, so the backoff does not grow while some parts arrive
      const { attempts, failures: before = 0 } = (await device.uploads.get(upload.id)) ?? { attempts: 1 };
      if (signal.aborted) {
        await device.uploads.update(upload.id, { state: 'waiting', attempts: attempts - 1 });
        throw error;
      }
      if (stop.signal.aborted) {
        await device.uploads.update(upload.id, { state: 'waiting', attempts: 0, nextTryAt: 0 });
        return Number.POSITIVE_INFINITY;
      }
      const later = clock.now() + backoff(attempts, Math.random, this.options.retryMin);
      const isGone =
        error instanceof CallError && (error.code === 'UPLOAD_NOT_FOUND' || error.code === 'UPLOAD_INCOMPLETE');
      // `sent` is kept until the server reports its offset, which is usually the same
      if (isGone) await device.uploads.update(upload.id, { url: '', token: '' });
      // the server was restored meanwhile, and the document has not been pushed again yet
      const isEarly =
        error instanceof CallError &&
        item.subject !== null &&
        (await this.options.whereIs(...item.subject)) === 'waiting';
      const isFailure = !isEarly && error instanceof CallError && FAILURES.has(error.code);
      const isOfConnection = !isFailure && failedByConnection(error);
      const failures = before + Number(isFailure);
      const isTransient = isFailure
        ? failures < LIMITS.uploadRetries
        : isEarly || isOfConnection || !(error instanceof CallError);
      await this.recordError(upload, error, isTransient ? 'waiting' : 'attention', later, failures);
      if (isOfConnection) throw error;
      return isTransient ? later : Number.POSITIVE_INFINITY;
    } finally {
      stopping.unsubscribe();
      signal.removeEventListener('abort', end);
    }
  }

  private async recordError(
    upload: UploadState,
    error: unknown,
    state: 'waiting' | 'attention',
    nextTryAt: number,
    failures = upload.failures ?? 0,
  ): Promise<void> {
    const code = error instanceof CallError ? error.code : 'UNKNOWN_ERROR';
    const params = error instanceof CallError ? error.details.params : undefined;
    await this.options.device.uploads.update(upload.id, {
      state,
      nextTryAt,
      failures,
      lastError: {
        code,
        message: String((error as Error).message),
        at: this.options.clock.now(),
        ...(params ? { params } : {}),
      },
    });
  }

  private async send(item: UploadItem, signal: AbortSignal): Promise<void> {
    const { device, session, origin } = this.options;
    const timeouts = this.options.timeouts ?? UPLOAD_TIMEOUTS;
    const call: Call = session.call;
    const applied = await item.apply(call, { signal, timeout: timeouts.apply });
    await device.uploads.update(item.id, {
      url: applied.url,
      uploadId: applied.uploadId,
      token: applied.token,
      size: item.bytes,
    });
    if (!applied.finished) {
      let offset = await uploadOffset(session, origin, applied, signal, timeouts.offset);
      await device.uploads.update(item.id, { sent: offset });
      // if an earlier finish got no answer, the server has all bytes already
      if (offset < item.bytes) {
        const { pace, starts } = this.progressFor(item, applied.partBytes);
        for await (const part of item.parts(offset, () => pace.bytes, starts)) {
          const expected = offset + part.length;
          offset = await sendPart(session, origin, applied, offset, part, signal, timeouts.part).catch(
            (error: unknown) => {
              pace.failed();
              throw error;
            },
          );
          await this.arrived(item.id, offset);
          // the server's offset differs from ours: the next attempt continues from its offset
          if (offset !== expected) throw new CallError('UPLOAD_INCOMPLETE');
          pace.arrived();
        }
      }
    }
    this.progress.delete(item.id);
    await device.uploads.update(item.id, { state: 'finishing' });
    const sha256 = await item.sha256();
    await item.finish(call, applied.uploadId, sha256, { signal, timeout: timeouts.finish });
    await device.transaction(
      'rw',
      device.recordings.rows,
      device.images,
      device.files.rows,
      device.uploads,
      async () => {
        await item.stored(sha256);
        await device.uploads.update(item.id, { state: 'done', sent: item.bytes, lastError: null });
      },
    );
  }

  /** Records the server's offset. Only bytes that it never had before end a series of failures. */
  private async arrived(id: string, offset: number): Promise<void> {
    await this.options.device.uploads
      .where('id')
      .equals(id)
      .modify((upload) => {
        Object.assign(upload, { sent: offset, attempts: 1 });
        if (offset > (upload.furthest ?? 0)) Object.assign(upload, { furthest: offset, failures: 0 });
      });
  }

  private progressFor(item: UploadItem, partBytes: number): Progress {
    const known = this.progress.get(item.id) ?? {
      pace: new Pace(item.bytes, partBytes || UPLOAD_PART_BYTES),
      starts: [],
    };
    this.progress.set(item.id, known);
    return known;
  }
}
