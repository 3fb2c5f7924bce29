/**
 * Starts a question from the home screen as a web search, a deep research or a chat with an agent. The services of
 * these features check the person's rights.
 */
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { createAgents } from '../agents/service';
import type { CoreServices } from '../context';
import { createResearches } from '../research/service';
import type { chatCalls } from './contract';
import { createChats } from './service';

type Call = (typeof chatCalls)['createHome'];

export function createHomeStart(core: CoreServices) {
  const [chats, agents, researches] = [createChats(core), createAgents(core), createResearches(core)];
  return async (actor: Actor, { query, mode, context, agentId }: ParsedInput<Call>): Promise<CallOutput<Call>> => {
    switch (mode) {
      case 'search':
        return chats.createSearch(actor, { query, context });
      case 'agent':
        return agents.createChat(actor, { agentId, query, context, isTest: false });
      case 'research': {
        const [project, ...others] = context;
        // a research searches all sources or one project
        if (others.length > 0 || (project && project.kind !== 'projects')) throw new CallError('PARAM_ERROR');
        const input = { title: query, projectId: project?.id ?? '', followsId: '' };
        return { chatId: await researches.start(actor, input), questionId: '' };
      }
    }
  };
}
