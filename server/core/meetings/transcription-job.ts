/**
 * Transcription of a meeting's recordings.
 *
 *   waiting ──► processing ──► done (notification transcriptReady)
 *      ▲            │ provider busy, unavailable or incoherent: the job is retried with backoff; transcribed parts are not paid twice
 *      │            ├ Retry-After: a new job then, an hour later at most
 *      │            ├ already with a provider, by the lease of its recording: a new job once the lease is over
 *      │            └ refused, or tried too often ──► failed (transcriptFailed), until a person retries
 *      └ no provider: TRANSCRIPTION_PROVIDER_NOT_FOUND, kept until one is there
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import type { Cutter } from '../../ai/transcription/audio/cutter';
import { blobBytes } from '../../ai/transcription/audio/bytes';
import { promptOf } from '../../ai/transcription/prompt';
import { ProviderFailure, type RecognisedSegment, type TranscriptionProvider } from '../../ai/transcription/provider';
import { recognise, type PartMemory } from '../../ai/transcription/recognise';
import type { Platform } from '../../platform/context';
import type { JobContext } from '../../platform/jobs/queue';
import type { CoreServices } from '../context';
import { notify } from '../../shared/notify';
import type { StoredDoc, SyncStore } from '../../sync/store';
import { blobKey, type UploadRow } from '../uploads/service';
import { spokenOf, withoutUnheard } from './speakers';
import { leaseRecording } from './transcription-lease';
import { enqueueTranscription, TRANSCRIPTION_JOB, type TranscriptionTask } from './transcription-request';

/** attempts after the first; the pauses between them are 5 s, 10 s … 5 min */
const RETRIES = 7;
const RETRY_DELAY_S = 5;
/** seconds one attempt may take: after a crash the job is tried again this late, so a long recording goes on in a new job before */
const EXPIRE_S = 15 * 60;
const ATTEMPT_MS = 8 * 60_000;
/** milliseconds between two live events of progress */
const PROGRESS_MS = 1000;
/** the longest wait that a provider may ask for, and how often in a row: about two days */
const DEFER_MAX_MS = 60 * 60_000;
const DEFERRALS_MAX = 48;
/** a recording of less than a second says nothing */
const SHORTEST_MS = 1000;

/** The provider for a company, null while none is configured. */
export type ProviderOf = (companyId: string) => TranscriptionProvider | null;

type Meeting = StoredDoc<'meetings'>;
/** `more`: goes on in a new job, after so many milliseconds */
type Outcome = 'done' | { more: number };

const linkTo = (meetingId: string): string => `/meeting/${meetingId}?tab=transcript`;

