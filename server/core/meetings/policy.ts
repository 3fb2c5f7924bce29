/**
 * Push policy of meetings. The creator may do everything; contributors to the meeting's space may edit everything but its
 * project and sharing. Recordings, transcripts and summaries are written by the server (workspace 6).
 */
import { spaceOf } from '../../../sync/model/ids';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { notifyOfAddition, notifyOfItem, peopleOf } from '../notify-people';
import { onlyChanges, refusal, startsWith } from '../refusals';
import { isOpened, refuseUnknownParties, SHARED_WITH } from '../share-changes';
import { renameSameTitle } from './same-title';
import { removeContents } from '../contents';
import { placeMeeting, spaceOfMeeting } from './placement';

type StoredMeeting = StoredDoc<'meetings'>;

const PLANNED = ['agenda', 'plannedStartAt', 'plannedEndAt', 'calendarUid'];
const BY_CONTRIBUTOR = [
  'title',
  'status',
  'language',
  'actualStartAt',
  'actualEndAt',
  'participants',
  'moments',
  ...PLANNED,
];
const PLACING = ['projectId', 'shareRange', 'shareUserIds', 'shareDepartmentIds', 'space'];

/** Requires that a person who puts a meeting into a project may contribute to it. */
async function mayAdd(tx: SyncTransaction, userId: string, projectId: string): Promise<void> {
  if (projectId === '') return;
  const space = spaceOf('project', projectId);
  if (!(await tx.spaceExists(space))) throw refusal('SPACE_NOT_FOUND', 'projectId');
  const role = await tx.roleIn(space, userId);
  if (!(await tx.get('projects', projectId)) || role === null) throw refusal('PROJECT_NOT_FOUND', 'projectId');
  if (role === 'viewer') throw refusal('MEETING_CREATE_DENIED', 'projectId');
}

function checkTimes({ actualStartAt, actualEndAt }: StoredMeeting): void {
  if (actualStartAt < 0 || actualEndAt < 0 || (actualStartAt > 0 && actualEndAt > 0 && actualEndAt < actualStartAt))
    throw refusal('MEETING_TIME_INVALID', 'actualEndAt');
}

/** Allows a person as one participant only. A newly linked person must be a present or former member of the company. */
async function checkParticipants(
  tx: SyncTransaction,
  before: StoredMeeting | null,
  { participants }: StoredMeeting,
): Promise<void> {
  if (new Set(participants.map((p) => p.id)).size !== participants.length)
    throw refusal('SAME_PARTICIPANT_EXIST', 'participants');
  const users = participants.map((p) => p.userId).filter(Boolean);
  if (new Set(users).size !== users.length) throw refusal('SAME_PARTICIPANT_EXIST', 'participants');
  const had = before?.participants.map((p) => p.userId);
  await refuseUnknownParties(
    tx,
    { participants: had, none: [] },
    { participants: users, none: [] },
    { users: 'participants', departments: 'none' },
  );
}

/** A person creates moments only in their own name; a moment is changed by its author or the meeting's creator. */
function checkMoments(userId: string, before: StoredMeeting | null, after: StoredMeeting, isCreator: boolean): void {
  const had = new Map((before?.moments ?? []).map((m) => [m.id, m]));
  const moments = after.moments ?? [];
  // devices store moments by id, so a duplicate would replace the first one
  if (new Set(moments.map((m) => m.id)).size !== moments.length) throw refusal('DOCUMENT_INVALID', 'moments');
  for (const now of moments) {
    const was = had.get(now.id);
    had.delete(now.id);
    if (was ? was.userId !== now.userId : now.userId !== userId) throw refusal('NO_PERMISSION', 'moments');
    if (was && was.text !== now.text && was.userId !== userId && !isCreator)
      throw refusal('MEETING_ACCESS_DENIED', 'moments');
    if (was && (was.at !== now.at || was.recordingId !== now.recordingId || was.kind !== now.kind))
      throw refusal('NO_PERMISSION', 'moments', 'time and kind of a moment cannot be changed');
  }
  if (!isCreator && [...had.values()].some((removed) => removed.userId !== userId))
    throw refusal('MEETING_ACCESS_DENIED', 'moments');
}

