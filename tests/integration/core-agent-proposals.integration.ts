/** Decisions about an agent's proposals: who may decide, the effect of a refused change, and undoing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { transferAgents } from '../../server/core/agents/ownership';
import { chatCalls } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { researchCalls } from '../../server/core/research/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { agentWorkId, reportId } from '../../sync/model/ids';
import { useAgentCore, type Planned } from '../support/agent-core';
import { describeOnDatabase } from '../support/database';

const NOWHERE = 'nowhere-0000000000000';

describeOnDatabase('proposals of agents', (engine) => {
  const agents = useAgentCore(engine);
  const { lab } = agents;
  let projectId: string;
  beforeAll(async () => {
    ({ id: projectId } = await lab.ann.call(projectCalls.create, { title: 'Tower' }));
  });

  const noted = (title = 'The tower'): Promise<string> =>
    agents.asked('Make a note on the tower', [
      { tool: 'own', text: 'tower' },
      { tool: 'note', text: title },
    ]);
  const first = async (turnId: string) => (await agents.work(turnId)).proposals[0]!;
  const titles = async (): Promise<string[]> =>
    (await lab.ann.call(projectCalls.searchNotes, { projectId })).list.map(({ title }) => title);

  it('stay open where their change is refused, and leave nothing behind', async () => {
    const turnId = await noted('Half a note');
    await expect(agents.decide(turnId, true, { projectId: NOWHERE })).rejects.toThrow('PROJECT_NOT_FOUND');
    expect(await agents.work(turnId)).toMatchObject({
      stage: 'waiting',
      proposals: [{ state: 'open', subjectId: '' }],
    });
    const [ben] = lab.core.people('ben');
    const { id: hidden } = await ben.call(projectCalls.create, { title: 'Of Ben' });
    await expect(agents.decide(turnId, true, { projectId: hidden })).rejects.toThrow('PROJECT_NOT_FOUND');
    expect(await titles()).not.toContain('Half a note');
    await agents.decide(turnId, true, { projectId });
    expect(await titles()).toContain('Half a note');
  });

  it('go no further once they are declined', async () => {
    const turnId = await noted('A declined note');
    await agents.decide(turnId, false);
    const proposal = await first(turnId);
    expect(proposal).toMatchObject({ state: 'declined', subjectId: '' });
    expect(await agents.work(turnId)).toMatchObject({ stage: 'done' });
    const { id: proposalId } = proposal;
    for (const call of [
      () => lab.ann.call(agentCalls.decide, { turnId, proposalId, isConfirmed: true, projectId }),
      () => lab.ann.call(agentCalls.undo, { turnId, proposalId }),
    ])
      await expect(call()).rejects.toThrow('AGENT_PROPOSAL_CLOSED');
    expect(await titles()).not.toContain('A declined note');
  });

  it('are decided once', async () => {
    const turnId = await noted('Sent twice');
    const { id: proposalId } = await first(turnId);
    const decision = { turnId, proposalId, isConfirmed: true, projectId };
    const answers = await Promise.allSettled([1, 2].map(() => lab.ann.call(agentCalls.decide, decision)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await titles()).filter((title) => title === 'Sent twice')).toHaveLength(1);
    // a device that lost the answer gets it again by the call's key
    for (const call of [agentCalls.decide, agentCalls.undo, agentCalls.publish]) expect(call.idempotent).toBe(true);
  });

  it('add items to a note, and remove those that nobody has touched', async () => {
    const turnId = await agents.asked('What must be done?', [
      { tool: 'own', text: 'tower' },
      { tool: 'checklist', text: '' },
    ]);
    expect((await first(turnId)).items).toEqual(['Call Mei', 'Book a room']);
    const { id: noteId } = await lab.ann.call(noteCalls.save, { projectId, title: 'To do', content: 'Before.' });
    await expect(agents.decide(turnId, true)).rejects.toThrow('PARAM_ERROR');
    await expect(agents.decide(turnId, true, { noteId: NOWHERE })).rejects.toThrow('NOTE_NOT_FOUND');
    await agents.decide(turnId, true, { noteId });
    const text = async () => (await lab.ann.call(noteCalls.get, { id: noteId })).content;
    expect(await text()).toMatch(/^Before\.\s+- \[ \] Call Mei\s+- \[ \] Book a room\s*$/);
    const { content } = await lab.ann.call(noteCalls.get, { id: noteId });
    await lab.ann.call(noteCalls.save, {
      ...{ noteId, projectId, title: 'To do' },
      content: content.replace('[ ] Call', '[x] Call'),
    });
    await lab.ann.call(agentCalls.undo, { turnId, proposalId: (await first(turnId)).id });
    expect(await text()).toMatch(/^Before\.\s+- \[x\] Call Mei\s*$/);
    expect(await first(turnId)).toMatchObject({ state: 'undone' });
  });

  describe('begin a research, whose undoing', () => {
    const QUESTION = 'When was the tower built?';
    const begun = async (): Promise<{ turnId: string; proposalId: string; id: string }> => {
      const turnId = await agents.asked('Research the tower', [{ tool: 'research', text: QUESTION }]);
      lab.script({ clarifications: () => ({ questions: [] }) });
      await agents.decide(turnId, true);
      const { id: proposalId, subjectId: id } = await first(turnId);
      expect(await lab.research(id)).toMatchObject({ question: QUESTION });
      return { turnId, proposalId, id };
    };
    const undo = ({ turnId, proposalId }: { turnId: string; proposalId: string }) =>
      lab.ann.call(agentCalls.undo, { turnId, proposalId });
    const restored = async (id: string) => {
      await lab.ann.call(trashCalls.restore, { kind: 'threads', id });
      return lab.ann.call(researchCalls.get, { id });
    };
    it('stops it before its work, gives back its use, and moves it to the trash', async () => {
      const uses = await lab.uses('deepresearch.call');
      const research = await begun();
      expect(await lab.uses('deepresearch.call')).toBe(uses + 1);
      await undo(research);
      await lab.core.runJobs();
      expect(await first(research.turnId)).toMatchObject({ state: 'undone' });
      expect(await lab.ann.sees('threads', research.id)).toBeNull();
      expect(await lab.uses('deepresearch.call')).toBe(uses);
      expect(await restored(research.id)).toMatchObject({ stage: 'CANCELLED' });
    });

    it('moves a finished one to the trash with its report', async () => {
      const research = await begun();
      await lab.work(research.id);
      expect((await lab.research(research.id)).stage).toBe('DONE');
      await undo(research);
      expect(await lab.ann.sees('researches', research.id)).toBeNull();
      expect(await lab.ann.sees('reports', reportId(research.id))).toBeNull();
      expect(await restored(research.id)).toMatchObject({ stage: 'DONE', report: { threadId: research.id } });
    });

    it('stops one that is working; restored, it continues with its finished steps', async () => {
      const research = await begun();
      let asked: () => void = () => undefined;
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      lab.script({ section: () => (asked(), { hang: true }) });
      await lab.ann.call(researchCalls.begin, { id: research.id });
      const jobs = lab.core.runJobs();
      await isAsked;
      await undo(research);
      await jobs;
      expect(await lab.ann.sees('researches', research.id)).toBeNull();
      expect(await restored(research.id)).toMatchObject({ stage: 'CANCELLED', report: null });
      lab.script({});
      lab.forget();
      await lab.ann.call(researchCalls.retry, { id: research.id });
      await lab.core.runJobs();
      expect((await lab.ann.call(researchCalls.get, { id: research.id })).report).not.toBeNull();
      expect([lab.fetched(), lab.asked('findings'), lab.asked('section') > 0]).toEqual([[], 0, true]);
    });
  });

  it('count as undone where their person has deleted what was made', async () => {
    const turnId = await noted('Deleted meanwhile');
    await agents.decide(turnId, true, { projectId });
    const { id: proposalId, subjectId } = await first(turnId);
    await lab.ann.call(noteCalls.remove, { id: subjectId });
    await lab.ann.call(agentCalls.undo, { turnId, proposalId });
    expect(await first(turnId)).toMatchObject({ state: 'undone' });
  });

  it('are read, decided and undone by their person only', async () => {
    const turnId = await noted('Of Ann');
    const { threadId, proposals } = await agents.work(turnId);
    const proposal = { turnId, proposalId: proposals[0]!.id };
    const [ben] = lab.core.people('ben');
    const refusals = async () =>
      Promise.all(
        [
          ben.call(agentCalls.decide, { ...proposal, isConfirmed: true, projectId }),
          ben.call(agentCalls.undo, proposal),
        ].map((call) => call.catch((error: Error) => error.message)),
      );
    expect(await ben.sees('agentWorks', agentWorkId(turnId))).toBeNull();
    expect(await refusals()).toEqual(['CHAT_NOT_FOUND', 'CHAT_NOT_FOUND']);
    // a try of a draft is never shared
    await expect(lab.ann.call(chatCalls.setShare, { chatId: threadId, shareRange: 'team' })).rejects.toThrow(
      'PARAM_ERROR',
    );
    const shared = await agents.ask('How high is the tower?', 'knowledge-bot', { isTest: false });
    agents.plans = [];
    const { threadId: sharedId } = await agents.work(shared);
    await lab.ann.call(chatCalls.setShare, { chatId: sharedId, shareRange: 'team' });
    expect(await ben.sees('agentWorks', agentWorkId(shared))).not.toBeNull();
    await expect(ben.call(agentCalls.decide, { turnId: shared, proposalId: 's1', isConfirmed: true })).rejects.toThrow(
      'NO_PERMISSION',
    );
    await expect(ben.call(agentCalls.undo, { turnId: shared, proposalId: 's1' })).rejects.toThrow('NO_PERMISSION');
  });

  it('to search the web are decided by the creator of the chat alone: the run goes on as a question of theirs', async () => {
    const turnId = await agents.asked('Is it open on the web?', [{ tool: 'web', text: 'tower opening hours' }]);
    const { id: proposalId } = await first(turnId);
    const { parentId: threadId } = (await lab.ann.sees('turns', turnId))!;
    const setCreator = (creatorId: string) =>
      lab.core.sync.store.write('c1', (tx) => tx.put('threads', threadId, { creatorId }));
    await setCreator('ben');
    for (const isConfirmed of [true, false])
      await expect(lab.ann.call(agentCalls.decide, { turnId, proposalId, isConfirmed })).rejects.toThrow(
        'NO_PERMISSION',
      );
    await setCreator('ann');
    await agents.decide(turnId, false);
    expect(await first(turnId)).toMatchObject({ state: 'declined' });
  });

  it('are not confirmed by a person who may not use agents any more, but declined and undone', async () => {
    const [turnId, made] = [await noted('One'), await noted('Two')];
    await agents.decide(made, true, { projectId });
    await lab.core.people('dee')[0].call(agentCalls.setPermission, { mode: 'chosen', departmentIds: ['d-top'] });
    await expect(agents.decide(turnId, true, { projectId })).rejects.toThrow('AGENT_NOT_ENABLED');
    await agents.decide(turnId, false);
    await lab.ann.call(agentCalls.undo, { turnId: made, proposalId: (await first(made)).id });
    expect(await first(made)).toMatchObject({ state: 'undone' });
    await lab.core.people('dee')[0].call(agentCalls.setPermission, { mode: 'everyone' });
  });

  it('are closed when their person leaves', async () => {
    const [ben] = lab.core.people('ben');
    const asks = async (...plan: Planned): Promise<string> => {
      agents.plans = [plan];
      const { id } = await agents.made(ben);
      lab.core.parts.pass(1000);
      return agents.ask('Make a note on the tower', id, { as: ben });
    };
    const note = await asks({ tool: 'own', text: 'tower' }, { tool: 'note', text: 'The tower' });
    const web = await asks({ tool: 'own', text: 'tower' }, { tool: 'web', text: 'tower height' });
    const workOf = (turnId: string) => ben.sees('agentWorks', agentWorkId(turnId));
    for (const turnId of [note, web])
      expect(await workOf(turnId)).toMatchObject({ stage: 'waiting', proposals: [{ state: 'open' }] });
    const kept = await noted('Of Ann, who stays');
    await lab.core.sync.store.write('c1', (tx) => transferAgents(tx, { userId: 'ben' }, 'dee'));
    expect(await workOf(note)).toMatchObject({ stage: 'done', proposals: [{ state: 'declined' }] });
    expect(await ben.sees('turns', note)).toMatchObject({ state: 'SUCCEEDED' });
    // there is no answer to wait for any more
    expect(await workOf(web)).toMatchObject({
      stage: 'stopped',
      proposals: [{ state: 'declined' }],
      steps: [{ state: 'done' }, { state: 'declined' }],
    });
    const turn = (await ben.sees('turns', web))!;
    expect(turn).toMatchObject({ state: 'CANCELED', error: '' });
    expect(await ben.sees('threads', turn.parentId)).toMatchObject({ status: 'CANCELED' });
    expect(await agents.work(kept)).toMatchObject({ stage: 'waiting' });
  });

  it('leave an entry in the audit trail', async () => {
    const entries = async () =>
      (await lab.core.platform.db.selectFrom('audit_entry').select('action').execute()).map(({ action }) => action);
    const turnId = await noted('Recorded');
    const before = (await entries()).length;
    await agents.decide(turnId, true, { projectId });
    await lab.ann.call(agentCalls.undo, { turnId, proposalId: (await first(turnId)).id });
    expect((await entries()).slice(before)).toEqual(['agent.acted', 'agent.undone']);
  });
});
