/**
 * Commands for agents: drafts are documents, and questions are those of chats. Publishing and the decisions on an
 * agent's proposals are calls of the outbox, since only the server executes them. Screens show a queued decision
 * immediately (host/live/agent-work.ts).
 */
import { agentWorkId, agentVersionsId, newId, spaceOf } from '../../../model/ids';
import { agents, agentDefinition, type Agent, type AgentDefinition } from '../../../model/kinds/agents';
import type { AgentProposal } from '../../../model/kinds/agent-works';
import { CHANGE_TOOLS } from '../../../model/agents';
import { LIMITS } from '../../../model/limits';
import { clean, truncate } from '../../../model/text';
import { CallError } from '../../../protocol/errors';
import type { OutboxCall } from '../../storage/device-rows';
import { askQuestion } from './chats';
import { allowed, checkedFields, create, type CommandContext, type Handlers } from './context';

export type AgentAction = 'decide' | 'undo';

const PATHS: Record<AgentAction, string> = {
  decide: '/agent/proposal/decide',
  undo: '/agent/proposal/undo',
};
const PUBLISH_PATH = '/agent/publish';

/** The action of a queued call on a proposal; null for other calls. */
export const agentActionOf = ({ path }: Pick<OutboxCall, 'path'>): AgentAction | null =>
  (Object.keys(PATHS) as AgentAction[]).find((action) => PATHS[action] === path) ?? null;

const definitionOf = (source: AgentDefinition): AgentDefinition => ({
  ...(Object.fromEntries(
    Object.keys(agentDefinition).map((field) => [field, source[field as keyof AgentDefinition]]),
  ) as unknown as AgentDefinition),
  model: source.model ?? '',
});

const ownAgents = async ({ account, documents }: CommandContext): Promise<Agent[]> =>
  (await documents.find('agents', {})).filter(({ creatorId }) => creatorId === account.userId);

async function checkedDefinition(
  context: CommandContext,
  definition: AgentDefinition,
  id: string,
): Promise<AgentDefinition> {
  const checked = checkedFields('agents', definitionOf(definition)) as AgentDefinition;
  const isTaken = (await ownAgents(context)).some((other) => other.id !== id && other.name === checked.name);
  if (isTaken) throw new CallError('AGENT_NAME_EXISTED', { fieldErrors: { name: 'AGENT_NAME_EXISTED' } });
  return checked;
}

async function createAgent(context: CommandContext, definition: AgentDefinition): Promise<{ id: string }> {
  const { account, clock } = context;
  const id = newId(clock.now());
  await create(context, 'agents', 'owner', {
    ...(agents.createdWith as Pick<Agent, 'liveVersion' | 'audience' | 'waitingVersion' | 'refusedVersion'>),
    ...definition,
    id,
    space: spaceOf('person', account.userId),
    departmentIds: [],
    creatorId: account.userId,
    createdAt: clock.now(),
  });
  return { id };
}

/** The name with the lowest number that makes it unique among the person's agents. */
function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n += 1) {
    const end = ` ${n}`;
    const next = truncate(clean(name), LIMITS.agentName.max - end.length) + end;
    if (!taken.has(next)) return next;
  }
}

/** A proposal to this person, with the question. Throws CHAT_NOT_FOUND */
async function ownProposal(
  { account, documents }: CommandContext,
  turnId: string,
  proposalId: string,
): Promise<{ proposal: AgentProposal; question: string }> {
  const work = await documents.get('agentWorks', agentWorkId(turnId));
  const turn = await documents.get('turns', turnId);
  const proposal = work?.proposals.find(({ id }) => id === proposalId);
  if (!proposal || !turn || work?.creatorId !== account.userId) throw new CallError('CHAT_NOT_FOUND');
  return { proposal, question: turn.question };
}

