/**
 * Transcription of a meeting's recordings: a run (server/runs, decision 062) whose steps are the parts of its
 * recordings.
 *
 *   waiting ──► processing ──► done (notification transcriptReady)
 *      ▲            │ provider busy or unreachable, or an invalid answer: retried with backoff; finished parts are kept
 *      │            ├ Retry-After: retried after that time, at most an hour
 *      │            ├ daily limit reached ──► failed with USER_SERVICE_QUOTA_EXCEEDED
 *      │            ├ cancelled ──► failed with TRANSCRIPTION_CANCELED
 *      │            ├ the meeting is deleted ──► failed with MEETING_NOT_FOUND; started again if it is restored
 *      │            └ refused, or too many attempts ──► failed (transcriptFailed), until a person retries
 *      └ no provider: TRANSCRIPTION_PROVIDER_NOT_FOUND, waits until a provider is configured
 *
 * A recording counts as one use of the service. The use is consumed before the recording is sent, and refunded if the
 * recording is not transcribed when the run ends, unless a person cancelled the run.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import { byRelevance } from '../../../sync/terms/relevance';
import type { Cutter } from '../../ai/transcription/audio/cutter';
import { blobBytes } from '../../ai/transcription/audio/bytes';
import { promptOf } from '../../ai/transcription/prompt';
import { ProviderFailure } from '../../ai/failure';
import type { RecognisedSegment, TranscriptionProvider } from '../../ai/transcription/provider';
import { recognise } from '../../ai/transcription/recognise';
import { RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import { notify } from '../../shared/notify';
import type { StoredDoc } from '../../sync/store';
import type { CoreServices } from '../context';
import { blobKey } from '../uploads/resumable';
import { forgetParts, type UploadRow } from '../uploads/service';
import { withRecognised } from './recognised';
import { countMatchesOfTerms } from '../terminology/match-counts';
import { versionsAfter } from './transcript-versions';
import { startTranscription, TRANSCRIPTION } from './transcription-request';

const ATTEMPTS = 8;
/** milliseconds; a meeting with less audio fails with RECORDING_TOO_SHORT */
const SHORTEST_MS = 1000;

type Meeting = StoredDoc<'meetings'>;
type Task = { companyId: string; meetingId: string };
type Context = RunContext<unknown>;

const linkTo = (meetingId: string): string => `/meeting/${meetingId}?tab=transcript`;
const taskOf = ({ companyId, subject }: Pick<Run, 'companyId' | 'subject'>): Task => ({
  companyId,
  meetingId: subject.id,
});
/** The id of the use of the service by one recording in one run; the same in every process. */
const idOfUse = (runId: string, recordingId: string): string => `${runId}/${recordingId}`;

