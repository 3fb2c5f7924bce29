/** Meetings with participants, recording state and recordings (workspace 3, 4, 6). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone, Ids } from '../id-schemas';
import { LIMITS } from '../limits';
import { MeetingMoment } from '../meeting-moments';
import { ItemShareRange } from './notes';
import { amount, timestamp } from '../numbers';
import { Participant } from '../participants';
import { clean, line } from '../text';
import { LANGUAGES } from '../languages';

export const MeetingTitle = line(LIMITS.meetingTitle, 'PARAM_ERROR');
export const RecognitionLanguage = v.picklist(LANGUAGES);

export const RecordingTracks = v.picklist(['mixed', 'meAndOthers'], 'PARAM_ERROR');

/** A recording whose hash the server has verified. An interrupted meeting has several. */
export const MeetingRecording = v.looseObject({
  id: Id,
  fileName: v.pipe(v.string(), v.maxLength(255), v.transform(clean)),
  mimeType: v.pipe(v.string(), v.maxLength(100)),
  /** bytes */
  size: amount(),
  /** milliseconds; 0 if unknown */
  durationMs: amount(),
  sha256: v.pipe(v.string(), v.maxLength(64)),
  uploadedAt: timestamp(),
  /** `meAndOthers`: left channel: the person who recorded, right channel: all others; absent: mixed */
  tracks: v.optional(RecordingTracks),
});
export type MeetingRecording = v.InferOutput<typeof MeetingRecording>;

export const AgendaItem = v.looseObject({
  id: Id,
  text: v.pipe(v.string(), v.transform(clean), v.maxLength(LIMITS.agendaItem.max, 'PARAM_ERROR')),
  isDone: v.boolean(),
});
export type AgendaItem = v.InferOutput<typeof AgendaItem>;

export const meetings = defineKind({
  name: 'meetings',
  store: 'items',
  direction: 'both',
  fields: {
    /** '' for a meeting outside any project */
    projectId: IdOrNone,
    title: MeetingTitle,
    creatorId: Id,
    type: v.picklist(['record', 'upload']),
    status: v.picklist(['waiting', 'recording', 'paused', 'ended']),
    language: RecognitionLanguage,
    shareRange: ItemShareRange,
    shareUserIds: Ids,
    shareDepartmentIds: Ids,
    /** milliseconds since the epoch; 0 if it has not taken place */
    actualStartAt: timestamp(),
    actualEndAt: timestamp(),
    participants: v.array(Participant),
    /** written by the server when an upload is finished */
    recordings: v.array(MeetingRecording),
    /** absent in meetings without moments */
    moments: v.optional(v.pipe(v.array(MeetingMoment), v.maxLength(LIMITS.moments, 'PARAM_ERROR'))),
    /** in order; absent in meetings without an agenda */
    agenda: v.optional(v.pipe(v.array(AgendaItem), v.maxLength(LIMITS.agenda, 'PARAM_ERROR'))),
    /** planned time of its calendar entry; absent or 0: unknown */
    plannedStartAt: v.optional(timestamp()),
    plannedEndAt: v.optional(timestamp()),
    /** UID of its calendar entry (RFC 5545), the same for all meetings of a series; absent or '' for none */
    calendarUid: v.optional(v.pipe(v.string(), v.maxLength(255, 'PARAM_ERROR'))),
    enabled: v.boolean(),
    outputParameters: v.looseObject({}),
    createdAt: timestamp(),
  },
  indexes: ['recent', 'project'],
  label: 'meeting',
  parents: [{ kind: 'projects', field: 'projectId' }],
  // the server adds a recording after its upload
  createdWith: { recordings: [], enabled: true, outputParameters: {} },
  ahead: 40,
  search: {
    role: 'result',
    fields: [
      { passage: 'title', field: 'title' },
      { passage: 'participants', field: 'participants', each: 'name' },
      { passage: 'moments', field: 'moments', each: 'text', isApart: true },
    ],
  },
  link: ({ id }) => `/meeting/${id}`,
  trash: { owner: 'creatorId', restoredBy: 'owner', ownSpace: 'meeting' },
  merge: {
    projectId: 'value',
    title: 'value',
    creatorId: 'server',
    type: 'server',
    status: 'value',
    language: 'value',
    shareRange: 'value',
    shareUserIds: 'audience',
    shareDepartmentIds: 'audience',
    actualStartAt: 'first',
    actualEndAt: 'max',
    participants: 'byId',
    recordings: 'server',
    moments: 'byId',
    agenda: 'byId',
    plannedStartAt: 'value',
    plannedEndAt: 'value',
    calendarUid: 'value',
    enabled: 'server',
    outputParameters: 'server',
    createdAt: 'server',
  },
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId
      ? ['update', 'delete', 'share', 'move']
      : role === 'owner'
        ? ['update', 'delete']
        : role === 'contributor'
          ? ['update']
          : [],
});
export type Meeting = DocOf<typeof meetings>;

type Times = Pick<Meeting, 'actualStartAt' | 'actualEndAt'>;

/**
 * Adds the times of one more recording. The earliest start and the latest end win, as in a merge, and the end is never
 * before the start: a device clock may be set back during or between recordings, and the server rejects such times.
 */
export function withRecordingTimes(before: Times, recording: Partial<Times>): Times {
  const starts = [before.actualStartAt, recording.actualStartAt ?? 0].filter((at) => at > 0);
  const end = Math.max(before.actualEndAt, recording.actualEndAt ?? 0);
  // an end without a start would be wrong after a merge with a later start of another device
  const actualStartAt = starts.length > 0 ? Math.min(...starts) : end;
  return { actualStartAt, actualEndAt: end > 0 ? Math.max(end, ...starts) : 0 };
}
