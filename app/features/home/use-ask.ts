import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetSearchWords } from '~/features/search-anchor/search-words';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { ALL_SOURCES } from '../../../sync/model/own-kinds';
import { questionLanguage } from '../../../sync/model/text-language';
import type { Mode } from './modes';
import { onlyProject, type AskedQuestion } from '../ask/draft';

/**
 * Returns a function that asks a question by a mode and opens its screen. In search mode it starts a web search, or a
 * chat of the project if the context is one project only; in the other modes a research, or a chat with an agent. The
 * answer is in the language of the question, or of the screen if the language cannot be detected. Resolves when the
 * question is stored on this device.
 */
export function useAsk(): (asked: AskedQuestion, mode: Mode, agentId: string) => Promise<void> {
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  return useCallback(
    async (asked, mode, agentId) => {
      const projectId = onlyProject(asked.context)?.id ?? '';
      const language = questionLanguage(asked.question, i18n.language);
      if (mode === 'research') {
        const { question, usesWeb } = asked;
        // a research of a project has the project itself as its scope
        const context = projectId ? [] : asked.context.map((each) => ({ ...each }));
        const own = context.length > 0 ? { own: { ...ALL_SOURCES, kinds: [...ALL_SOURCES.kinds], context } } : {};
        const { id } = await run('research.start', { question, usesWeb, ...own, language, projectId });
        forgetSearchWords();
        navigate(paths.research(id));
        return;
      }
      if (mode === 'agent') {
        const context = asked.context.map((each) => ({ ...each }));
        const { threadId } = await run('agent.ask', { ...asked, context, agentId, language });
        forgetSearchWords();
        navigate(paths.agentChat(threadId));
        return;
      }
      const { threadId } = await run('chat.ask', {
        ...asked,
        // a chat of a project has the project itself as its scope, for further questions too
        context: projectId ? [] : asked.context.map((each) => ({ ...each })),
        ...(projectId ? { projectId } : {}),
        kind: projectId ? 'chat' : 'search',
        language,
      });
      // the back button returns to an empty field
      forgetSearchWords();
      navigate(paths.chat(threadId, projectId));
    },
    [navigate, i18n],
  );
}
