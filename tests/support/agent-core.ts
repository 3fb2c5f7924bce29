/** A core with agents and a scripted model, search and web (research-core.ts): tests set the plans and the answer. */
import { beforeEach } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { agentWorkId } from '../../sync/model/ids';
import type { AgentTool } from '../../sync/model/agents';
import type { Person } from './core';
import type { Engine } from './database';
import type { ModelAnswer } from './model-server';
import { promptOf } from './research-answers';
import { useResearchCore, type ResearchCore } from './research-core';

export type Planned = { tool: AgentTool; text: string }[];

export const ANSWER = 'The tower is 333 metres high. [[1: "tower is 333 metres high"]]\n\n- Call Mei\n- Book a room';

const isPlan = ({ body }: { body: Record<string, unknown> }): boolean => body['response_format'] !== undefined;

export class AgentCore {
  /** plans for one question, in order; after them the model returns empty plans */
  plans: Planned[] = [];
  answer: ModelAnswer = { text: ANSWER };
  /** tokens reported for a plan */
  usage: ModelAnswer['usage'] = { prompt_tokens: 12, completion_tokens: 7 };

  constructor(readonly lab: ResearchCore) {}

  reset(): void {
    this.plans = [];
    this.answer = { text: ANSWER };
    this.usage = { prompt_tokens: 12, completion_tokens: 7 };
    this.lab.models.setScript((request) =>
      isPlan(request) ? { text: JSON.stringify({ steps: this.plans.shift() ?? [] }), usage: this.usage! } : this.answer,
    );
  }

  made = (person: Person, more: object = {}) =>
    person.call(agentCalls.create, {
      name: `Agent ${this.lab.core.now()}`,
      tools: ['own', 'web', 'page', 'note', 'checklist', 'research'],
      ...more,
    });

  work = async (turnId: string) => (await this.lab.ann.sees('agentWorks', agentWorkId(turnId)))!;

  /** Asks, and waits until the agent is done or waits for a decision. `as`: ann by default */
  async ask(query: string, agentId: string, { isTest = true, as = this.lab.ann } = {}): Promise<string> {
    const { questionId } = await as.call(agentCalls.createChat, { agentId, query, isTest });
    await this.lab.core.runJobs();
    return questionId;
  }

  /** Asks a new agent with these planned steps. */
  async asked(query: string, ...plans: Planned[]): Promise<string> {
    const { id } = await this.made(this.lab.ann);
    this.plans = plans;
    return this.ask(query, id);
  }

  /** Decides on the open proposals, and waits until the work that follows ends. */
  async decide(turnId: string, isConfirmed: boolean, more: object = {}): Promise<void> {
    const { proposals } = await this.work(turnId);
    const { id: proposalId } = proposals.find(({ state }) => state === 'open')!;
    await this.lab.ann.call(agentCalls.decide, { turnId, proposalId, isConfirmed, ...more });
    await this.lab.core.runJobs();
  }

  planning = (): string[] => this.lab.models.requests.filter(isPlan).map(promptOf);
}

/** Opens a core for the tests of the current block, reset before each. */
export function useAgentCore(engine: Engine, searches?: 'everything'): AgentCore {
  const agents = new AgentCore(useResearchCore(engine, searches));
  beforeEach(() => agents.reset());
  return agents;
}
