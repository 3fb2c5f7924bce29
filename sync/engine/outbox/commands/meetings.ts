import { removal, renaming } from '../../../model/corrections';
import { meetingNoteId, newId, spaceOf } from '../../../model/ids';
import type { Role } from '../../../model/kind';
import { withRecordingTimes } from '../../../model/kinds/meetings';
import { clashes, type Titled } from '../../../model/meeting-overlap';
import type { Doc } from '../../../model/kinds';
import type { Participant } from '../../../model/participants';
import { CallError } from '../../../protocol/errors';
import type { PlannedMeeting } from './declared/meetings';
import { allowed, checkedFields, create, roleIn, type CommandContext, type Handlers } from './context';
import { removeMeeting } from './removal';
import { correctSegments, recordSpeaker } from './transcripts';

const pick = (value: string): Doc<'meetings'>['language'] => value as Doc<'meetings'>['language'];

/** The space of a meeting (its project's or its own), and the person's role there. */
async function spaceOfMeeting(
  context: CommandContext,
  meetingId: string,
  projectId: string,
): Promise<{ space: string; role: Role }> {
  if (!projectId) return { space: spaceOf('meeting', meetingId), role: 'owner' };
  const project = await allowed(
    context,
    'projects',
    projectId,
    'addMeeting',
    'PROJECT_NOT_FOUND',
    'MEETING_CREATE_DENIED',
  );
  return { space: project.space, role: roleIn(project) };
}

type Participants = Doc<'meetings'>['participants'];