export function createTranscription(core: CoreServices): {
  kind: RunKind<unknown>;
  /**
   * Starts runs for transcripts that need one: those that wait for a provider, and those of deleted and restored meetings.
   * For one company or all. Returns the number of meetings.
   */
  resume(companyId?: string): Promise<number>;
} {
  const { platform, sync, usage, transcriptionProvider: providerOf } = core;
  const { db, clock } = platform;

  const setTranscript = (
    task: Task,
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

  const waitingRecordings = (task: Task): Promise<UploadRow[]> =>
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

  /** Throws RunFailure if the meeting was deleted, so that its recording is not sent to a provider. */
  const requireMeeting = async (task: Task): Promise<Meeting> => {
    const meeting = await sync.read(task.companyId, (tx) => tx.get('meetings', task.meetingId));
    if (!meeting) throw new RunFailure('MEETING_NOT_FOUND', { isFinal: true });
    return meeting;
  };

  const promptFor = (companyId: string, meeting: Meeting): Promise<string> =>
    sync.read(companyId, async (tx) => {
      const terms = await tx.list('terms', { space: spaceOf('company', tx.companyId) });
      const project = meeting.projectId ? await tx.get('projects', meeting.projectId) : null;
      const known = [meeting.title, project?.title ?? '', project?.description ?? ''];
      return promptOf(
        byRelevance(terms, known).map(({ term }) => term),
        meeting.participants.filter((p) => p.name !== p.transcriptionOriName).map((p) => p.name),
      );
    });

  async function transcribe(
    row: UploadRow,
    meeting: Meeting,
    provider: TranscriptionProvider,
    context: Context,
    share: { from: number; of: number },
  ): Promise<void> {
    const task = taskOf(context);
    const prompt = await promptFor(task.companyId, meeting);
    const settings = createHash('sha256')
      .update(JSON.stringify([provider.name, provider.model, meeting.language, prompt]))
      .digest('hex')
      .slice(0, 32);
    // Loaded lazily: the audio decoders are large.
    const { openAudio } = await import('../../ai/transcription/audio/cutter');
    const tracks = meeting.recordings.find((r) => r.id === row.recording_id)?.tracks === 'meAndOthers' ? 2 : 1;
    const cutter = await openAudio(blobBytes(platform.blobs, blobKey(row.id), row.size), row.kind, tracks);
    try {
      if (cutter.durationMs < SHORTEST_MS) return await store(row, task, [], cutter, provider);
      await usage.consume(
        { companyId: task.companyId, userId: context.ownerId },
        'meeting.transcription',
        idOfUse(context.runId, row.recording_id),
      );
      const segments = await recognise(cutter, provider, {
        language: meeting.language,
        prompt,
        signal: context.signal,
        step: ({ start, end, track }, work) =>
          context.step(`${row.recording_id}/${start}-${end}${track ? `/${track}` : ''}`, settings, async () => {
            await requireMeeting(task);
            return work();
          }),
        wait: async (ms, signal) => {
          await pause(ms, undefined, { signal });
        },
        progress: (done) => context.progress(Math.round(((share.from + done) / share.of) * 100) / 100),
      });
      await store(row, task, segments, cutter, provider);
    } finally {
      cutter.dispose();
    }
  }

  /** Stores the segments of a recording in place of its earlier ones. No-op if the meeting was deleted. */
  const store = (
    row: UploadRow,
    task: Task,
    recognised: RecognisedSegment[],
    cutter: Cutter,
    provider: TranscriptionProvider,
  ): Promise<void> =>
    sync.write(task.companyId, async (tx) => {
      const [meeting, transcript] = [
        await tx.get('meetings', task.meetingId),
        await tx.get('transcripts', task.meetingId),
      ];
      const now = clock.now();
      const updated = await db
        .updateTable('upload')
        .set({ transcribed_at: now, duration_ms: cutter.durationMs })
        .where('company_id', '=', task.companyId)
        .where('id', '=', row.id)
        .where('transcribed_at', 'is', null)
        .executeTakeFirst();
      // The meeting or the recording was deleted.
      if (!meeting || !transcript || updated.numUpdatedRows === 0n) return;
      const recorder =
        cutter.tracks === 2
          ? { userId: row.user_id, name: (await tx.get('people', row.user_id))?.name ?? '', language: meeting.language }
          : null;
      const { segments, corrections, participants, isDraftEdited } = withRecognised(transcript, meeting, {
        ...{ recordingId: row.recording_id, recognised, recorder, now },
      });
      await tx.put('meetings', meeting.id, {
        participants,
        recordings: meeting.recordings.map((r) =>
          r.id === row.recording_id ? { ...r, durationMs: cutter.durationMs } : r,
        ),
      });
      await tx.put('transcripts', meeting.id, {
        segments,
        corrections,
        ...(isDraftEdited ? { versions: versionsAfter(transcript, segments, meeting.participants, '', now) } : {}),
        provider: provider.name,
        model: provider.model,
        mode: 'model',
        generatedAt: now,
      });
      await countMatchesOfTerms(
        tx,
        recognised.map(({ text }) => text),
      );
      await forgetParts(core.runs, row);
    });

  /** Stores the state of the transcript after a run ended, and notifies the meeting's creator. */
  const conclude = ({ companyId, subject, state, error }: Run): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const [meeting, transcript] = [await tx.get('meetings', subject.id), await tx.get('transcripts', subject.id)];
      if (!meeting || !transcript) return;
      const isWaiting = error === 'TRANSCRIPTION_PROVIDER_NOT_FOUND';
      const status = state === 'SUCCEEDED' ? 'done' : isWaiting ? 'waiting' : 'failed';
      const code = state === 'CANCELED' ? 'TRANSCRIPTION_CANCELED' : error;
      if (transcript.status === status && transcript.error === code) return;
      await tx.put('transcripts', meeting.id, { status, error: code, progress: status === 'done' ? 1 : 0 });
      if (state === 'CANCELED') return;
      // at most one notification per meeting about a missing provider
      const earlier = isWaiting
        ? await tx.list('notifications', { where: { subjectId: meeting.id, kind: 'transcriptionWaiting' } })
        : [];
      if (earlier.length > 0) return;
      await notify(tx, {
        userId: meeting.creatorId,
        kind: status === 'done' ? 'transcriptReady' : isWaiting ? 'transcriptionWaiting' : 'transcriptFailed',
        params: { title: meeting.title },
        link: linkTo(meeting.id),
        subjectId: meeting.id,
      });
    });

  async function run(context: Context): Promise<void> {
    const task = taskOf(context);
    const provider = await providerOf(task.companyId);
    if (!provider) throw new RunFailure('TRANSCRIPTION_PROVIDER_NOT_FOUND', { isFinal: true });
    const meeting = await requireMeeting(task);
    const rows = await waitingRecordings(task);
    await setTranscript(task, { status: 'processing', error: '' });
    for (const [from, row] of rows.entries())
      await transcribe(row, meeting, provider, context, { from, of: rows.length });
    const recorded = await db
      .selectFrom('upload')
      .select(({ fn }) => fn.sum<number | null>('duration_ms').as('ms'))
      .where('company_id', '=', task.companyId)
      .where('meeting_id', '=', task.meetingId)
      .where('state', '=', 'finished')
      .executeTakeFirst();
    if (Number(recorded?.ms ?? 0) < SHORTEST_MS) throw new RunFailure('RECORDING_TOO_SHORT', { isFinal: true });
  }

  return {
    kind: {
      name: TRANSCRIPTION,
      // many recordings of one organization must not delay those of others
      queue: { concurrency: 4, isOnePerGroup: true },
      attempts: ATTEMPTS,
      // the meeting stays in the organization
      whenOwnerLeaves: 'transfer',
      transaction: (companyId, work) => sync.write(companyId, work),
      handle: run,
      failureOf,
      async ended(ended) {
        // A cancelled recording was already sent: with a refund, repeated cancels would exceed the provider's limit. A
        // restart continues this run without counting again.
        if (ended.state !== 'CANCELED') {
          // none after a success, unless the meeting was deleted during the run
          const untranscribed = await waitingRecordings(taskOf(ended));
          await usage.giveBack(
            ended.companyId,
            untranscribed.map((row) => idOfUse(ended.id, row.recording_id)),
          );
        }
        await conclude(ended);
      },
      restarted: (again) => setTranscript(taskOf(again), { status: 'waiting', progress: 0, error: '' }),
    },
    async resume(companyId) {
      const found = await sql<{ company_id: string; id: string; creator_id: string }>`
        select company_id, id, data ->> 'creatorId' as creator_id from doc d
        where collection = 'transcripts' and not deleted and data ->> 'status' in ('waiting', 'processing')
          and (${companyId ?? null}::text is null or company_id = ${companyId ?? null}::text)
          and not exists (select from run r where r.company_id = d.company_id and r.kind = ${TRANSCRIPTION} and r.key = d.id
            and r.ended_at is null)
          and exists (select from upload u where u.company_id = d.company_id and u.meeting_id = d.id and u.state = 'finished'
            and u.transcribed_at is null)`.execute(db);
      const ready = [];
      for (const row of found.rows) if ((await providerOf(row.company_id)) !== null) ready.push(row);
      for (const row of ready)
        await sync.write(row.company_id, () => startTranscription(core, row.company_id, row.id, row.creator_id));
      return ready.length;
    },
  };
}

function failureOf(error: unknown): Error {
  if (error instanceof CallError && error.code === 'USER_SERVICE_QUOTA_EXCEEDED')
    return new RunFailure(error.code, { isFinal: true, cause: error });
  const isProvider = error instanceof ProviderFailure;
  return new RunFailure('TRANSCRIPTION_FAILED', {
    isFinal: isProvider && error.isPermanent,
    retryAfterMs: isProvider ? error.retryAfterMs : 0,
    cause: error,
  });
}
