/** Calls on meetings and their participants. The policy checks the rules. */
import { renaming, withinLimits } from '../../../sync/model/corrections';
import { newId } from '../../../sync/model/ids';
import type { Participant } from '../../../sync/model/participants';
import type { Doc } from '../../../sync/model/kinds';
import type { ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { ableOr, changeDoc, deleteDoc, visibleOr, type Fields } from '../change';
import { listVisible, visibleByElement, type Filter } from '../listing';
import { dayAt } from '../../platform/time-zones';
import { timeZoneOf } from '../person-time-zone';
import type { PushPolicy, SyncStore, SyncTransaction } from '../../sync/store';
import { transcriptPolicy } from './content-policies';
import type { meetingCalls } from './contract';
import { refuseSameTitle } from './same-title';
import { spaceOfMeeting } from './placement';
import { meetingViews, participantView } from './views';
import { DEFAULT_LANGUAGE, isLanguage } from '../../../sync/model/languages';

type Calls = typeof meetingCalls;
const CODES = { missing: 'MEETING_NOT_FOUND', denied: 'MEETING_ACCESS_DENIED' } as const;

/** Drops undefined fields. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

export function createMeetings(platform: Platform, sync: SyncStore, policy: PushPolicy<'meetings'>) {
  const view = async (actor: Actor, id: string) =>
    (await meetingViews(sync, actor, [await visibleOr(sync, actor, 'meetings', id, 'MEETING_NOT_FOUND')]))[0]!;

  const change = async (
    actor: Actor,
    id: string,
    fields: (meeting: Omit<Doc<'meetings'>, 'abilities'>) => Fields<'meetings'>,
  ) => {
    await sync.write(actor.companyId, async (tx) => {
      const meeting = await ableOr(tx, actor, 'meetings', id, 'update', CODES);
      const changed = fields(meeting);
      if (changed.title !== undefined && changed.title !== meeting.title)
        await refuseSameTitle(tx, actor.userId, { ...meeting, ...changed, title: changed.title });
      await changeDoc(tx, actor, policy, id, changed);
    });
    return view(actor, id);
  };

  const page = async (actor: Actor, request: { currentPage: number; pageSize: number }, filter: Filter) => {
    const found = await listVisible(platform, actor, 'meetings', request, filter);
    return { ...found, list: await meetingViews(sync, actor, found.list) };
  };
  const mine = (input: { projectId: string; titleLike: string }): Filter => ({
    titleLike: input.titleLike,
    newestBy: 'id',
    ...(input.projectId ? { where: { projectId: input.projectId } } : {}),
  });

  /** Changes one participant, found by id in the meetings that the actor sees. */
  const changeParticipant = async (
    actor: Actor,
    id: string,
    to: (participant: Participant, tx: SyncTransaction) => Promise<Participant> | Participant,
  ) => {
    const seen = await visibleByElement(platform, actor, 'meetings', 'participants', id);
    if (!seen) throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    return sync.write(actor.companyId, async (tx) => {
      const meeting = await ableOr(tx, actor, 'meetings', seen.id, 'update', CODES);
      const participant = meeting.participants.find((p) => p.id === id);
      if (!participant) throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
      const changed = await to(participant, tx);
      await changeDoc(tx, actor, policy, meeting.id, {
        participants: meeting.participants.map((p) => (p.id === id ? changed : p)),
      });
      const by = { userId: actor.userId, at: platform.clock.now() };
      const renamed = renaming(id, participant.name, changed.name, by);
      const transcript = renamed ? await tx.get('transcripts', meeting.id) : null;
      if (renamed && transcript)
        await changeDoc(tx, actor, transcriptPolicy, transcript.id, {
          corrections: withinLimits([...(transcript.corrections ?? []), renamed]),
        });
      return participantView(meeting.id, actor.companyId, changed);
    });
  };

  return {
    get: view,

    async create(actor: Actor, input: ParsedInput<Calls['create']>) {
      const now = platform.clock.now();
      const id = newId(now);
      const meeting = {
        projectId: input.projectId,
        title: input.title,
        creatorId: actor.userId,
        type: input.type,
        status: input.status,
        language: input.language ?? (isLanguage(actor.lang) ? actor.lang : DEFAULT_LANGUAGE),
        shareRange: input.shareRange ?? (input.projectId ? ('project' as const) : ('private' as const)),
        shareUserIds: [],
        shareDepartmentIds: [],
        actualStartAt: input.actualStartAt,
        actualEndAt: input.actualEndAt,
        participants: [],
        recordings: [],
        enabled: true,
        outputParameters: {},
        createdAt: now,
      };
      await sync.write(actor.companyId, async (tx) => {
        await refuseSameTitle(tx, actor.userId, { ...meeting, id });
        try {
          await changeDoc(tx, actor, policy, id, { ...meeting, space: spaceOfMeeting({ ...meeting, id }) });
        } catch (error) {
          // A call has no pending documents: unlike in a push, a missing project is an error, since it cannot arrive later.
          throw error instanceof CallError && error.code === 'SPACE_NOT_FOUND'
            ? new CallError('PROJECT_NOT_FOUND')
            : error;
        }
      });
      return view(actor, id);
    },

    remove: (actor: Actor, id: string): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'meetings', id, 'delete', CODES);
        await deleteDoc(tx, actor, policy, id);
      }),

    update: (actor: Actor, { id, ...fields }: ParsedInput<Calls['update']>) =>
      change(actor, id, ({ shareRange }) => ({
        ...given(fields),
        // 'private' without a list of people removes all people
        ...(fields.shareRange === 'private' && shareRange !== 'private'
          ? { shareUserIds: [], shareDepartmentIds: [] }
          : {}),
      })),
    share: (actor: Actor, input: ParsedInput<Calls['share']>) =>
      change(actor, input.meetingId, () => ({
        shareRange: input.shareRange,
        shareUserIds: [...new Set(input.userIds)],
        shareDepartmentIds: [...new Set(input.departmentIds)],
      })),

    myPage: (actor: Actor, input: ParsedInput<Calls['myPage']>) => page(actor, input, mine(input)),
    async myLatest(actor: Actor, input: ParsedInput<Calls['myLatest']>) {
      const { list } = await page(actor, { currentPage: 1, pageSize: input.limit }, mine(input));
      const timeZone = (await sync.read(actor.companyId, (tx) => timeZoneOf(tx, actor.userId))) || 'UTC';
      const groups = new Map<string, typeof list>();
      for (const meeting of list) {
        const startDate = dayAt(meeting.actualStartAt || meeting.createdAt, timeZone);
        groups.set(startDate, [...(groups.get(startDate) ?? []), meeting]);
      }
      return {
        success: true,
        myMeetingList: [...groups]
          .sort(([a], [b]) => b.localeCompare(a))
          .map(([startDate, meetings]) => ({ startDate, meetings })),
      };
    },
    async projectPage(actor: Actor, input: ParsedInput<Calls['projectPage']>) {
      await visibleOr(sync, actor, 'projects', input.projectId, 'PROJECT_NOT_FOUND');
      return page(actor, input, mine(input));
    },

    async participants(actor: Actor, id: string) {
      const meeting = await visibleOr(sync, actor, 'meetings', id, 'MEETING_NOT_FOUND');
      return { list: meeting.participants.map((p) => participantView(id, actor.companyId, p)) };
    },
    async createParticipant(actor: Actor, input: ParsedInput<Calls['createParticipant']>) {
      const participant: Participant = {
        id: newId(platform.clock.now()),
        userId: input.userId,
        type: input.type,
        name: input.name,
        transcriptionOriName: input.transcriptionOriName,
      };
      await sync.write(actor.companyId, async (tx) => {
        const meeting = await ableOr(tx, actor, 'meetings', input.meetingId, 'update', CODES);
        if (input.userId) await mustBeMember(tx, input.userId);
        if (!input.userId && meeting.participants.some((p) => p.userId === '' && p.name === input.name))
          throw new CallError('SAME_PARTICIPANT_EXIST');
        await changeDoc(tx, actor, policy, meeting.id, { participants: [...meeting.participants, participant] });
      });
      return participantView(input.meetingId, actor.companyId, participant);
    },
    renameParticipant: (actor: Actor, id: string, name: string) =>
      changeParticipant(actor, id, (p) => ({ ...p, name })),
    linkParticipant: (actor: Actor, id: string, userId: string) =>
      changeParticipant(actor, id, async (p, tx) => {
        await mustBeMember(tx, userId);
        return { ...p, userId };
      }),
    unlinkParticipant: (actor: Actor, id: string) => changeParticipant(actor, id, (p) => ({ ...p, userId: '' })),
  };
}

async function mustBeMember(tx: SyncTransaction, userId: string): Promise<void> {
  const person = await tx.get('people', userId);
  if (person?.kind !== 'member' || !person.active) throw new CallError('USER_NOT_FOUND');
}
