/** Commands for recordings of this device: import, finish, send again, free disk space. */
import { newId, spaceOf } from '../../../model/ids';
import { LIMITS } from '../../../model/limits';
import { withRecordingTimes } from '../../../model/kinds/meetings';
import { truncate } from '../../../model/text';
import { uploadCalls } from '../../../protocol/uploads';
import type { LocalRecording } from '../../storage/device-rows';
import { checkImport, importRecording } from '../../recording/import-recording';
import { forgetCaptions, hasCaptions } from '../../recording/kept-captions';
import {
  deleteMarkedRecording,
  deleteRecoveryNotices,
  finishOrphan,
  freeRecording,
  markDeleted,
  unmarkDeleted,
} from '../../recording/recover-recording';
import { allowed, type CommandContext, type Handlers } from './context';
import { createMeeting } from './meetings';
import { isDraftOf } from './transcripts';

/** Ends the meeting of an interrupted recording at the recorded length. */
export async function endMeeting(
  { documents }: Pick<CommandContext, 'documents'>,
  { meetingId, startedAt, wallMs }: Pick<LocalRecording, 'meetingId' | 'startedAt' | 'wallMs'>,
): Promise<void> {
  const meeting = await documents.get('meetings', meetingId);
  if (!meeting?.abilities.includes('update') || meeting.status === 'ended') return;
  const times = { actualStartAt: startedAt, actualEndAt: startedAt + Math.round(wallMs) };
  await documents.change('meetings', meetingId, (now) => ({ status: 'ended', ...withRecordingTimes(now, times) }));
}

/** Whether the server has all bytes of a recording, with the same hash. Throws if the server cannot be reached. */
export async function isStoredOnServer({ device, call }: CommandContext, id: string): Promise<boolean> {
  const recording = await device.recordings.get(id);
  const { stored, sha256 } = await call(uploadCalls.state, { recordingId: id });
  return stored && (!recording?.sha256 || recording.sha256 === sha256);
}

async function queue({ device }: CommandContext, id: string): Promise<void> {
  await device.transaction('rw', device.recordings.rows, device.uploads, async () => {
    await device.uploads.update(id, { state: 'waiting', nextTryAt: 0, url: '', token: '' });
    // written even if it is queued already: the change makes the leader check it
    await device.recordings.update(id, { transfer: 'queued' });
  });
}

/**
 * Uploads a recording again. If its meeting was rejected or deleted, creates a new meeting for it, since the server
 * accepts a recording only with a meeting.
 */
export async function sendAgain(context: CommandContext, id: string): Promise<void> {
  const recording = await context.device.recordings.get(id);
  if (!recording) return;
  if (!(await context.documents.get('meetings', recording.meetingId))) {
    const meetingId = newId(context.clock.now());
    const title = truncate(recording.fileName.replace(/\.[^.]+$/, ''), LIMITS.meetingTitle.max);
    await createMeeting(context, {
      id: meetingId,
      projectId: '',
      title,
      type: recording.source === 'file' ? 'upload' : 'record',
      language: recording.language,
      space: spaceOf('meeting', meetingId),
      role: 'owner',
    });
    await context.device.recordings.update(id, { meetingId });
    await endMeeting(context, { ...recording, meetingId });
  }
  await queue(context, id);
}

/** Uploads the recordings of a meeting that were rejected with it. */
export async function sendRefusedRecordings(context: CommandContext, meetingId: string): Promise<void> {
  const { device } = context;
  for (const id of await device.recordings.rows.where('meetingId').equals(meetingId).primaryKeys()) {
    if ((await device.uploads.get(id))?.state === 'attention') await queue(context, id);
  }
}

export const recordingCommands: Handlers<'recording'> = {
  async 'recording.check'(_context, { file, fileName }) {
    await checkImport(file, fileName);
    return null;
  },

  async 'recording.import'(context, { meetingId, file, fileName, language }) {
    await allowed(context, 'meetings', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
    const recording = await importRecording(context.device, {
      meetingId,
      file,
      fileName,
      language,
      now: context.clock.now(),
      locks: context.locks,
    });
    return { id: recording.id };
  },

  async 'recording.delete'({ device, clock }, { id }) {
    await markDeleted(device, id, clock.now());
    await deleteRecoveryNotices(device, [id]);
    return null;
  },

  async 'recording.restore'(context, { id }) {
    await unmarkDeleted(context.device, id);
    context.retryNow();
    return null;
  },

  async 'recording.free'(context, { id }) {
    const recording = await context.device.recordings.get(id);
    // a server restored from a backup may have lost a confirmed recording, so the last copy is not deleted
    if (recording?.transfer === 'onServer' && !(await isStoredOnServer(context, id))) {
      await queue(context, id);
      context.retryNow();
    }
    await freeRecording(context.device, id);
    await forgetCaptions(context.device, id);
    return null;
  },
};

export const recoveredCommands: Handlers<'recovered'> = {
  async 'recovered.read'({ device }, { ids }) {
    await deleteRecoveryNotices(device, ids);
    return null;
  },
};

/**
 * Finishes an interrupted recording, the meeting first. After a crash in between both steps are repeated, so that no
 * meeting stays running.
 */
export async function settleOrphan(
  context: Pick<CommandContext, 'documents' | 'device' | 'clock'>,
  orphan: LocalRecording,
): Promise<void> {
  await endMeeting(context, orphan);
  await finishOrphan(context.device, orphan.id, context.clock.now());
}

/**
 * Deletes a recording finally, and queues its removal on a server that may have it. After a crash in between the
 * removal is queued twice, which is harmless.
 */
export async function purgeRecording(context: CommandContext, id: string): Promise<void> {
  const { device, documents, outbox } = context;
  const row = await device.recordings.rows.get(id);
  if (!row?.deleted) return;
  const isSent = row.deleted.transfer === 'onServer' || Boolean((await device.uploads.get(id))?.uploadId);
  let removal = '';
  if (isSent || (await hasCaptions(device, id))) {
    const title = (await documents.get('meetings', row.meetingId))?.title ?? '';
    const { service, method, path } = uploadCalls.remove;
    removal = await outbox.replace((call) => isDraftOf(call, id), {
      service,
      method,
      path,
      input: { meetingId: row.meetingId, recordingId: id },
      label: { key: 'recordingDelete', params: { title } },
      after: [],
    });
  }
  if (await deleteMarkedRecording(device, id)) await forgetCaptions(device, id);
  else if (removal) await outbox.drop(removal);
}
