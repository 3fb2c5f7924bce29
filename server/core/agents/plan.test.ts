import { describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '../../../sync/model/agents';
import type { AgentStep } from '../../../sync/model/kinds/agent-works';
import { LIMITS } from '../../../sync/model/limits';
import { acceptedSteps, planPrompt, planWithoutModel, type Planning } from './plan';

const planning = (more: Partial<Planning> = {}): Planning => ({
  worker: { id: 'a1', version: 1, name: 'Desk', instructions: 'Be brief.', knowledge: [], tools: AGENT_TOOLS },
  question: 'What does https://a.example/plan say about lamps?',
  earlier: [],
  steps: [],
  tools: AGENT_TOOLS,
  ...more,
});
const step = (id: string, more: Partial<AgentStep> = {}): AgentStep => ({
  ...{ id, kind: 'own', text: id, state: 'done', found: 1, error: '' },
  ...more,
});

describe('the steps of a plan', () => {
  it('use only tools of the agent, without duplicates, and at most one change of each kind', () => {
    const planned = [
      { tool: 'own' as const, text: 'lamps' },
      { tool: 'own' as const, text: 'LAMPS' },
      { tool: 'note' as const, text: 'One' },
      { tool: 'note' as const, text: 'Two' },
      { tool: 'web' as const, text: 'lamps' },
    ];
    const accepted = acceptedSteps(planned, planning({ tools: ['own', 'note'] }));
    expect(accepted.map(({ id, kind, text, state }) => [id, kind, text, state])).toEqual([
      ['s1', 'own', 'lamps', 'running'],
      ['s2', 'note', 'One', 'waiting'],
    ]);
    expect(acceptedSteps(planned, planning({ tools: ['own'], steps: [step('s1', { text: 'lamps' })] }))).toEqual([]);
  });

  it('read an address only if the person wrote it', () => {
    const read = (text: string, more: Partial<Planning> = {}) =>
      acceptedSteps([{ tool: 'page', text }], planning(more)).map(({ state, error, text: at }) => [state, error, at]);
    expect(read('https://a.example/plan')).toEqual([['waiting', '', 'https://a.example/plan']]);
    expect(read('https://a.example/plan?budget=5')[0]!.slice(0, 2)).toEqual(['failed', 'AGENT_URL_REQUIRED']);
    expect(read('https://b.example/', { earlier: ['See https://b.example/'] })[0]![0]).toBe('waiting');
    expect(read('lamps')[0]![0]).toBe('failed');
  });

  it('search with one line of words without addresses, up to the limit of a step', () => {
    const [found] = acceptedSteps(
      [{ tool: 'web', text: `lamps\nhttps://evil.example/?q=secret ${'x'.repeat(LIMITS.agentStep.max)}` }],
      planning(),
    );
    expect(found!.text).toMatch(/^lamps x+$/);
    expect(found!.text.length).toBeLessThanOrEqual(LIMITS.agentStep.max);
    // an empty query is replaced by the question
    expect(acceptedSteps([{ tool: 'own', text: ' ' }], planning())[0]!.text).toBe(planning().question);
  });

  it('never search the web for an address, even if they fall back to the question', () => {
    const web = (question: string) => acceptedSteps([{ tool: 'web', text: '' }], planning({ question }));
    expect(web(planning().question)[0]!.text).toBe('What does say about lamps?');
    expect(web('https://a.example/plan')).toEqual([]);
  });

  it('stop at the limit of steps', () => {
    const steps = Array.from({ length: LIMITS.agentSteps - 1 }, (_, n) => step(`s${n + 1}`));
    const planned = ['a', 'b', 'c'].map((text) => ({ tool: 'own' as const, text }));
    expect(acceptedSteps(planned, planning({ steps })).map(({ id }) => id)).toEqual([`s${LIMITS.agentSteps}`]);
  });
});

describe('the planner', () => {
  it('reads the questions, the instructions, and of each step only its query and the number of passages', () => {
    const steps = [step('s1', { text: 'lamps', found: 3 }), step('s2', { kind: 'web', state: 'declined' })];
    const prompt = planPrompt(planning({ steps, earlier: ['And before?'], tools: ['own'] }));
    expect(prompt.data).toEqual(['And before?']);
    expect(prompt.request).toBe(
      'Steps so far:\n1. own "lamps": 3 passages\n2. web "s2": declined\n\n' +
        'Question of the person: What does https://a.example/plan say about lamps?',
    );
    expect(prompt.rules.join('\n')).toContain('Be brief.');
    expect(prompt.rules.join('\n')).not.toContain('- web:');
  });

  it('without a model searches with the words of the person, and proposes one web search', () => {
    expect(planWithoutModel(planning({ tools: ['own', 'web', 'page'] }))).toEqual([
      { tool: 'own', text: planning().question },
      { tool: 'web', text: planning().question },
      { tool: 'page', text: 'https://a.example/plan' },
    ]);
    expect(planWithoutModel(planning({ steps: [step('s1')] }))).toEqual([]);
  });
});
