/**
 * Uploads of recordings.
 *
 *   apply ─► upload 'open' ── PATCH … PATCH ──► all bytes ── finish: size, content, sha256 ──► 'finished'
 *                │                                              │ hash differs: the bytes are dropped, apply starts over
 *                └ seven days without finish: dropped            └ the meeting gets the recording, its transcript
 *                                                                   becomes `waiting`, a run starts
 */
import type { MeetingRecording } from '../../../sync/model/kinds/meetings';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { uploadCalls } from '../../../sync/protocol/uploads';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import type { Actor, Platform } from '../../platform/context';
import type { Doc } from '../../../sync/model/kinds';
import { visibleOr } from '../change';
import type { CoreServices } from '../context';
import { requestTranscription } from '../meetings/transcription-request';
import type { SyncStore } from '../../sync/store';
import { CONTENT_TYPES, HEAD_BYTES, kindOfBytes, kindOfName, type AudioKind } from './audio-kind';
import { blobKey, createResumable, hashBlob } from './resumable';
import { requestPeaks, storePeaks } from './stored-peaks';
import type { UploadTable } from './tables';
import { sql, type Selectable } from 'kysely';

export type UploadRow = Selectable<UploadTable>;
type Apply = ParsedInput<typeof uploadCalls.apply>;
type Finish = ParsedInput<typeof uploadCalls.finish>;

export type UploadServices = Pick<CoreServices, 'platform' | 'sync' | 'runs' | 'storedBytes'>;

/** Deletes the recognised parts of a recording that are not in its transcript yet. */
export const forgetParts = (
  runs: CoreServices['runs'],
  row: Pick<UploadRow, 'company_id' | 'meeting_id' | 'recording_id'>,
): Promise<void> =>
  runs.forgetSteps(row.company_id, { collection: 'transcripts', id: row.meeting_id }, `${row.recording_id}/`);

export interface Uploads {
  apply(actor: Actor, input: Apply): Promise<CallOutput<typeof uploadCalls.apply>>;
  finish(actor: Actor, input: Finish): Promise<CallOutput<typeof uploadCalls.finish>>;
  find(companyId: string, uploadId: string): Promise<UploadRow | null>;
  findRecording(companyId: string, recordingId: string): Promise<UploadRow | null>;
  /** Deletes abandoned uploads, and recordings of deleted meetings whose content is erased. Returns their number. */
  purge(): Promise<number>;
}

/** milliseconds after which unfinished uploads are deleted, and least age of a recording that is deleted with its meeting */
const ABANDONED_MS = 7 * 24 * 60 * 60 * 1000;

async function updatable(sync: SyncStore, actor: Actor, meetingId: string): Promise<Doc<'meetings'>> {
  const meeting = await visibleOr(sync, actor, 'meetings', meetingId, 'MEETING_NOT_FOUND');
  if (!meeting.abilities.includes('update')) throw new CallError('MEETING_ACCESS_DENIED');
  return meeting;
}

function checkFile(input: Apply): AudioKind {
  const kind = kindOfName(input.fileName);
  if (!kind)
    throw new CallError('FILE_TYPE_NOT_SUPPORT', {
      params: { fileName: input.fileName, types: LIMITS.audioTypes.join(', ') },
    });
  if (input.size <= 0) throw new CallError('FILE_CONTENT_EMPTY');
  if (input.size > LIMITS.audioBytes)
    throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: LIMITS.audioBytes / 1024 / 1024 } });
  return kind;
}

