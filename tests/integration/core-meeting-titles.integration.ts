/** Meetings of one project at overlapping times have different titles. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { newId } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const TEN = Date.UTC(2026, 5, 1, 10);
const TIMES = { actualStartAt: TEN, actualEndAt: TEN + 1_800_000, status: 'ended' as const };

describeOnDatabase('titles of meetings', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben] = core.people('ann', 'ben');
  });
  afterAll(() => core.close());

  /** A project of Ann and Ben with one meeting of Ann. */
  const withMeeting = async (shareRange: 'project' | 'private' = 'project') => {
    const project = await ann.call(projectCalls.create, { title: `P ${newId()}` });
    await ann.call(projectCalls.setContributors, { projectId: project.id, userIds: ['ben'], departmentIds: [] });
    const weekly = { projectId: project.id, title: 'Weekly', shareRange, ...TIMES };
    const first = await ann.call(meetingCalls.create, weekly);
    return { projectId: project.id, weekly, first };
  };
  /** A meeting that Ben's device made while it was offline. */
  const pushed = async (projectId: string) => {
    const id = newId();
    const answer = await ben.push('meetings', null, {
      id,
      space: `project:${projectId}`,
      projectId,
      title: 'Weekly',
      creatorId: 'ben',
      type: 'record',
      language: 'ja',
      shareRange: 'project',
      shareUserIds: [],
      shareDepartmentIds: [],
      participants: [],
      recordings: [],
      enabled: true,
      outputParameters: {},
      createdAt: TEN,
      ...TIMES,
    });
    expect(answer.rejected).toEqual([]);
    return id;
  };
  const noticesOf = async (userId: string) =>
    (await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { kind: 'meetingRenamed' } }))).filter(
      ({ space }) => space === `person:${userId}`,
    );

  it('are refused by calls that create or rename a meeting, at other times not', async () => {
    const { weekly, first } = await withMeeting();
    expect(await code(ben.refusal(meetingCalls.create, weekly))).toBe('MEETING_TITLE_DUPLICATED');
    const later = { actualStartAt: TEN + 3_600_000, actualEndAt: TEN + 5_400_000 };
    await ben.call(meetingCalls.create, { ...weekly, ...later });
    const other = await ben.call(meetingCalls.create, { ...weekly, title: 'Planning' });
    expect(await code(ben.refusal(meetingCalls.update, { id: other.id, title: 'Weekly' }))).toBe(
      'MEETING_TITLE_DUPLICATED',
    );
    expect((await ann.call(meetingCalls.update, { id: first.id, title: 'Weekly' })).title).toBe('Weekly');
  });

  it('get the time appended when a device sends a meeting, once, and its person is notified', async () => {
    const { projectId } = await withMeeting();
    const before = (await noticesOf('ben')).length;
    const id = await pushed(projectId);
    const { title } = await ben.call(meetingCalls.get, { id });
    expect(title).toBe('Weekly 10:00');
    expect((await noticesOf('ben')).slice(before)).toMatchObject([{ params: { title }, link: `/meeting/${id}` }]);
    await ben.call(meetingCalls.update, { id, status: 'ended' });
    expect((await noticesOf('ben')).length).toBe(before + 1);
  });

  it('of meetings that a person may not see are not revealed', async () => {
    const { projectId, weekly } = await withMeeting('private');
    expect((await ben.call(meetingCalls.create, weekly)).title).toBe('Weekly');
    expect((await ben.call(meetingCalls.get, { id: await pushed(projectId) })).title).toBe('Weekly 10:00');
    expect((await noticesOf('ann')).length).toBe(0);
  });
});
