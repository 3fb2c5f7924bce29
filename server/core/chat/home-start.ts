/**
 * Starts a question from the home screen as a web search, a deep research or a chat with an agent. The services of
 * these features check the person's rights.
 */
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
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
        const [first, ...others] = context;
        // a research of one project has the project itself as its scope
        const projectId = first?.kind === 'projects' && others.length === 0 ? first.id : '';
        const input = { title: query, projectId, followsId: '' };
        return { chatId: await researches.start(actor, input, projectId ? [] : context), questionId: '' };
      }
    }
  };
}
