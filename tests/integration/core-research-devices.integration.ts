/** Researches that devices begin, and those that go on from an earlier one. */
import { expect, it } from 'vitest';
import { researchCalls } from '../../server/core/research/contract';
import { RESEARCHES_PER_MINUTE } from '../../server/core/research/policy';
import { newId, reportId, spaceOf } from '../../sync/model/ids';
import { researches } from '../../sync/model/kinds/researches';
import { threadFields } from '../support/chats';
import type { Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { useResearchCore } from '../support/research-core';

describeOnDatabase('a research of a device', (engine) => {
  const lab = useResearchCore(engine);

  const fields = (person: Person, id: string, more: object = {}) => ({
    ...{ id, space: spaceOf('person', person.actor.userId), question: 'How high is the tower?', followsId: '' },
    ...{ language: 'en', usesWeb: true },
    ...researches.createdWith,
    ...more,
  });
  /** Pushes a thread and its research. Gives the id, and the code of a refusal. */
  const push = async (person: Person, more: object = {}, thread: object = {}) => {
    const made = threadFields(person, lab.core.now(), { kind: 'research', title: 'How high?', ...thread });
    const refused = await person.refused('threads', null, made);
    return {
      id: made.id,
      refused: refused || (await person.refused('researches', null, fields(person, made.id, more))),
    };
  };

  it('is refined and planned as one that a call begins, and counts once', async () => {
    const before = await lab.uses('deepresearch.call');
    const { id, refused } = await push(lab.ann);
    expect(refused).toBe('');
    expect(await lab.research(id)).toMatchObject({ stage: 'CLARIFYING' });
    expect(await lab.ann.sees('threads', id)).toMatchObject({ status: 'EXECUTING' });
    await lab.core.runJobs();
    expect(await lab.research(id)).toMatchObject({ stage: 'WAITING_FOR_USER' });
    await lab.ann.call(researchCalls.feedbacks, { id, feedback: '' });
    await lab.core.runJobs();
    await lab.work(id);
    expect(await lab.research(id)).toMatchObject({ stage: 'DONE' });
    expect(await lab.uses('deepresearch.call')).toBe(before + 1);
  });

  it('begins as the server would, of its own person, and changes by calls alone', async () => {
    const [ben] = lab.core.people('ben');
    for (const more of [{ stage: 'RESEARCHING' }, { plan: ['How?'] }, { used: { sources: 1, tokens: 0, ms: 0 } }])
      expect((await push(lab.ann, more)).refused).toBe('NO_PERMISSION');
    expect((await push(lab.ann, { space: spaceOf('person', 'ben') })).refused).not.toBe('');
    expect((await push(lab.ann, {}, { kind: 'chat' })).refused).toBe('DOCUMENT_INVALID');
    const { id } = await push(lab.ann);
    expect(await ben.refused('researches', null, fields(ben, id))).not.toBe('');
    const research = await lab.research(id);
    expect(await lab.ann.refused('researches', research, { plan: ['Mine'] })).toBe('NO_PERMISSION');
    expect(await lab.ann.refused('researches', null, fields(lab.ann, newId(lab.core.now())))).toBe('SPACE_NOT_FOUND');
  });

  it('has a report that its person makes a document of, in its own thread only', async () => {
    [lab.hasModel, lab.hasSearch] = [false, false];
    const [id, other] = [await lab.planned('How high is the tower?'), await lab.planned('When was it opened?')];
    await lab.work(id);
    const canvas = (person: Person, parentId: string, turnId: string) => ({
      ...{ id: newId(lab.core.now()), space: spaceOf('person', 'ann'), parentId, turnId, position: 0 },
      ...{ creatorId: person.actor.userId, title: 'How high?', isPublic: false, createdAt: lab.core.now() },
    });
    const refused = (person: Person, parentId: string, turnId: string) =>
      person.refused('canvases', null, canvas(person, parentId, turnId));
    expect(await refused(lab.ann, id, reportId(id))).toBe('');
    expect(await refused(lab.ann, other, reportId(id))).toBe('DOCUMENT_INVALID');
    expect(await refused(lab.ann, other, reportId(other))).toBe('SPACE_NOT_FOUND');
    expect(await refused(lab.core.person('ben'), id, reportId(id))).toBe('SPACE_NOT_FOUND');
  });

  it('is refused beyond some in a minute', async () => {
    const codes: string[] = [];
    for (let n = 0; n <= RESEARCHES_PER_MINUTE; n += 1) codes.push((await push(lab.ann)).refused);
    expect(codes.filter((code) => code !== '')).toEqual(['API_RATE_LIMIT_EXCEEDED']);
  });

  it('that goes on from another one is planned with its plan and feedback, and nothing of its sources', async () => {
    const first = await lab.planned('How high is the tower?');
    await lab.work(first);
    await lab.ann.call(researchCalls.feedbacks, { id: first, feedback: 'Costs are missing' });
    expect(await lab.research(first)).toMatchObject({ stage: 'DONE', feedback: ['Costs are missing'] });
    lab.script({ clarifications: () => ({ questions: [] }) });
    lab.forget();
    await push(lab.ann, { question: 'What did it cost?', followsId: first });
    await lab.core.runJobs();
    const [prompt = ''] = lab.prompts('plan');
    expect(prompt).toContain('It goes on from an earlier research: How high is the tower?');
    expect(prompt).toContain('When was the tower opened?');
    expect(prompt).toContain('Costs are missing');
    expect(prompt).not.toContain('333');
    // one that its person may not see is not there
    lab.forget();
    await push(lab.core.people('ben')[0]!, { question: 'What did it cost?', followsId: first });
    await lab.core.runJobs();
    expect(lab.prompts('plan')).toHaveLength(1);
    expect(lab.prompts('plan')[0]).not.toContain('earlier research');
  });
});
