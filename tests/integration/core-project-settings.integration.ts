/** Archive and transfer of projects: who may, and what it means for the others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationCalls } from '../../server/core/notifications/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('settings of projects', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let dee: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, dee] = core.people('ann', 'ben', 'dee');
  });
  afterAll(() => core.close());

  let n = 0;
  const project = async () => {
    const made = await ann.call(projectCalls.create, { title: `Settled ${(n += 1)} of ${engine}` });
    await ann.call(projectCalls.setContributors, { projectId: made.id, userIds: ['ben'], departmentIds: [] });
    return made;
  };

  it('only the owner archives a project, by call and by push; contributors go on editing it', async () => {
    const { id } = await project();
    expect(await code(ben.refusal(projectCalls.archive, { projectId: id, archived: true }))).toBe('NO_PERMISSION');
    expect((await ann.call(projectCalls.archive, { projectId: id, archived: true })).archivedAt).toBeGreaterThan(0);
    const seen = (await ben.sees('projects', id))!;
    expect(await ben.refused('projects', seen, { archivedAt: 0 })).toBe('NO_PERMISSION');
    expect(await ben.refused('projects', seen, { description: 'still written' })).toBe('');
    await ben.call(noteCalls.save, { projectId: id, title: 'In the archive', content: 'x' });
    expect((await ann.call(projectCalls.archive, { projectId: id, archived: false })).archivedAt).toBe(0);
  });

  it('the owner gives a project to a member, who is notified; a taken title gets a suffix', async () => {
    const made = await project();
    await dee.call(projectCalls.create, { title: made.title });
    for (const [who, expected] of [
      [ben, 'NO_PERMISSION'],
      [dee, 'PROJECT_NOT_FOUND'],
    ] as const)
      expect(await code(who.refusal(projectCalls.setOwner, { projectId: made.id, userId: 'ben' }))).toBe(expected);
    for (const userId of ['d-top', 'zoe', 'gone'])
      expect(await code(ann.refusal(projectCalls.setOwner, { projectId: made.id, userId }))).toBe('USER_NOT_FOUND');
    await ann.call(projectCalls.setOwner, { projectId: made.id, userId: 'dee' });
    const after = (await dee.sees('projects', made.id))!;
    expect(after).toMatchObject({ ownerId: 'dee', title: `${made.title} (ann)` });
    expect(after.abilities).toContain('manage');
    expect((await ann.sees('projects', made.id))!.abilities).toEqual(['update', 'addNote', 'addMeeting']);
    expect((await ben.sees('projects', made.id))!.abilities).toContain('update');
    const { list } = await dee.call(notificationCalls.page, { audience: 'user', pageSize: 50 } as never);
    expect(list).toContainEqual(
      expect.objectContaining({
        kind: 'projectShared',
        params: { title: after.title, count: 1 },
        link: `/project/${made.id}`,
      }),
    );
    // a repeated request of the former owner
    expect(await code(ann.refusal(projectCalls.setOwner, { projectId: made.id, userId: 'dee' }))).toBe('NO_PERMISSION');
  });

  it('a project that was shared with its new owner alone is private then, and its members can be changed', async () => {
    const { id: projectId } = await project();
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['dee'] });
    await ann.call(projectCalls.setOwner, { projectId, userId: 'dee' });
    expect(await dee.sees('projects', projectId)).toMatchObject({ shareRange: 'private', shareUserIds: [] });
    await dee.call(projectCalls.setContributors, { projectId, userIds: ['ann'], departmentIds: [] });
    expect(await ben.sees('projects', projectId)).toBeNull();
  });
});
