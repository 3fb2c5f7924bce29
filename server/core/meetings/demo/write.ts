/** Writes the demo's meetings in the stored form: transcripts, summaries, and one recording. */
import { meetingNoteId, newId, spaceOf } from '../../../../sync/model/ids';
import type { Participant } from '../../../../sync/model/participants';
import { stateFromMarkdown } from '../../../../sync/merge/note-text';
import { TRANSCRIPTION } from '../transcription-request';
import type { Platform } from '../../../platform/context';
import { newRow } from '../../../runs/new-row';
import type { DemoMeeting } from '../../../shared/demo-content';
import type { DemoCast, DemoSeed, PrepareDemo } from '../../../shared/demo';
import { beginOf, withMentions } from '../../../shared/demo-texts';
import { blobKey } from '../../uploads/resumable';
import { readRecording, type DemoRecording } from './recording';
import { demoSummary, spokenLines } from './texts';

const FILE_NAME = 'launch-planning.mp3';

interface StoredRecording extends DemoRecording {
  id: string;
  uploadId: string;
}

/** Reads the recording of the demo's recorded meeting. */
export const prepareDemoMeetings: PrepareDemo = async (now) => {
  const recording: StoredRecording = {
    ...(await readRecording('launch-meeting')),
    id: newId(now),
    uploadId: newId(now),
  };
  return {
    blobs: [{ key: blobKey(recording.uploadId), bytes: recording.bytes, contentType: 'audio/mpeg' }],
    async write(seed) {
      for (const { id, content } of seed.projects)
        for (const meeting of content.meetings) await writeMeeting(seed, id, meeting, recording);
    },
  };
};

async function writeMeeting(
  seed: DemoSeed,
  projectId: string,
  meeting: DemoMeeting,
  recording: StoredRecording,
): Promise<void> {
  const { platform, tx, cast, documents } = seed;
  const start = beginOf(meeting, platform.clock.now());
  const id = documents.meeting.get(meeting.title)!;
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[meeting.by];
  const participants = meeting.participants.map((who, i) => participant(cast, who, i, meeting.recording !== undefined));
  const end = start + (meeting.recording ? recording.durationMs : meeting.minutes * 60_000);
  await tx.put(
    'meetings',
    id,
    {
      space,
      projectId,
      title: meeting.title,
      creatorId,
      type: meeting.recording ? 'upload' : 'record',
      status: 'ended',
      language: meeting.language,
      shareRange: 'project',
      shareUserIds: [],
      shareDepartmentIds: [],
      actualStartAt: start,
      actualEndAt: end,
      participants,
      recordings: meeting.recording
        ? [
            {
              id: recording.id,
              fileName: FILE_NAME,
              mimeType: 'audio/mpeg',
              size: recording.bytes.length,
              durationMs: recording.durationMs,
              sha256: recording.sha256,
              uploadedAt: end,
            },
          ]
        : [],
      ...(meeting.agenda
        ? { agenda: meeting.agenda.map(([text, isDone]) => ({ id: newId(start), text, isDone })) }
        : {}),
      enabled: true,
      outputParameters: {},
      createdAt: start,
    },
    end,
  );
  const state = Buffer.from(stateFromMarkdown(withMentions(meeting.markdown, seed))).toString('base64');
  await tx.put('noteContents', meetingNoteId(id), { space, subject: 'meeting', subjectId: id, creatorId, state }, end);
  const segments = meeting.recording
    ? recording.segments.map(({ start: from, end: to, text, speaker }) => ({ start: from, end: to, text, speaker }))
    : spokenLines(meeting);
  if (segments.length === 0) return;
  const stored = segments.map((s) => ({
    id: newId(start + s.start),
    recordingId: meeting.recording ? recording.id : '',
    start: s.start,
    end: s.end,
    text: s.text,
    original: '',
    participantId: participants[s.speaker]!.id,
  }));
  await tx.put(
    'transcripts',
    id,
    {
      space,
      meetingId: id,
      creatorId,
      status: 'done',
      progress: 1,
      error: '',
      provider: '',
      model: '',
      mode: 'import',
      generatedAt: end,
      segments: stored,
    },
    end,
  );
  if (meeting.summary)
    await tx.put('summaries', id, { space, ...demoSummary(meeting.summary, stored, { id, creatorId, end }) }, end);
  if (!meeting.recording) return;
  await platform.db
    .insertInto('upload')
    .values({
      company_id: cast.companyId,
      id: recording.uploadId,
      recording_id: recording.id,
      meeting_id: id,
      user_id: creatorId,
      file_name: FILE_NAME,
      kind: 'mp3',
      size: recording.bytes.length,
      state: 'finished',
      sha256: recording.sha256,
      duration_ms: recording.durationMs,
      created_at: end,
      finished_at: end,
      transcribed_at: end,
    })
    .execute();
  await writeEndedTask(platform, cast.companyId, { ownerId: creatorId, meetingId: id, end });
}

/** Writes the finished run of the transcription, so that the inbox shows a finished task. */
async function writeEndedTask(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  { ownerId, meetingId, end }: { ownerId: string; meetingId: string; end: number },
): Promise<void> {
  await db
    .insertInto('run')
    .values({
      ...newRow(
        TRANSCRIPTION,
        newId(end),
        { companyId, ownerId, subject: { collection: 'transcripts', id: meetingId }, input: {}, key: meetingId },
        end,
      ),
      ...{ state: 'SUCCEEDED' as const, attempts: 1, progress: 1, ended_at: end },
    })
    .execute();
}

/** A participant; members are linked to their accounts. In a recorded meeting each also has the recognised name. */
function participant(
  cast: DemoCast,
  who: DemoMeeting['participants'][number],
  index: number,
  recorded: boolean,
): Participant {
  const isMember = typeof who === 'string';
  return {
    id: newId(),
    userId: isMember ? cast.people[who] : '',
    type: index === 0 ? 'host' : isMember ? 'member' : 'guest',
    name: isMember ? cast.names[who] : who.guest,
    transcriptionOriName: recorded ? `Speaker ${index + 1}` : '',
  };
}