export function createUploads(core: UploadServices): Uploads {
  const { platform, sync } = core;
  const { db, clock } = platform;
  const bytes = createResumable(core);

  const one = async (companyId: string, column: 'id' | 'recording_id', value: string): Promise<UploadRow | null> =>
    (await db
      .selectFrom('upload')
      .selectAll()
      .where('company_id', '=', companyId)
      .where(column, '=', value)
      .executeTakeFirst()) ?? null;

  /** Deletes an open upload with its bytes; an upload that was finished in between stays. */
  const drop = async (row: UploadRow): Promise<void> => {
    const dropped = await db
      .deleteFrom('upload')
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (dropped.numDeletedRows > 0n) await bytes.removeBytes(row.id);
  };

  const open = (actor: Actor, input: Apply, kind: AudioKind): Promise<UploadRow> =>
    platform.transaction(async () => {
      await bytes.refuseBeyondLimit(actor.companyId, input.size);
      const inserted = await db
        .insertInto('upload')
        .values({
          company_id: actor.companyId,
          id: newId(clock.now()),
          recording_id: input.recordingId,
          meeting_id: input.meetingId,
          user_id: actor.userId,
          file_name: input.fileName,
          kind,
          size: input.size,
          state: 'open',
          created_at: clock.now(),
          finished_at: null,
          transcribed_at: null,
        })
        .onConflict((c) => c.columns(['company_id', 'recording_id']).doNothing())
        .returningAll()
        .executeTakeFirst();
      // A concurrent request inserted the row first: return its upload.
      return inserted ?? (await one(actor.companyId, 'recording_id', input.recordingId))!;
    });

  const lock = (row: UploadRow) => () =>
    db
      .selectFrom('upload')
      .select('id')
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.id)
      .forUpdate()
      .execute();

  /** A finished upload whose bytes are missing is uploaded again. */
  const reopen = async (row: UploadRow): Promise<UploadRow> => {
    await db
      .updateTable('upload')
      .set({ state: 'open', sha256: '', finished_at: null, created_at: clock.now() })
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.id)
      .where('state', '=', 'finished')
      .execute();
    return (await one(row.company_id, 'id', row.id)) ?? row;
  };

  const matches = (row: UploadRow, actor: Actor, input: Apply): boolean =>
    row.meeting_id === input.meetingId && row.user_id === actor.userId;

  return {
    find: (companyId, id) => one(companyId, 'id', id),
    findRecording: (companyId, id) => one(companyId, 'recording_id', id),

    async apply(actor, input) {
      await updatable(sync, actor, input.meetingId);
      const kind = checkFile(input);
      let row = await one(actor.companyId, 'recording_id', input.recordingId);
      if (row && !matches(row, actor, input))
        throw new CallError('AUDIO_UPLOAD_APPLY_FAILED', {
          message: 'this recording belongs to another meeting or person',
        });
      if (row?.state === 'finished' && row.size !== input.size) throw new CallError('FILE_DUPLICATED');
      if (row?.state === 'open' && row.size !== input.size) {
        await drop(row);
        row = null;
      }
      if (row?.state === 'finished' && (await platform.blobs.size(blobKey(row.id))) === null) row = await reopen(row);
      row ??= await open(actor, input, kind);
      if (!matches(row, actor, input) || row.size !== input.size)
        throw new CallError('AUDIO_UPLOAD_APPLY_FAILED', {
          message: 'another person is uploading this recording',
        });
      try {
        if (row.state === 'open') await bytes.ensureBytes(row, lock(row));
      } catch (cause) {
        throw new CallError('AUDIO_UPLOAD_APPLY_FAILED', { cause });
      }
      return { ...bytes.ticket(row, actor), finished: row.state === 'finished' };
    },

    async finish(actor, input) {
      await updatable(sync, actor, input.meetingId);
      const row = await one(actor.companyId, 'id', input.uploadId);
      if (!row || row.user_id !== actor.userId || row.meeting_id !== input.meetingId)
        throw new CallError('UPLOAD_NOT_FOUND');
      if (row.state === 'finished') return answerFor(row, input.sha256);
      const state = await bytes.stored(row.id).catch((cause: unknown) => {
        throw new CallError('AUDIO_UPLOAD_FAILED', { cause });
      });
      if (!state) throw new CallError('UPLOAD_NOT_FOUND');
      if (state.offset !== row.size)
        throw new CallError('UPLOAD_INCOMPLETE', { params: { offset: state.offset, size: row.size } });
      const { sha256, kind } = await readBlob(platform, row.id);
      if (sha256 !== input.sha256) {
        await drop(row);
        throw new CallError('UPLOAD_HASH_MISMATCH');
      }
      if (!kind) {
        await drop(row);
        throw new CallError('FILE_TYPE_NOT_SUPPORT', {
          params: { fileName: row.file_name, types: LIMITS.audioTypes.join(', ') },
        });
      }
      await platform.blobs.sync?.(blobKey(row.id));
      return accept(core, actor, { ...row, kind, sha256 }, input);
    },

    purge: () => purgeUploads(core, bytes, drop),
  };
}

function answerFor(row: UploadRow, sha256: string): CallOutput<typeof uploadCalls.finish> {
  if (row.sha256 !== sha256) throw new CallError('UPLOAD_HASH_MISMATCH');
  return { recordingId: row.recording_id, sha256: row.sha256, size: row.size };
}