/**
 * A client derives the space from its own, possibly stale copy. The server corrects it, but does not accept the space of
 * another document.
 */
function checkSpace(meeting: StoredMeeting): void {
  const possible = [
    spaceOfMeeting(meeting),
    spaceOf('meeting', meeting.id),
    ...(meeting.projectId ? [spaceOf('project', meeting.projectId)] : []),
  ];
  if (!possible.includes(meeting.space)) throw refusal('DOCUMENT_INVALID', 'space');
}

/** Whether the server has accepted all these recordings of the meeting: a meeting restored by undo contains them again. */
export type KnowsRecordings = (
  companyId: string,
  meeting: Pick<StoredMeeting, 'id' | 'recordings'>,
) => Promise<boolean>;

export const meetingPolicy = (knowsRecordings: KnowsRecordings): PushPolicy<'meetings'> => ({
  collection: 'meetings',
  async check({ actor, tx, before, after, changed, role, restored = null }) {
    if (!before) {
      if (!after) return;
      await refuseUnknownParties(tx, restored, after, SHARED_WITH);
      return checkNew(tx, actor.userId, after, knowsRecordings);
    }
    const creator = before.creatorId === actor.userId;
    if (!after) {
      if (!creator && role !== 'owner') throw refusal('MEETING_ACCESS_DENIED');
      return;
    }
    if (!creator && (role === null || role === 'viewer')) throw refusal('MEETING_ACCESS_DENIED');
    onlyChanges(changed, creator ? [...BY_CONTRIBUTOR, ...PLACING] : BY_CONTRIBUTOR, 'MEETING_ACCESS_DENIED');
    if (changed.includes('projectId') || isOpened(before, after)) await mayAdd(tx, actor.userId, after.projectId);
    if (changed.some((field) => PLACING.includes(field))) checkSpace(after);
    await refuseUnknownParties(tx, before, after, SHARED_WITH);
    if (changed.includes('actualStartAt') || changed.includes('actualEndAt')) checkTimes(after);
    if (changed.includes('participants')) await checkParticipants(tx, before, after);
    if (changed.includes('moments')) checkMoments(actor.userId, before, after, creator);
  },
  async apply({ actor, tx, before, after, changed }) {
    if (!after) {
      if (!before) return;
      // the files of its recordings are deleted later (uploads/service.ts)
      await removeContents(tx, 'meetings', before.id);
      await tx.intoTrash('meetings', before.id, actor.userId);
      return;
    }
    if (!before || changed.includes('title') || changed.includes('projectId'))
      after = (await renameSameTitle(tx, actor.userId, after)) ?? after;
    if (before && !changed.some((field) => PLACING.includes(field))) return;
    const had = await peopleOf(tx, (before ?? after).space);
    const space = await placeMeeting(
      tx,
      entersProject(before, after) ? await tx.put('meetings', after.id, { shareRange: 'project' }) : after,
    );
    const item = { ...after, space, link: `/meeting/${after.id}`, isMeeting: true };
    if (before) await notifyOfItem(tx, actor.userId, item, had);
    else if (space === spaceOf('project', after.projectId)) await notifyOfAddition(tx, actor.userId, after.projectId);
  },
});

/**
 * Whether a person puts a private meeting of their own into a project's space, which shares it with the project's
 * members.
 */
const entersProject = (before: StoredMeeting | null, after: StoredMeeting): boolean =>
  after.shareRange === 'private' &&
  after.projectId !== '' &&
  after.space === spaceOf('project', after.projectId) &&
  before?.projectId !== after.projectId;

async function checkNew(
  tx: SyncTransaction,
  userId: string,
  meeting: StoredMeeting,
  knowsRecordings: KnowsRecordings,
): Promise<void> {
  if (meeting.creatorId !== userId) throw refusal('NO_PERMISSION', 'creatorId');
  startsWith(meeting, { enabled: true, outputParameters: {} });
  if (meeting.recordings.length > 0 && !(await knowsRecordings(tx.companyId, meeting)))
    throw refusal('NO_PERMISSION', 'recordings', 'only the server sets recordings');
  await mayAdd(tx, userId, meeting.projectId);
  checkSpace(meeting);
  checkTimes(meeting);
  await checkParticipants(tx, null, meeting);
}
