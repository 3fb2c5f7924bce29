/** The calls of meetings (workspace 7). Paths use the spelling of the specification. */
import * as v from 'valibot';
import { Id, IdOrNone, Ids } from '../../../sync/model/id-schemas';
import { LIMITS } from '../../../sync/model/limits';
import { meetings, MeetingTitle, RecognitionLanguage } from '../../../sync/model/kinds/meetings';
import { Participant } from '../../../sync/model/participants';
import { ItemShareRange } from '../../../sync/model/kinds/notes';
import { LATEST, whole } from '../../../sync/model/numbers';
import { TranscriptionStatus } from '../../../sync/model/kinds/transcripts';
import { line, lines } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';
import { transcriptCalls } from './transcript-contract';

const Parties = v.optional(Ids, []);
const Moment = whole({ max: LATEST, message: 'MEETING_TIME_INVALID' });
const Name = line(LIMITS.participantName, 'PARAM_ERROR');
/** Text of a note or a segment. */
const Text = v.pipe(v.string('PARAM_ERROR'), v.maxLength(LIMITS.noteStateBytes / 8, 'NOTE_CONTENT_TOO_LARGE'));
/** A project, or none: '' as in the model, or 0 as in the specification's defaults. */
const ProjectOrNone = v.optional(
  v.pipe(
    v.union([IdOrNone, v.literal(0)]),
    v.transform((id) => (id === 0 || id === '0' ? '' : id)),
  ),
  '',
);

/** A meeting with the field names of the specification. */
export const MeetingView = v.looseObject({
  ...meetings.schema.entries,
  companyId: v.string(),
  transcriptionStatus: TranscriptionStatus,
  createdTime: v.number(),
  updatedTime: v.number(),
});
const ParticipantView = v.looseObject({ ...Participant.entries, meetingId: v.string(), companyId: v.string() });
export const SegmentView = v.object({
  id: v.string(),
  meetingId: v.string(),
  meetingParticipantId: v.string(),
  content: v.string(),
  original: v.string(),
  recordingId: v.string(),
  /** milliseconds from the start of the recording; -1 if unknown */
  start: v.number(),
  end: v.number(),
});
const TranscriptView = v.object({
  meetingId: v.string(),
  status: TranscriptionStatus,
  progress: v.number(),
  error: v.string(),
  provider: v.string(),
  model: v.string(),
  mode: v.string(),
  generatedAt: v.number(),
  list: v.array(SegmentView),
  /** earlier versions of the text that can be restored, the latest first */
  versions: v.array(v.object({ id: v.string(), at: v.number(), by: v.string(), mode: v.string(), lines: v.number() })),
});
const NoteView = v.object({ id: v.string(), meetingId: v.string(), content: v.string(), updatedTime: v.number() });
const Nothing = v.object({});
const SEEN = ['MEETING_NOT_FOUND'] as const;
const CHANGED = ['MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED', 'PARAM_ERROR'] as const;
const PARTICIPANT = ['MEETING_PARTICIPANT_NOT_FOUND', 'MEETING_ACCESS_DENIED', 'PARAM_ERROR'] as const;
const SEGMENT = ['TRANSCRIPT_SEGMENT_NOT_FOUND', 'MEETING_ACCESS_DENIED', 'PARAM_ERROR'] as const;