async function readBlob(platform: Platform, uploadId: string): Promise<{ sha256: string; kind: AudioKind | null }> {
  try {
    const { sha256, head } = await hashBlob(platform, uploadId, HEAD_BYTES);
    return { sha256, kind: kindOfBytes(head) };
  } catch (cause) {
    throw new CallError('AUDIO_UPLOAD_FAILED', { cause });
  }
}

/**
 * In one transaction, and once: adds the recording to its meeting, sets its transcript to `waiting`, and starts the
 * run.
 */
async function accept(
  { platform, sync, runs }: UploadServices,
  actor: Actor,
  row: UploadRow,
  input: Finish,
): Promise<CallOutput<typeof uploadCalls.finish>> {
  const now = platform.clock.now();
  return sync.write(actor.companyId, async (tx) => {
    const meeting = await tx.get('meetings', row.meeting_id);
    if (!meeting) throw new CallError('MEETING_NOT_FOUND');
    const finished = await platform.db
      .updateTable('upload')
      .set({
        state: 'finished',
        sha256: row.sha256,
        kind: row.kind,
        duration_ms: Math.max(0, Math.round(input.durationMs)),
        finished_at: now,
      })
      .where('company_id', '=', actor.companyId)
      .where('id', '=', row.id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (finished.numUpdatedRows === 0n) {
      const finishedRow = await platform.db
        .selectFrom('upload')
        .selectAll()
        .where('company_id', '=', actor.companyId)
        .where('id', '=', row.id)
        .executeTakeFirst();
      if (!finishedRow) throw new CallError('UPLOAD_NOT_FOUND');
      return answerFor(finishedRow, input.sha256);
    }
    const recording: MeetingRecording = {
      id: row.recording_id,
      fileName: row.file_name,
      mimeType: CONTENT_TYPES[row.kind],
      size: row.size,
      durationMs: Math.max(0, Math.round(input.durationMs)),
      sha256: row.sha256,
      uploadedAt: now,
      ...(input.tracks === 'mixed' ? {} : { tracks: input.tracks }),
    };
    await tx.put('meetings', meeting.id, {
      recordings: [...meeting.recordings.filter((r) => r.id !== recording.id), recording],
    });
    if (input.peaks) await storePeaks(platform, row, input.peaks);
    else await requestPeaks(platform, row);
    await requestTranscription({ runs }, tx, meeting, actor.userId);
    return { recordingId: row.recording_id, sha256: row.sha256, size: row.size };
  });
}

/** Whether all these recordings are finished uploads of the meeting. */
export async function areRecordingsStored(
  platform: Pick<Platform, 'db'>,
  companyId: string,
  meeting: { id: string; recordings: MeetingRecording[] },
): Promise<boolean> {
  const rows = await platform.db
    .selectFrom('upload')
    .select(['recording_id', 'sha256', 'size'])
    .where('company_id', '=', companyId)
    .where('meeting_id', '=', meeting.id)
    .where('state', '=', 'finished')
    .execute();
  return meeting.recordings.every((r) =>
    rows.some((row) => row.recording_id === r.id && row.sha256 === r.sha256 && row.size === r.size),
  );
}

/** Deletes unfinished uploads after seven days, and recordings of deleted meetings whose content is erased. */
async function purgeUploads(
  { platform, runs }: UploadServices,
  bytes: Pick<ReturnType<typeof createResumable>, 'removeBytes'>,
  drop: (row: UploadRow) => Promise<void>,
): Promise<number> {
  const before = platform.clock.now() - ABANDONED_MS;
  const open = await platform.db
    .selectFrom('upload')
    .selectAll()
    .where('state', '=', 'open')
    .where('created_at', '<', before)
    .limit(1000)
    .execute();
  for (const row of open) await drop(row);
  const orphans = await platform.db
    .selectFrom('upload')
    .selectAll()
    .where('state', '=', 'finished')
    .where('finished_at', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('doc')
            .select('doc.id')
            .whereRef('doc.company_id', '=', 'upload.company_id')
            .whereRef('doc.id', '=', 'upload.meeting_id')
            .where('doc.collection', '=', 'meetings')
            // a deleted meeting keeps its recordings as long as it can be restored: until its content is erased
            .where((d) => d.or([d('doc.deleted', '=', false), d(sql`doc.data`, '<>', sql`'{}'::jsonb`)])),
        ),
      ),
    )
    .limit(1000)
    .execute();
  for (const row of orphans) {
    await platform.db.deleteFrom('upload').where('company_id', '=', row.company_id).where('id', '=', row.id).execute();
    await forgetParts(runs, row);
    await bytes.removeBytes(row.id);
  }
  return open.length + orphans.length;
}
