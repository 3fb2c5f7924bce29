/**
 * Sends recordings to the server. Runs in the leader, one after another.
 *
 *   queued ──(its meeting is on the server)──► apply ──► HEAD: offset ──► PATCH parts … ──► finish with sha256 ──► onServer
 *      ▲                                         ▲  cut, 5xx: later, from HEAD                │ incomplete: from HEAD
 *      └── retry (a person) ── attention ◄───────┴── refused for good: the sound stays here ──┘
 */
import type { Call } from '../../protocol/client';
import { NoAnswerError } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import { uploadCalls, UPLOAD_PART_BYTES } from '../../protocol/uploads';
import { backoff, RETRY_MAX_MS } from '../connection/backoff';
import { concernsConnection } from '../connection/connection';
import type { Session } from '../connection/session';
import type { DeviceDatabase, LocalRecording, UploadState } from '../device/database';
import type { IsSent } from '../outbox/outbox';
import { hashRecording } from '../recordings/bytes';
import { remaining, type Clock } from '../replica/clock';
import type { Documents } from '../replica/documents';
import { partsFrom } from './parts';
import { sendPart, uploadOffset } from './tus';

export interface UploadsOptions {
  device: DeviceDatabase;
  documents: Documents;
  clock: Clock;
  session: Session;
  origin: string;
  isSent: IsSent;
}

export class Uploads {
  constructor(private readonly options: UploadsOptions) {}

  /** What ran when the worker ended goes on. */
  async recover(): Promise<void> {
    await this.options.device.uploads.filter((u) => u.state === 'running' || u.state === 'finishing').modify({ state: 'waiting' });
  }

  /** Sends what is queued and ready. Throws what concerns the connection. Gives when to look again; Infinity: not by time. */
  async flush(signal: AbortSignal): Promise<number> {
    const { device, clock } = this.options;
    let next = Number.POSITIVE_INFINITY;
    const queued = await device.recordings.where('transfer').anyOf('queued', 'uploading').sortBy('startedAt');
    for (const recording of queued) {
      if (signal.aborted) break;
      const upload = await this.stateOf(recording);
      if (upload.state === 'attention' || !(await this.ready(recording, upload))) continue;
      if (remaining(upload.nextTryAt, clock.now(), RETRY_MAX_MS) > 0) { next = Math.min(next, upload.nextTryAt); continue; }
      next = Math.min(next, await this.attempt(recording, upload, signal));
    }
    return next;
  }

  private async stateOf(recording: LocalRecording): Promise<UploadState> {
    const known = await this.options.device.uploads.get(recording.id);
    if (known) return known;
    const fresh: UploadState = {
      id: recording.id, url: '', uploadId: '', token: '', size: recording.bytes, sent: 0, attempts: 0, nextTryAt: 0, lastError: null, state: 'waiting', createdAt: this.options.clock.now(),
    };
    await this.options.device.uploads.put(fresh);
    return fresh;
  }

  private async ready(recording: LocalRecording, upload: UploadState): Promise<boolean> {
    if (await this.options.isSent('meetings', recording.meetingId)) return true;
    // a meeting that is neither here nor waiting was deleted or refused: nobody will make it
    if (!(await this.options.documents.get('meetings', recording.meetingId))) await this.note(upload, new CallError('MEETING_NOT_FOUND'), 'attention', 0);
    return false;
  }

  private async attempt(recording: LocalRecording, upload: UploadState, signal: AbortSignal): Promise<number> {
    const { device, clock } = this.options;
    try {
      await device.recordings.update(recording.id, { transfer: 'uploading' });
      await device.uploads.update(upload.id, { state: 'running', attempts: upload.attempts + 1 });
      await this.send(recording, signal);
      return Number.POSITIVE_INFINITY;
    } catch (error) {
      if (signal.aborted) { await device.uploads.update(upload.id, { state: 'waiting', attempts: upload.attempts }); throw error; }
      const later = clock.now() + backoff(upload.attempts + 1);
      const gone = error instanceof CallError && (error.code === 'UPLOAD_NOT_FOUND' || error.code === 'UPLOAD_INCOMPLETE');
      if (gone) await device.uploads.update(upload.id, { url: '', token: '', sent: 0 });
      const passing = gone || !(error instanceof CallError) || error instanceof NoAnswerError || concernsConnection(error);
      await this.note(upload, error, passing ? 'waiting' : 'attention', later);
      if (concernsConnection(error)) throw error;
      return passing ? later : Number.POSITIVE_INFINITY;
    }
  }

  private async note(upload: UploadState, error: unknown, state: 'waiting' | 'attention', nextTryAt: number): Promise<void> {
    const code = error instanceof CallError ? error.code : 'UNKNOWN_ERROR';
    await this.options.device.uploads.update(upload.id, { state, nextTryAt, lastError: { code, message: String((error as Error).message), at: this.options.clock.now() } });
  }

  private async send(recording: LocalRecording, signal: AbortSignal): Promise<void> {
    const { device, session, origin } = this.options;
    const call: Call = session.call;
    const applied = await call(uploadCalls.apply, {
      meetingId: recording.meetingId, recordingId: recording.id, fileName: recording.fileName, size: recording.bytes, mimeType: recording.mimeType,
    }, { signal });
    await device.uploads.update(recording.id, { url: applied.url, uploadId: applied.uploadId, token: applied.token, size: recording.bytes });
    if (!applied.finished) {
      let offset = await uploadOffset(session, origin, applied, signal);
      await device.uploads.update(recording.id, { sent: offset });
      for await (const part of partsFrom(device, recording.id, offset, Math.max(1, applied.partBytes || UPLOAD_PART_BYTES))) {
        offset = await sendPart(session, origin, applied, offset, part, signal);
        await device.uploads.update(recording.id, { sent: offset });
      }
    }
    await device.uploads.update(recording.id, { state: 'finishing' });
    const sha256 = recording.sha256 || (await hashRecording(device, recording.id));
    await call(uploadCalls.finish, { meetingId: recording.meetingId, uploadId: applied.uploadId, sha256, durationMs: Math.round(recording.capturedMs) }, { signal, timeout: 300_000 });
    await device.transaction('rw', device.recordings, device.uploads, async () => {
      await device.recordings.update(recording.id, { transfer: 'onServer', sha256 });
      await device.uploads.update(recording.id, { state: 'done', sent: recording.bytes, lastError: null });
    });
  }
}
