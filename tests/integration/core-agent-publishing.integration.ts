/** Agents are published by versions and approved for the organization; what colleagues read of them, and who inherits them. */
import { beforeAll, expect, it } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { transferAgents } from '../../server/core/agents/ownership';
import { agentVersionsId } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import { useAgentCore } from '../support/agent-core';
import { threadFields } from '../support/chats';
import type { Person } from '../support/core';
import { newPreferences } from '../../sync/model/kinds/preferences';
import { dayAt } from '../../server/platform/time-zones';
import { describeOnDatabase } from '../support/database';

/** what colleagues must not read */
const SECRET = 'Sealed-5512';

describeOnDatabase('published agents', (engine) => {
  const agents = useAgentCore(engine);
  const { lab } = agents;
  let people: Record<'ben' | 'cho' | 'dee', Person>;
  beforeAll(() => {
    const [ben, cho, dee] = lab.core.people('ben', 'cho', 'dee');
    people = { ben, cho, dee };
  });

  const secret = {
    instructions: SECRET,
    knowledge: [{ kind: 'notes' as const, id: 'n1', title: SECRET }],
  };
  const publish = (by: Person, id: string, audience: 'self' | 'departments' | 'organization', more: object = {}) =>
    by.call(agentCalls.publish, { id, published: true, audience, ...more });
  const decide = (id: string, version: number, isApproved: boolean) =>
    people.dee.call(agentCalls.approve, { id, version, isApproved });
  const waiting = async () => (await people.dee.call(agentCalls.waiting, { pageSize: 100 })).list;
  const noticesOf = async (userId: string) =>
    (await lab.core.sync.store.read('c1', (tx) => tx.list('notifications', { space: `person:${userId}` }))).map(
      ({ kind, link, params }) => ({ kind, link, name: params['name'] }),
    );

  it('wait for an administrator, while the published version stays in use', async () => {
    const { ben, dee } = people;
    const { id } = await agents.made(lab.ann, { name: `Desk ${engine}`, introduction: 'First', ...secret });
    const asked = await publish(lab.ann, id, 'organization');
    expect(asked).toMatchObject({ liveVersion: 0, waitingVersion: 1, audience: 'self' });
    expect(await ben.sees('publishedAgents', id)).toBeNull();
    expect(await noticesOf('dee')).toContainEqual({
      ...{ kind: 'agentWaiting', link: '/workshop/bots/publish', name: `Desk ${engine}` },
    });
    expect(await waiting()).toMatchObject([{ id, version: 1, instructions: SECRET, knowledgeCount: 1 }]);
    expect(JSON.stringify((await waiting()).map(({ instructions: _, ...rest }) => rest))).not.toContain(SECRET);
    await decide(id, 1, true);
    expect(await noticesOf('ann')).toContainEqual({
      ...{ kind: 'agentApproved', link: `/workshop/bots/${id}`, name: `Desk ${engine}` },
    });
    expect(await ben.sees('publishedAgents', id)).toMatchObject({ introduction: 'First', version: 1 });

    await lab.ann.call(agentCalls.update, { id, introduction: 'Second' });
    expect(await ben.sees('publishedAgents', id)).toMatchObject({ introduction: 'First', version: 1 });
    await publish(lab.ann, id, 'organization');
    expect(await ben.sees('publishedAgents', id)).toMatchObject({ introduction: 'First', version: 1 });
    await decide(id, 2, false);
    expect(await lab.ann.sees('agents', id)).toMatchObject({ liveVersion: 1, waitingVersion: 0, refusedVersion: 2 });
    expect((await noticesOf('ann')).map(({ kind }) => kind)).toContain('agentRefused');
    await expect(decide(id, 2, true)).rejects.toThrow('AGENT_PROPOSAL_CLOSED');
    expect(await ben.sees('publishedAgents', id)).toMatchObject({ introduction: 'First', version: 1 });

    // exactly the version that was read is approved
    await publish(lab.ann, id, 'organization');
    await publish(lab.ann, id, 'organization');
    await expect(decide(id, 3, true)).rejects.toThrow('AGENT_PROPOSAL_CLOSED');
    await decide(id, 4, true);
    expect(await ben.sees('publishedAgents', id)).toMatchObject({ introduction: 'Second', version: 4 });
    await lab.ann.call(agentCalls.publish, { id, published: false });
    expect(await ben.sees('publishedAgents', id)).toBeNull();
    expect(await waiting()).toEqual([]);
    expect(await dee.sees('agents', id)).toBeNull();
  });

  it('show colleagues neither instructions nor knowledge, and work with the version that they see', async () => {
    const { cho } = people;
    const { id } = await agents.made(lab.ann, { name: `Guide ${engine}`, ...secret });
    await publish(lab.ann, id, 'departments', { departmentIds: ['d-top'] });
    await lab.ann.call(agentCalls.update, { id, instructions: 'A later draft' });
    const seen = [await cho.call(agentCalls.get, { id }), await cho.sees('publishedAgents', id)];
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect([await cho.sees('agents', id), await cho.sees('agentVersions', agentVersionsId(id))]).toEqual([null, null]);
    lab.forget();
    const turnId = await agents.ask('How high is the tower?', id, { isTest: false, as: cho });
    expect(agents.planning()[0]).toContain(SECRET);
    expect(agents.planning()[0]).not.toContain('A later draft');
    expect(await cho.sees('agentWorks', `aw_${turnId}`)).toMatchObject({ agentId: id, version: 1, creatorId: 'cho' });
    // nor do they change or try it
    for (const call of [
      () => cho.call(agentCalls.update, { id, name: 'Taken' }),
      () => cho.call(agentCalls.publish, { id, published: false }),
      () => cho.call(agentCalls.remove, { id }),
      () => cho.call(agentCalls.usage, { id }),
    ])
      await expect(call()).rejects.toThrow('NO_PERMISSION');
    await expect(cho.call(agentCalls.createChat, { agentId: id, query: 'Hello?', isTest: true })).rejects.toThrow(
      'AGENT_NOT_FOUND',
    );
  });

  it('neither search nor name documents that the colleague who asks may not see', async () => {
    const { cho } = people;
    const { id } = await agents.made(lab.ann, { name: `Keeper ${engine}`, knowledge: secret.knowledge });
    await publish(lab.ann, id, 'departments', { departmentIds: ['d-top'] });
    lab.lost.add('n1');
    lab.forget();
    agents.plans = [[{ tool: 'own', text: 'tower' }]];
    const turnId = await agents.ask('How high is the tower?', id, { isTest: false, as: cho });
    expect(lab.retrievals).toBe(0);
    const answer = await cho.sees('answers', turnId);
    expect(answer).toMatchObject({ sources: [], failed: [{ title: `Keeper ${engine}`, error: 'NO_PERMISSION' }] });
    const prompts = lab.models.prompts();
    expect(JSON.stringify([answer, await cho.sees('agentWorks', `aw_${turnId}`), prompts])).not.toContain(SECRET);
    expect(prompts.join('\n')).not.toContain('333 metres');
  });

  it('have a name of their own among what colleagues see, without regard to case and width', async () => {
    const { id } = await agents.made(lab.ann, { name: `Unique ${engine}` });
    await publish(lab.ann, id, 'departments', { departmentIds: ['d-top'] });
    const { id: other } = await agents.made(people.ben, { name: `ＵＮＩＱＵＥ ${engine}` });
    await expect(publish(people.ben, other, 'organization')).rejects.toThrow('AGENT_NAME_EXISTED');
    expect(await publish(people.ben, other, 'self')).toMatchObject({ liveVersion: 1, audience: 'self' });
    await expect(agents.made(lab.ann, { name: `unique ${engine} ` })).rejects.toThrow('AGENT_NAME_EXISTED');
    await expect(publish(lab.ann, id, 'departments', { departmentIds: ['ann'] })).rejects.toThrow('PARAM_ERROR');
    await expect(publish(lab.ann, id, 'departments')).rejects.toThrow('PARAM_ERROR');
  });

  it('keep their latest versions, and those that are in use', async () => {
    const { id } = await agents.made(lab.ann, { name: `Old ${engine}` });
    await publish(lab.ann, id, 'self');
    for (let n = 2; n <= LIMITS.agentVersions + 3; n += 1) await publish(lab.ann, id, 'organization');
    const { versions } = (await lab.ann.sees('agentVersions', agentVersionsId(id)))!;
    expect(versions).toHaveLength(LIMITS.agentVersions);
    expect(versions.map(({ no }) => no)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 1]);
    expect(await lab.ann.sees('publishedAgents', id)).toMatchObject({ version: 1 });
    await lab.ann.call(agentCalls.remove, { id });
    expect(await lab.ann.sees('publishedAgents', id)).toBeNull();
    expect(await lab.ann.sees('agentVersions', agentVersionsId(id))).toBeNull();
  });

  it('pass to the heir of a leaver, with what colleagues use and what waits', async () => {
    const { ben, cho, dee } = people;
    const { id } = await agents.made(ben, { name: `Heirloom ${engine}`, ...secret });
    const { id: draft } = await agents.made(ben, { name: `Draft ${engine}` });
    await publish(ben, id, 'departments', { departmentIds: ['d-top'] });
    await publish(ben, id, 'organization');
    await lab.core.sync.store.write('c1', (tx) => transferAgents(tx, { userId: 'ben' }, 'dee'));
    expect([await ben.sees('agents', id), await ben.sees('agentVersions', agentVersionsId(id))]).toEqual([null, null]);
    expect(await ben.sees('publishedAgents', id)).toBeNull();
    expect(await dee.sees('agents', id)).toMatchObject({ creatorId: 'dee', waitingVersion: 2, instructions: SECRET });
    expect(await dee.sees('agents', draft)).toMatchObject({ creatorId: 'dee' });
    expect(await cho.sees('publishedAgents', id)).toMatchObject({ creatorId: 'dee', version: 1 });
    const turnId = await agents.ask('How high is the tower?', id, { isTest: false, as: cho });
    expect((await cho.sees('answers', turnId))!.isComplete).toBe(true);
    await decide(id, 2, true);
    expect(await ben.sees('publishedAgents', id)).toMatchObject({ version: 2, audience: 'organization' });
    expect((await noticesOf('ben')).map(({ kind }) => kind)).not.toContain('agentApproved');
    await dee.call(agentCalls.publish, { id, published: false });
  });

  it('count how often they are asked, without tries of the draft', async () => {
    const { cho } = people;
    const { id } = await agents.made(lab.ann, { name: `Counted ${engine}`, tools: ['own'] });
    await publish(lab.ann, id, 'departments', { departmentIds: ['d-top'] });
    await agents.ask('A try', id);
    await agents.ask('One', id, { isTest: false });
    await agents.ask('Two', id, { isTest: false, as: cho });
    await agents.ask('Three', id, { isTest: false, as: cho });
    const usage = await lab.ann.call(agentCalls.usage, { id });
    expect(usage).toMatchObject({ questions: 3, people: 2 });
    expect(usage.days.reduce((sum, { questions }) => sum + questions, 0)).toBe(3);
    const now = lab.core.platform.clock.now();
    // their days are 25 hours apart, so that they never agree
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await lab.core.sync.store.write('c1', (tx) =>
        tx.put('preferences', 'ann', { ...newPreferences('ann', 'en'), timeZone }),
      );
      const day = dayAt(now, timeZone);
      expect(await lab.ann.call(agentCalls.usage, { id })).toMatchObject({ today: day, days: [{ day, questions: 3 }] });
    }
    lab.core.parts.pass(31 * 24 * 60 * 60_000);
    expect(await lab.ann.call(agentCalls.usage, { id })).toMatchObject({ questions: 0, people: 0, days: [] });
  });

  it('are written by their creator only, and in their own fields', async () => {
    const { ben } = people;
    const own = await agents.made(lab.ann, { name: `Own ${engine}` });
    const { abilities: _, rev, updatedAt: __, ...stored } = (await lab.ann.sees('agents', own.id))!;
    const refused = (changes: object, by = lab.ann) =>
      by.refused('agents', { id: own.id, rev }, { ...stored, ...changes }).catch((error: Error) => error.message);
    expect(await refused({ liveVersion: 1 })).not.toBe('');
    expect(await refused({ creatorId: 'ben' })).not.toBe('');
    expect(await refused({ avatar: 'data:image/png;base64,PHN2Zz4=' })).toBe('PARAM_ERROR');
    expect(await refused({ name: 'Taken' }, ben)).not.toBe('');
    expect(await refused({ introduction: 'Mine' })).toBe('');
    // a task has an agent, and a try of a draft is nobody else's
    const thread = threadFields(ben, lab.core.now(), { kind: 'task' });
    expect(await ben.refused('threads', null, thread)).toBe('DOCUMENT_INVALID');
    expect(await ben.refused('threads', null, { ...thread, agentId: own.id, projectId: 'p' })).toBe('PARAM_ERROR');
  });
});