export function createTranscription(
  platform: Platform,
  sync: SyncStore,
  live: CoreServices['live'],
  providerOf: ProviderOf,
) {
  const { db, clock, log } = platform;

  const setTranscript = (
    task: TranscriptionTask,
    fields: Partial<Pick<StoredDoc<'transcripts'>, 'status' | 'progress' | 'error'>>,
  ) =>
    sync.write(task.companyId, async (tx) => {
      const transcript = await tx.get('transcripts', task.meetingId);
      if (
        transcript &&
        Object.entries(fields).some(([field, value]) => (transcript as Record<string, unknown>)[field] !== value)
      )
        await tx.put('transcripts', task.meetingId, fields);
    });

  /** Progress is ephemeral: it is not worth a revision of the transcript, which every reader would pull. */
  const publishProgress = ({ companyId, meetingId }: TranscriptionTask, progress: number): void => {
    live
      .publish({ companyId, collection: 'transcripts', id: meetingId }, { type: 'progress', progress })
      .catch((error: unknown) =>
        log.warn({ err: error, meetingId }, 'the progress of a transcription was not published'),
      );
  };

  const waitingRecordings = (task: TranscriptionTask): Promise<UploadRow[]> =>
    db
      .selectFrom('upload')
      .selectAll()
      .where('company_id', '=', task.companyId)
      .where('meeting_id', '=', task.meetingId)
      .where('state', '=', 'finished')
      .where('transcribed_at', 'is', null)
      .orderBy('finished_at')
      .orderBy('id')
      .execute();

  const promptFor = (companyId: string, meeting: Meeting): Promise<string> =>
    sync.read(companyId, async (tx) => {
      const terms = await tx.list('terms', { space: spaceOf('company', tx.companyId) });
      return promptOf(
        terms,
        meeting.participants.filter((p) => p.name !== p.transcriptionOriName).map((p) => p.name),
      );
    });

  /** Once at a time a recording, whichever job began. */
  async function transcribe(
    ...[row, task, meeting, provider, context, share]: Parameters<typeof transcribeLeased>
  ): Promise<Outcome> {
    const lease = await leaseRecording(platform, task.companyId, row.recording_id);
    if ('heldForMs' in lease) return { more: lease.heldForMs };
    try {
      // another job may have finished it while this one came here
      const still = await db
        .selectFrom('upload')
        .select('id')
        .where('company_id', '=', task.companyId)
        .where('id', '=', row.id)
        .where('transcribed_at', 'is', null)
        .executeTakeFirst();
      return still
        ? await transcribeLeased(
            row,
            task,
            meeting,
            provider,
            { ...context, signal: AbortSignal.any([context.signal, lease.lost]) },
            share,
          )
        : 'done';
    } finally {
      await lease.release();
    }
  }

  async function transcribeLeased(
    row: UploadRow,
    task: TranscriptionTask,
    meeting: Meeting,
    provider: TranscriptionProvider,
    context: JobContext,
    share: { from: number; of: number },
  ): Promise<Outcome> {
    const began = clock.now();
    const prompt = await promptFor(task.companyId, meeting);
    const settings = createHash('sha256')
      .update(JSON.stringify([provider.name, provider.model, meeting.language, prompt]))
      .digest('hex')
      .slice(0, 32);
    let publishedAt = clock.now();
    let progress = share.from / share.of;
    const outOfTime = new AbortController();
    // What reads sound files is large, and waits for the first of them.
    const { openAudio } = await import('../../ai/transcription/audio/cutter');
    const cutter = await openAudio(blobBytes(platform.blobs, blobKey(row.id), row.size), row.kind);
    try {
      if (cutter.durationMs < SHORTEST_MS) return await store(row, task, [], cutter, provider);
      const segments = await recognise(cutter, provider, {
        language: meeting.language,
        prompt,
        signal: AbortSignal.any([context.signal, outOfTime.signal]),
        memory: partMemory(platform, row, settings),
        wait: async (ms, signal) => {
          await pause(ms, undefined, { signal });
        },
        progress: async (done) => {
          // Between parts a long recording hands over to a new job; what it heard is remembered.
          if (done < 1 && clock.now() - began > ATTEMPT_MS) outOfTime.abort();
          progress = Math.round(((share.from + done) / share.of) * 100) / 100;
          if (clock.now() - publishedAt < PROGRESS_MS) return;
          publishedAt = clock.now();
          publishProgress(task, progress);
        },
      });
      return await store(row, task, segments, cutter, provider);
    } catch (error) {
      if (outOfTime.signal.aborted && !context.signal.aborted) {
        // also shows `resume` that the transcription is not stalled
        await setTranscript(task, { progress });
        return { more: 0 };
      }
      throw error;
    } finally {
      cutter.dispose();
    }
  }

  /** The recording's segments take the place of those it had. */
  const store = (
    row: UploadRow,
    task: TranscriptionTask,
    recognised: RecognisedSegment[],
    cutter: Cutter,
    provider: TranscriptionProvider,
  ): Promise<Outcome> =>
    sync.write(task.companyId, async (tx): Promise<Outcome> => {
      const [meeting, transcript] = [
        await tx.get('meetings', task.meetingId),
        await tx.get('transcripts', task.meetingId),
      ];
      const now = clock.now();
      const mine = await db
        .updateTable('upload')
        .set({ transcribed_at: now, duration_ms: cutter.durationMs })
        .where('company_id', '=', task.companyId)
        .where('id', '=', row.id)
        .where('transcribed_at', 'is', null)
        .executeTakeFirst();
      // The meeting is gone, or another job was faster.
      if (!meeting || !transcript || mine.numUpdatedRows === 0n) return 'done';
      const others = transcript.segments.filter((s) => s.recordingId !== row.recording_id);
      const spoken = spokenOf(
        row.recording_id,
        recognised,
        transcript.segments.filter((s) => s.recordingId === row.recording_id),
        meeting.participants,
        now,
      );
      const order = new Map(meeting.recordings.map((r, i) => [r.id, i]));
      const segments = [...others, ...spoken.segments].sort(
        (a, b) => (order.get(a.recordingId) ?? 0) - (order.get(b.recordingId) ?? 0),
      );
      await tx.put('meetings', meeting.id, {
        participants: withoutUnheard(spoken.participants, segments),
        recordings: meeting.recordings.map((r) =>
          r.id === row.recording_id ? { ...r, durationMs: cutter.durationMs } : r,
        ),
      });
      await tx.put('transcripts', meeting.id, {
        segments,
        provider: provider.name,
        model: provider.model,
        mode: 'model',
        generatedAt: now,
      });
      await db
        .deleteFrom('transcription_part')
        .where('company_id', '=', task.companyId)
        .where('recording_id', '=', row.recording_id)
        .execute();
      return 'done';
    });

  /** Ends a transcription for people: its state, and a notification for the meeting's creator. */
  const conclude = (
    task: TranscriptionTask,
    status: 'done' | 'failed',
    error: '' | 'TRANSCRIPTION_FAILED' | 'RECORDING_TOO_SHORT',
  ) =>
    sync.write(task.companyId, async (tx) => {
      const [meeting, transcript] = [
        await tx.get('meetings', task.meetingId),
        await tx.get('transcripts', task.meetingId),
      ];
      if (!meeting || !transcript || (transcript.status === status && transcript.error === error)) return;
      await tx.put('transcripts', meeting.id, { status, error, progress: status === 'done' ? 1 : 0 });
      await notify(
        tx,
        {
          userId: meeting.creatorId,
          kind: status === 'done' ? 'transcriptReady' : 'transcriptFailed',
          params: { title: meeting.title },
          link: linkTo(meeting.id),
          subjectId: meeting.id,
        },
        clock.now(),
      );
    });

  /** Without a provider the recording stays and the transcript waits; its creator gets one notification. */
  const wait = (task: TranscriptionTask) =>
    sync.write(task.companyId, async (tx) => {
      const [meeting, transcript] = [
        await tx.get('meetings', task.meetingId),
        await tx.get('transcripts', task.meetingId),
      ];
      if (
        !meeting ||
        !transcript ||
        (transcript.status === 'waiting' && transcript.error === 'TRANSCRIPTION_PROVIDER_NOT_FOUND')
      )
        return;
      await tx.put('transcripts', meeting.id, {
        status: 'waiting',
        progress: 0,
        error: 'TRANSCRIPTION_PROVIDER_NOT_FOUND',
      });
      const notified = await tx.list('notifications', {
        where: { subjectId: meeting.id, kind: 'transcriptionWaiting' },
      });
      if (notified.length === 0)
        await notify(
          tx,
          {
            userId: meeting.creatorId,
            kind: 'transcriptionWaiting',
            params: { title: meeting.title },
            link: linkTo(meeting.id),
            subjectId: meeting.id,
          },
          clock.now(),
        );
    });

  async function run(task: TranscriptionTask, context: JobContext): Promise<void> {
    const provider = providerOf(task.companyId);
    if (!provider) return wait(task);
    const meeting = await sync.read(task.companyId, (tx) => tx.get('meetings', task.meetingId));
    if (!meeting) return;
    const rows = await waitingRecordings(task);
    await setTranscript(task, { status: 'processing', error: '' });
    for (const [from, row] of rows.entries()) {
      const outcome = await transcribe(row, task, meeting, provider, context, { from, of: rows.length });
      if (outcome !== 'done')
        return void (await enqueueTranscription(
          platform,
          { companyId: task.companyId, meetingId: task.meetingId },
          outcome.more,
        ));
    }
    const heard = await db
      .selectFrom('upload')
      .select(({ fn }) => fn.sum<number | null>('duration_ms').as('ms'))
      .where('company_id', '=', task.companyId)
      .where('meeting_id', '=', task.meetingId)
      .where('state', '=', 'finished')
      .executeTakeFirst();
    await (Number(heard?.ms ?? 0) < SHORTEST_MS
      ? conclude(task, 'failed', 'RECORDING_TOO_SHORT')
      : conclude(task, 'done', ''));
  }

  async function handle(task: TranscriptionTask, context: JobContext): Promise<void> {
    try {
      await run(task, context);
    } catch (error) {
      if (context.signal.aborted) throw error;
      const forGood = error instanceof ProviderFailure && error.kind === 'refused';
      log.warn(
        {
          meetingId: task.meetingId,
          attempt: context.attempt,
          reason: error instanceof Error ? error.message : 'unknown',
        },
        'a transcription attempt failed',
      );
      const askedMs = error instanceof ProviderFailure ? error.retryAfterMs : 0;
      const deferrals = (task.deferrals ?? 0) + 1;
      // what a provider asks for is longer than the pauses between attempts, and is none of them
      if (!forGood && askedMs > 0 && deferrals <= DEFERRALS_MAX)
        return void (await enqueueTranscription(platform, { ...task, deferrals }, Math.min(askedMs, DEFER_MAX_MS)));
      if (!forGood && context.attempt <= RETRIES) throw error;
      await conclude(task, 'failed', 'TRANSCRIPTION_FAILED');
    }
  }

  /**
   * Enqueues what waits: because a provider is there now, or because a job was lost with its process. Of one company, or of all.
   * @param stalledFor milliseconds without progress after which what is said to run does not run
   */
  async function resume(options: { companyId?: string; stalledFor: number }): Promise<number> {
    const before = clock.now() - options.stalledFor;
    const found = await sql<{ company_id: string; id: string }>`
      select company_id, id from doc where collection = 'transcripts' and not deleted
        and (data ->> 'status' = 'waiting' or (data ->> 'status' = 'processing' and (data ->> 'updatedAt')::numeric <= ${before}::numeric))
        and (${options.companyId ?? null}::text is null or company_id = ${options.companyId ?? null}::text)`.execute(
      db,
    );
    const ready = found.rows.filter((row) => providerOf(row.company_id) !== null);
    for (const row of ready) await enqueueTranscription(platform, { companyId: row.company_id, meetingId: row.id });
    return ready.length;
  }

  return {
    handle,
    resume,
    kind: {
      name: TRANSCRIPTION_JOB,
      retryLimit: RETRIES,
      retryDelay: RETRY_DELAY_S,
      expireInSeconds: EXPIRE_S,
      concurrency: 2,
      handle,
    },
  };
}

/** What the provider made of parts, in the database. */
function partMemory(platform: Platform, row: UploadRow, settings: string): PartMemory {
  return {
    async load(part) {
      const found = await platform.db
        .selectFrom('transcription_part')
        .select('segments')
        .where('company_id', '=', row.company_id)
        .where('recording_id', '=', row.recording_id)
        .where('settings', '=', settings)
        .where('start_ms', '=', part.start)
        .where('end_ms', '=', part.end)
        .executeTakeFirst();
      return found ? (found.segments as RecognisedSegment[]) : null;
    },
    async save(part, segments) {
      await platform.db
        .insertInto('transcription_part')
        .values({
          company_id: row.company_id,
          recording_id: row.recording_id,
          settings,
          start_ms: part.start,
          end_ms: part.end,
          segments: JSON.stringify(segments),
          created_at: platform.clock.now(),
        })
        .onConflict((c) => c.doNothing())
        .execute();
    },
  };
}