async function changeParticipants(
  context: CommandContext,
  id: string,
  change: (participants: Participants) => Participants,
): Promise<void> {
  await allowed(context, 'meetings', id, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await context.documents.change('meetings', id, (meeting) =>
    checkedFields('meetings', { participants: change(meeting.participants) }),
  );
}

const assertNotParticipant = (participants: Participants, userId: string | undefined, except = ''): void => {
  if (userId && participants.some((p) => p.userId === userId && p.id !== except))
    throw new CallError('SAME_PARTICIPANT_EXIST');
};

type NewMeeting = Pick<Doc<'meetings'>, 'id' | 'space' | 'projectId' | 'title' | 'type'> & {
  language: string;
  role: Role;
  planned?: PlannedMeeting | undefined;
};

/** Creates a meeting with an empty note, hosted by this person. */
export async function createMeeting(
  context: CommandContext,
  { id, space, role, projectId, title, type, language, planned }: NewMeeting,
): Promise<void> {
  const { userId, name } = context.account;
  const now = context.clock.now();
  await create(context, 'meetings', role, {
    id,
    space,
    projectId,
    title,
    creatorId: userId,
    type,
    status: 'waiting',
    language: pick(language),
    shareRange: projectId ? 'project' : 'private',
    shareUserIds: [],
    shareDepartmentIds: [],
    actualStartAt: 0,
    actualEndAt: 0,
    participants: [
      { id: newId(now), userId, type: 'host', name: name || context.account.email, transcriptionOriName: '' },
      ...(planned?.people ?? [])
        .filter((person) => person.userId !== userId)
        .map((person) => ({
          id: newId(now),
          userId: person.userId,
          type: person.userId ? ('member' as const) : ('guest' as const),
          name: person.name,
          transcriptionOriName: '',
        })),
    ],
    ...(planned
      ? {
          plannedStartAt: planned.startAt,
          plannedEndAt: planned.endAt,
          calendarUid: planned.uid,
          agenda: planned.agenda.map((text) => ({ id: newId(now), text, isDone: false })),
        }
      : {}),
    recordings: [],
    enabled: true,
    outputParameters: {},
    createdAt: now,
  });
  await create(context, 'noteContents', role, {
    id: meetingNoteId(id),
    space,
    subject: 'meeting',
    subjectId: id,
    creatorId: userId,
    state: '',
  });
}

/** Adds a participant who was removed or merged. */
function withReturned(participants: Participant[], returned: Participant): Participant[] {
  if (participants.some((p) => p.id === returned.id)) return participants;
  // the person may have been linked to another speaker since
  const isLinked = Boolean(returned.userId) && participants.some((p) => p.userId === returned.userId);
  return [...participants, isLinked ? { ...returned, userId: '' } : returned];
}

export const meetingCommands: Handlers<'meeting'> = {
  async 'meeting.checkTitle'(context, { projectId, title }) {
    const now = context.clock.now();
    const meeting: Titled = {
      id: '',
      projectId,
      title,
      status: 'waiting',
      actualStartAt: 0,
      actualEndAt: 0,
      createdAt: now,
    };
    const known = projectId ? await context.documents.find('meetings', { projectId, title }) : [];
    if (known.some((other) => clashes(meeting, other))) throw new CallError('MEETING_TITLE_DUPLICATED');
    return null;
  },

  async 'meeting.create'(context, { id = newId(context.clock.now()), ...input }) {
    await createMeeting(context, { ...input, id, ...(await spaceOfMeeting(context, id, input.projectId)) });
    return { id };
  },

  async 'meeting.update'(context, { id, projectId, ...fields }) {
    const meeting = await allowed(
      context,
      'meetings',
      id,
      projectId !== undefined ? 'move' : 'update',
      'MEETING_NOT_FOUND',
      'MEETING_ACCESS_DENIED',
    );
    const checked = checkedFields('meetings', fields);
    const timed = checked.actualStartAt !== undefined || checked.actualEndAt !== undefined;
    if (projectId === undefined || projectId === meeting.projectId) {
      await context.documents.change('meetings', id, (now) =>
        timed ? { ...checked, ...withRecordingTimes(now, checked) } : checked,
      );
      return null;
    }
    const { space } = await spaceOfMeeting(context, id, projectId);
    // as on the server, a private meeting that is moved to a project is shared with the project's members
    const shared =
      projectId && meeting.shareRange === 'private' && checked.shareRange === undefined
        ? { shareRange: 'project' as const }
        : {};
    await context.documents.change('meetings', id, () => ({ ...checked, projectId, space, ...shared }));
    const noteId = meetingNoteId(id);
    if (await context.documents.get('noteContents', noteId))
      await context.documents.change('noteContents', noteId, () => ({ space }));
    return null;
  },

  /** The server moves the meeting into the space that its sharing determines; the device keeps its present space. */
  async 'meeting.share'(context, { id, shareRange, userIds, departmentIds }) {
    await allowed(context, 'meetings', id, 'share', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
    const checked = checkedFields('meetings', {
      shareRange,
      shareUserIds: [...new Set(userIds)],
      shareDepartmentIds: [...new Set(departmentIds)],
    });
    await context.documents.change('meetings', id, () => checked);
    return null;
  },

  async 'meeting.delete'(context, { id }) {
    await removeMeeting(context, id);
    return null;
  },

  async 'meeting.renameSpeaker'(context, { id, participantId, name, userId }) {
    let before = '';
    let after = '';
    await changeParticipants(context, id, (participants) => {
      const participant = participants.find((p) => p.id === participantId);
      if (!participant) throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
      assertNotParticipant(participants, userId, participantId);
      const renamed = { ...participant, name, ...(userId === undefined ? {} : { userId }) };
      before = participant.name;
      after = name;
      return participants.map((p) => (p.id === participantId ? renamed : p));
    });
    await recordSpeaker(context, id, (by) => renaming(participantId, before, after, by));
    return null;
  },

  async 'meeting.addParticipant'(context, { id, name, userId }) {
    const participantId = newId(context.clock.now());
    await changeParticipants(context, id, (participants) => {
      assertNotParticipant(participants, userId);
      return [
        ...participants,
        { id: participantId, userId: userId ?? '', type: userId ? 'member' : 'guest', name, transcriptionOriName: '' },
      ];
    });
    return { participantId };
  },

  async 'meeting.mergeSpeakers'(context, { id, from, into }) {
    const { participants } = await allowed(
      context,
      'meetings',
      id,
      'update',
      'MEETING_NOT_FOUND',
      'MEETING_ACCESS_DENIED',
    );
    const merged = participants.find((p) => p.id === from);
    if (from === into || !merged || !participants.some((p) => p.id === into))
      throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    // the segments first: a crash in between leaves a speaker without segments
    if (await context.documents.get('transcripts', id))
      await correctSegments(context, id, (s) => (s.participantId === from ? { participantId: into } : null), {
        merged,
      });
    await changeParticipants(context, id, (all) => all.filter((p) => p.id !== from));
    return null;
  },

  async 'meeting.undoMerge'(context, { id, correctionId }) {
    const transcript = await context.documents.get('transcripts', id);
    const correction = transcript?.corrections?.find((c) => c.id === correctionId);
    if (!correction?.merged) throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    const { merged, after, segmentIds } = correction;
    // the speaker first: a crash in between leaves a speaker without segments
    await changeParticipants(context, id, (all) => withReturned(all, merged));
    const ids = new Set(segmentIds);
    await correctSegments(context, id, (s) =>
      ids.has(s.id) && s.participantId === after ? { participantId: merged.id } : null,
    );
    return null;
  },

  async 'meeting.removeParticipant'(context, { id, participantId }) {
    let removed: Participant | undefined;
    await changeParticipants(context, id, (participants) => {
      removed = participants.find((p) => p.id === participantId);
      return participants.filter((p) => p.id !== participantId);
    });
    await recordSpeaker(context, id, (by) => (removed ? removal(removed, by) : null));
    return null;
  },

  /** The segments still have the participant's id. */
  async 'meeting.restoreParticipant'(context, { id, correctionId }) {
    const transcript = await context.documents.get('transcripts', id);
    const removed = transcript?.corrections?.find((c) => c.id === correctionId)?.merged;
    if (!removed) throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    await changeParticipants(context, id, (participants) => withReturned(participants, removed));
    await recordSpeaker(context, id, (by) => renaming(removed.id, '', removed.name, by));
    return null;
  },
};