export const meetingCalls = {
  create: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/create',
    who: 'member',
    idempotent: true,
    scope: 'meetings.create',
    summary: 'Creates a meeting.',
    input: v.object({
      title: MeetingTitle,
      projectId: ProjectOrNone,
      type: v.optional(meetings.fields.type, 'record'),
      status: v.optional(meetings.fields.status, 'waiting'),
      language: v.optional(RecognitionLanguage),
      shareRange: v.optional(ItemShareRange),
      actualStartAt: v.optional(Moment, 0),
      actualEndAt: v.optional(Moment, 0),
    }),
    output: MeetingView,
    errors: [
      'PROJECT_NOT_FOUND',
      'MEETING_CREATE_DENIED',
      'MEETING_TITLE_DUPLICATED',
      'MEETING_TIME_INVALID',
      'PARAM_ERROR',
    ],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/query/getById/{id}',
    who: 'member',
    summary: 'A meeting.',
    input: v.object({ id: Id }),
    output: MeetingView,
    errors: SEEN,
  }),
  remove: defineCall({
    service: 'core',
    method: 'DELETE',
    path: '/meeting/{id}',
    who: 'member',
    summary: 'Deletes a meeting with its transcript, summary and note.',
    input: v.object({ id: Id }),
    output: Nothing,
    errors: CHANGED,
  }),
  update: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/update',
    who: 'member',
    summary: 'Changes a meeting.',
    input: v.object({
      id: Id,
      title: v.optional(MeetingTitle),
      shareRange: v.optional(ItemShareRange),
      status: v.optional(meetings.fields.status),
      language: v.optional(RecognitionLanguage),
      actualStartAt: v.optional(Moment),
      actualEndAt: v.optional(Moment),
    }),
    output: MeetingView,
    errors: [...CHANGED, 'MEETING_TITLE_DUPLICATED', 'MEETING_TIME_INVALID'],
  }),
  myPage: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/MyMeetings/searchPage',
    who: 'member',
    summary: 'Meetings that the caller can see, newest first.',
    input: v.object({
      projectId: ProjectOrNone,
      titleLike: Search,
      orderBys: v.optional(
        v.union([v.picklist(['ID_DESC'], 'PARAM_ERROR'), v.array(v.picklist(['ID_DESC'], 'PARAM_ERROR'))]),
        'ID_DESC',
      ),
      ...pageFields(20),
    }),
    output: pageOf(MeetingView),
    errors: ['PARAM_ERROR'],
  }),
  myLatest: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/MyMeetings/searchLimit',
    who: 'member',
    summary: 'The latest meetings, grouped by the day they started in the person’s time zone, UTC if it is unknown.',
    input: v.object({
      projectId: ProjectOrNone,
      titleLike: Search,
      limit: v.optional(whole({ min: 1, max: 100 }), LIMITS.meetingRecentLimit),
    }),
    output: v.object({
      success: v.boolean(),
      myMeetingList: v.array(v.object({ startDate: v.string(), meetings: v.array(MeetingView) })),
    }),
    errors: ['PARAM_ERROR'],
  }),
  projectPage: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/projectMeetings/searchPage',
    who: 'member',
    summary: 'Meetings of a project.',
    input: v.object({ projectId: Id, titleLike: Search, ...pageFields(20) }),
    output: pageOf(MeetingView),
    errors: ['PROJECT_NOT_FOUND'],
  }),
  share: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/share/set',
    who: 'member',
    summary: 'Shares a meeting.',
    input: v.object({ meetingId: Id, shareRange: ItemShareRange, departmentIds: Parties, userIds: Parties }),
    output: MeetingView,
    errors: [...CHANGED, 'DEPARTMENT_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
  createParticipant: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/participant/create',
    who: 'member',
    summary: 'Adds a participant.',
    input: v.object({
      meetingId: Id,
      userId: v.optional(IdOrNone, ''),
      type: v.optional(Participant.entries.type, 'guest'),
      companyId: v.optional(IdOrNone),
      name: Name,
      transcriptionOriName: v.optional(Participant.entries.transcriptionOriName, ''),
    }),
    output: ParticipantView,
    errors: [...CHANGED, 'SAME_PARTICIPANT_EXIST', 'USER_NOT_FOUND'],
  }),
  renameParticipant: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/participant/updateName',
    who: 'member',
    summary: 'Renames a participant.',
    input: v.object({ id: Id, name: Name }),
    output: ParticipantView,
    errors: PARTICIPANT,
  }),
  linkParticipant: defineCall({
    service: 'core',
    method: 'PUT',
    path: '/meeting/participant/updateUserInfo',
    who: 'member',
    summary: 'Links a participant to a member of the company.',
    input: v.object({ id: Id, userId: Id }),
    output: ParticipantView,
    errors: [...PARTICIPANT, 'SAME_PARTICIPANT_EXIST', 'USER_NOT_FOUND'],
  }),
  unlinkParticipant: defineCall({
    service: 'core',
    method: 'DELETE',
    path: '/meeting/participant/removeUserInfo',
    who: 'member',
    summary: 'Unlinks a participant from a member of the company.',
    input: v.object({ id: Id }),
    output: ParticipantView,
    errors: PARTICIPANT,
  }),
  participants: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/paticipants/getByMeetingId/{id}',
    who: 'member',
    summary: 'Participants of a meeting. The spelling of the path is part of the interface.',
    input: v.object({ id: Id }),
    output: v.object({ list: v.array(ParticipantView) }),
    errors: SEEN,
  }),
  assignSegment: defineCall({
    service: 'core',
    method: 'PUT',
    path: '/meeting/transcription/updateParticipant',
    who: 'member',
    summary: 'Changes the speaker of a segment.',
    input: v.object({ id: Id, meetingParticipantId: IdOrNone }),
    output: SegmentView,
    errors: [...SEGMENT, 'MEETING_PARTICIPANT_NOT_FOUND'],
  }),
  segment: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/transcription/get',
    who: 'member',
    summary: 'A segment of a transcript.',
    input: v.object({ id: Id }),
    output: SegmentView,
    errors: ['TRANSCRIPT_SEGMENT_NOT_FOUND'],
  }),
  transcript: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/transcription/getByMeetingId/{id}',
    who: 'member',
    summary: 'The transcript of a meeting with its state.',
    input: v.object({ id: Id }),
    output: TranscriptView,
    errors: SEEN,
  }),
  correctSegment: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/transcription/updateContent',
    who: 'member',
    summary: 'Corrects the text of a segment; the recognised text is kept.',
    input: v.object({ id: Id, content: lines(LIMITS.segmentText, 'PARAM_ERROR') }),
    output: SegmentView,
    errors: SEGMENT,
  }),
  retryTranscription: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/transcription/retry',
    who: 'member',
    idempotent: true,
    perMinute: 30,
    summary:
      'Transcribes again what is not transcribed; where all is, everything. Corrections stay where the same words are heard.',
    input: v.object({ meetingId: Id }),
    output: v.object({ status: TranscriptionStatus }),
    errors: [...CHANGED, 'MEETING_RECORDING_FILE_NOT_FOUND'],
  }),
  ...transcriptCalls,
  createNote: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/note/create',
    who: 'member',
    idempotent: true,
    maxBody: 8 * 1024 * 1024,
    summary: 'Creates the meeting’s note (Markdown), or appends to an existing one.',
    input: v.object({ meetingId: Id, content: Text }),
    output: NoteView,
    errors: [...CHANGED, 'NOTE_EDIT_DENIED', 'NOTE_CONTENT_TOO_LARGE'],
  }),
  updateNote: defineCall({
    service: 'core',
    method: 'PUT',
    path: '/meeting/note/update',
    who: 'member',
    maxBody: 8 * 1024 * 1024,
    summary: 'Replaces the text of a meeting’s note (Markdown); concurrent edits of others are kept.',
    input: v.object({ id: Id, content: Text }),
    output: NoteView,
    errors: ['NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED', 'NOTE_CONTENT_TOO_LARGE'],
  }),
  note: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/note/getByMeetingId/{id}',
    who: 'member',
    summary: 'The note of a meeting; null until it is written.',
    input: v.object({ id: Id }),
    output: v.object({ note: v.nullable(NoteView) }),
    errors: SEEN,
  }),
};
