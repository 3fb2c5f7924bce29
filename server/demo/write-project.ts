/** Writes one demo project with its notes and meetings, as the features themselves would store them. */
import { meetingNoteId, newId, spaceOf } from '../../sync/model/ids';
import type { Participant } from '../../sync/model/meetings';
import { stateFromMarkdown, summaryOfState } from '../../sync/merge/note-text';
import { setProjectAccess } from '../core/projects/access';
import type { SyncTransaction } from '../sync/store';
import type { Platform } from '../platform/context';
import { DEMO_ACCOUNTS } from './accounts';
import type { DemoMeeting, DemoNote, DemoProject, DepartmentKey, PersonKey } from './content/content';
import type { DemoRecording } from './recording';

/** Ids by key. */
export interface DemoCast {
  companyId: string;
  people: Record<PersonKey, string>;
  departments: Record<DepartmentKey, string>;
}

export interface StoredRecording extends DemoRecording {
  id: string;
  uploadId: string;
}

const HALF_HOUR = 30 * 60 * 1000;
const DAY = 48 * HALF_HOUR;
const FILE_NAME = 'launch-planning.mp3';

export async function writeProject(
  platform: Platform,
  tx: SyncTransaction,
  cast: DemoCast,
  project: DemoProject,
  recording: StoredRecording,
): Promise<void> {
  const now = platform.clock.now();
  const id = newId(now);
  const { share } = project;
  const doc = {
    title: project.title,
    description: project.description,
    instructions: project.instructions,
    ownerId: cast.people[project.owner],
    contributorUserIds: project.contributors.map((key) => cast.people[key]),
    contributorDepartmentIds: [],
    shareRange: share.range,
    shareUserIds: 'people' in share ? share.people.map((key) => cast.people[key]) : [],
    shareDepartmentIds: 'departments' in share ? share.departments.map((key) => cast.departments[key]) : [],
    webSearchEnabled: true,
    createdAt: now - (2 + Math.max(...project.notes.map((n) => n.daysAgo))) * DAY,
  };
  await setProjectAccess(tx, { id, ...doc });
  const lastChange =
    now - Math.min(...project.notes.map((n) => n.daysAgo), ...project.meetings.map((m) => m.daysAgo)) * DAY;
  await tx.put('projects', id, { space: spaceOf('project', id), ...doc }, lastChange);
  for (const note of project.notes) await writeNote(tx, cast, id, note, now - note.daysAgo * DAY);
  for (const meeting of project.meetings) await writeMeeting(platform, tx, cast, id, meeting, recording);
}

async function writeNote(
  tx: SyncTransaction,
  cast: DemoCast,
  projectId: string,
  note: DemoNote,
  createdAt: number,
): Promise<void> {
  const id = newId(createdAt);
  const space = spaceOf('project', projectId);
  const creatorId = cast.people[note.by];
  const state = stateFromMarkdown(note.markdown);
  await tx.put(
    'notes',
    id,
    {
      space,
      projectId,
      title: note.title,
      type: 'note',
      creatorId,
      shareRange: 'project',
      createdAt,
      ...summaryOfState(state),
    },
    createdAt,
  );
  await tx.put(
    'noteContents',
    id,
    { space, subject: 'note', subjectId: id, creatorId, state: Buffer.from(state).toString('base64') },
    createdAt,
  );
}

async function writeMeeting(
  platform: Platform,
  tx: SyncTransaction,
  cast: DemoCast,
  projectId: string,
  meeting: DemoMeeting,
  recording: StoredRecording,
): Promise<void> {
  // meetings begin at the half hour
  const start = Math.floor((platform.clock.now() - meeting.daysAgo * DAY) / HALF_HOUR) * HALF_HOUR;
  const id = newId(start);
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
      enabled: true,
      outputParameters: {},
      createdAt: start,
    },
    end,
  );
  const state = Buffer.from(stateFromMarkdown(meeting.markdown)).toString('base64');
  await tx.put('noteContents', meetingNoteId(id), { space, subject: 'meeting', subjectId: id, creatorId, state }, end);
  if (!meeting.recording) return;
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
      segments: recording.segments.map((s) => ({
        id: newId(start + s.start),
        recordingId: recording.id,
        start: s.start,
        end: s.end,
        text: s.text,
        original: '',
        participantId: participants[s.speaker]!.id,
      })),
    },
    end,
  );
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
}

/** Members are linked to their accounts; in a recording, everybody who speaks has the name that recognition gave them, too. */
function participant(
  cast: DemoCast,
  who: DemoMeeting['participants'][number],
  index: number,
  recorded: boolean,
): Participant {
  const member = typeof who === 'string' ? DEMO_ACCOUNTS.find((a) => a.key === who)! : null;
  return {
    id: newId(),
    userId: member ? cast.people[member.key] : '',
    type: index === 0 ? 'host' : member ? 'member' : 'guest',
    name: typeof who === 'string' ? member!.name : who.guest,
    transcriptionOriName: recorded ? `Speaker ${index + 1}` : '',
  };
}