async function queueAction(
  context: CommandContext,
  action: AgentAction,
  title: string,
  input: { turnId: string; proposalId: string },
): Promise<void> {
  await context.outbox.replace(
    (call) =>
      agentActionOf(call) === action &&
      (call.input as typeof input).turnId === input.turnId &&
      (call.input as typeof input).proposalId === input.proposalId,
    {
      service: 'core',
      method: 'POST',
      path: PATHS[action],
      input,
      label: { key: action === 'decide' ? 'agentDecide' : 'agentUndo', params: { title } },
      about: `turns/${input.turnId}`,
      endsWithDocument: true,
      after: [],
    },
  );
}

export const agentCommands: Handlers<'agent'> = {
  async 'agent.save'(context, { id, ...definition }) {
    if (id === undefined) return createAgent(context, await checkedDefinition(context, definition, ''));
    await allowed(context, 'agents', id, 'update', 'AGENT_NOT_FOUND');
    const checked = await checkedDefinition(context, definition, id);
    await context.documents.change('agents', id, () => ({ ...checked }));
    return { id };
  },

  async 'agent.delete'(context, { id }) {
    await allowed(context, 'agents', id, 'delete', 'AGENT_NOT_FOUND');
    await context.documents.remove('agents', [id]);
    return null;
  },

  async 'agent.duplicate'(context, { id }) {
    const agent = await allowed(context, 'agents', id, 'update', 'AGENT_NOT_FOUND');
    const taken = new Set((await ownAgents(context)).map((each) => each.name));
    return createAgent(context, { ...definitionOf(agent), name: numbered(agent.name, taken) });
  },

  async 'agent.restoreVersion'(context, { id, no }) {
    await allowed(context, 'agents', id, 'update', 'AGENT_NOT_FOUND');
    const stored = await context.documents.get('agentVersions', agentVersionsId(id));
    const version = stored?.versions.find((each) => each.no === no);
    if (!version) throw new CallError('NO_DATA');
    const checked = await checkedDefinition(context, version, id);
    await context.documents.change('agents', id, () => ({ ...checked }));
    return null;
  },

  async 'agent.publish'(context, input) {
    const { id, published, audience, departmentIds } = input;
    const agent = await allowed(context, 'agents', id, 'share', 'AGENT_NOT_FOUND');
    if (published && audience === 'departments' && departmentIds.length === 0)
      throw new CallError('PARAM_ERROR', { fieldErrors: { departmentIds: 'PARAM_ERROR' } });
    await context.outbox.replace((call) => call.path === PUBLISH_PATH && (call.input as { id: string }).id === id, {
      service: 'core',
      method: 'POST',
      path: PUBLISH_PATH,
      input: { id, published, audience, departmentIds: audience === 'departments' ? departmentIds : [] },
      label: { key: published ? 'agentPublish' : 'agentUnpublish', params: { title: agent.name } },
      // the server publishes the draft that it has, so the draft is pushed first
      after: [`agents/${id}`],
      about: `agents/${id}`,
      endsWithDocument: true,
    });
    return null;
  },

  async 'agent.ask'(context, { agentId, isTest = false, ...asked }) {
    return askQuestion(context, asked, { kind: 'task', projectId: '', agentId, isAgentTest: isTest });
  },

  async 'agent.decide'(context, { turnId, proposalId, isConfirmed, projectId = '', noteId = '' }) {
    const { proposal, question } = await ownProposal(context, turnId, proposalId);
    if (proposal.state !== 'open') throw new CallError('AGENT_PROPOSAL_CLOSED');
    const input = { turnId, proposalId, isConfirmed, projectId, noteId };
    if (isConfirmed && proposal.kind === 'checklist' && !noteId)
      throw new CallError('PARAM_ERROR', { fieldErrors: { noteId: 'PARAM_ERROR' } });
    await queueAction(context, 'decide', question, input);
    return null;
  },

  async 'agent.undo'(context, { turnId, proposalId }) {
    const { proposal, question } = await ownProposal(context, turnId, proposalId);
    if (proposal.state !== 'confirmed' || !(CHANGE_TOOLS as readonly string[]).includes(proposal.kind))
      throw new CallError('AGENT_PROPOSAL_CLOSED');
    await queueAction(context, 'undo', question, { turnId, proposalId });
    return null;
  },
};
