/**
 * Uploads recordings and images in the leader, one after another. What differs is in their UploadItem.
 *
 *   queued ──(its document is on the server)──► apply ──► HEAD: offset ──► PATCH parts … ──► finish with sha256 ──► onServer
 *      ▲                                         ▲  no answer, 5xx: later, from HEAD          │ incomplete: from HEAD
 *      └── retry (a person) ── attention ◄───────┴── refused for good: the bytes stay here ───┘
 */
import type { Call } from '../../../protocol/client';
import { NoAnswerError } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { UPLOAD_PART_BYTES } from '../../../protocol/uploads';
import { backoff, RETRY_MAX_MS } from '../../connection/backoff';
import { concernsConnection } from '../../connection/connection';
import type { Session } from '../../connection/session';
import type { DeviceDatabase, UploadState } from '../../storage/device-database';
import type { WhereIs } from '../outbox';
import { remaining, type Clock } from '../../storage/clock';
import { Pace } from './pace';
import { queuedImages } from './images';
import type { RowStarts } from './parts';
import { queuedRecordings } from './recordings';
import { sendPart, TIMEOUTS, uploadOffset } from './tus';
import type { UploadTimeouts } from '../../storage/environment';
import type { UploadItem } from './upload-item';

export interface UploadsOptions {
  device: DeviceDatabase;
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

  /** Uploads the queued items that are ready. Throws errors that concern the connection. @returns when the next one is due (clock milliseconds); Infinity: none by time */
  async flush(signal: AbortSignal): Promise<number> {
    const { device, clock } = this.options;
    let next = Number.POSITIVE_INFINITY;
    const queued = [...(await queuedRecordings(device)), ...(await queuedImages(device, this.options.whereIs))];
    for (const item of queued.sort((a, b) => a.since - b.since)) {
      if (signal.aborted) break;
      const upload = await this.stateOf(item);
      if (upload.state === 'attention' || !(await this.isReady(item, upload))) continue;
      if (remaining(upload.nextTryAt, clock.now(), RETRY_MAX_MS) > 0) {
        next = Math.min(next, upload.nextTryAt);
        continue;
      }
      next = Math.min(next, await this.attempt(item, upload, signal));
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

  private async isReady(item: UploadItem, upload: UploadState): Promise<boolean> {
    const where = await this.options.whereIs(...item.subject);
    if (where === 'sent') return true;
    if (where === 'gone' && !(await item.leave?.()))
      await this.recordError(upload, new CallError(item.missing), 'attention', 0);
    return false;
  }

  private async attempt(item: UploadItem, upload: UploadState, signal: AbortSignal): Promise<number> {
    const { device, clock } = this.options;
    try {
      await item.started();
      await device.uploads.update(upload.id, { state: 'running', attempts: upload.attempts + 1 });
      await this.send(item, signal);
      return Number.POSITIVE_INFINITY;
    } catch (error) {
      // counted from the last part that arrived: on a bad connection that lets some parts through the backoff does not grow
      const attempts = (await device.uploads.get(upload.id))?.attempts ?? 1;
      if (signal.aborted) {
        await device.uploads.update(upload.id, { state: 'waiting', attempts: attempts - 1 });
        throw error;
      }
      const later = clock.now() + backoff(attempts, Math.random, this.options.retryMin);
      const isGone =
        error instanceof CallError && (error.code === 'UPLOAD_NOT_FOUND' || error.code === 'UPLOAD_INCOMPLETE');
      // `sent` stays until the server reports its offset: mostly it is the same upload
      if (isGone) await device.uploads.update(upload.id, { url: '', token: '' });
      // the server was restored meanwhile, and the document has not been pushed again yet
      const isEarly = error instanceof CallError && (await this.options.whereIs(...item.subject)) === 'waiting';
      const isTransient =
        isGone ||
        isEarly ||
        !(error instanceof CallError) ||
        error instanceof NoAnswerError ||
        concernsConnection(error);
      await this.recordError(upload, error, isTransient ? 'waiting' : 'attention', later);
      if (concernsConnection(error)) throw error;
      return isTransient ? later : Number.POSITIVE_INFINITY;
    }
  }

  private async recordError(
    upload: UploadState,
    error: unknown,
    state: 'waiting' | 'attention',
    nextTryAt: number,
  ): Promise<void> {
    const code = error instanceof CallError ? error.code : 'UNKNOWN_ERROR';
    const params = error instanceof CallError ? error.details.params : undefined;
    await this.options.device.uploads.update(upload.id, {
      state,
      nextTryAt,
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
    const timeouts = this.options.timeouts ?? TIMEOUTS;
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
      // after a finish without an answer the server has all bytes: nothing is read again
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
          await device.uploads.update(item.id, { sent: offset, attempts: 1 });
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
    await device.transaction('rw', device.recordings.rows, device.images, device.uploads, async () => {
      await item.stored(sha256);
      await device.uploads.update(item.id, { state: 'done', sent: item.bytes, lastError: null });
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
