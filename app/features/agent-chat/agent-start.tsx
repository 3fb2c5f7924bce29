import { MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AgentAvatar } from '~/features/agents/agent-avatar';
import { AttachmentDropZone } from '~/features/ask/attachment-drop-zone';
import { Composer } from '~/features/ask/composer';
import { useDraft, type AskedQuestion } from '~/features/ask/draft';
import { useCapability } from '~/features/ask/use-capability';
import { useReturned } from '~/features/ask/returned-question';
import { ScopeWords } from '~/features/ask/scope-words';
import { Written } from '~/i18n/written';
import { run } from '~/replica/client';
import { ListRow } from '~/ui/data/list-row';
import { CHANGE_TOOLS, type AgentTool } from '../../../sync/model/agents';
import { questionLanguage } from '../../../sync/model/text-language';
import { ClosedNotice } from './closed-notice';
import { nameOfAgent } from './name-of-agent';
import { UnableLines } from './unable-lines';
import type { ChatAgent } from './use-chat-agent';

/** The agent, its suggested questions, and the field for the first question. */
export function AgentStart({
  agentId,
  chatAgent: { agent, unusable },
  isTest,
  onStarted,
}: {
  agentId: string;
  chatAgent: ChatAgent;
  isTest: boolean;
  onStarted: (threadId: string) => void;
}) {
  const { t, i18n } = useTranslation(['agent-chat', 'common']);
  const draft = useDraft({ returned: useReturned() });
  const hasWeb = agent?.tools.includes('web') ?? false;
  // the field below says whether the web can be searched
  const changes = agent?.tools.filter((tool) => (CHANGE_TOOLS as readonly AgentTool[]).includes(tool)) ?? [];
  const unable = useCapability('chat') === 'missing' ? changes : [];
  const ask = async (question: AskedQuestion): Promise<void> => {
    const language = questionLanguage(question.question, i18n.language);
    const { threadId } = await run('agent.ask', { ...question, agentId, isTest, language });
    onStarted(threadId);
  };
  if (unusable) return <ClosedNotice reason={unusable} isStart />;
  const name = nameOfAgent(t, agent);
  const openings = (agent?.openings ?? []).filter((opening) => opening !== '');
  return (
    <AttachmentDropZone draft={draft} className="flex flex-col gap-4">
      {agent && (
        <div className="flex items-center gap-3 px-1">
          <AgentAvatar agent={agent} size={40} />
          <div className="min-w-0">
            <p className="truncate text-16 font-medium text-ink-strong">
              <Written text={name} />
            </p>
            {agent.introduction && (
              <p className="text-13 leading-relaxed break-words text-ink-muted">
                <Written text={agent.introduction} />
              </p>
            )}
          </div>
        </div>
      )}
      <UnableLines tools={unable} />
      <div>
        <Composer
          draft={draft}
          label={t('agent-chat:start.label')}
          placeholder={t('agent-chat:start.placeholder', { name })}
          onAsk={ask}
        />
        <ScopeWords draft={draft} everything={t('agent-chat:scope', { name })} hasWeb={hasWeb} />
      </div>
      {openings.length > 0 && (
        <section aria-label={t('agent-chat:start.openings')}>
          <h2 className="mb-1 px-2 text-14">{t('agent-chat:start.openings')}</h2>
          <ul>
            {openings.map((opening) => (
              <li key={opening}>
                <ListRow
                  icon={<MessageCircleQuestion size={18} />}
                  title={<Written text={opening} />}
                  onPress={() =>
                    void ask({
                      ...{ question: opening, context: [], fileIds: [] },
                      usesWeb: hasWeb && draft.web === 'on',
                    }).catch(draft.fail)
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </AttachmentDropZone>
  );
}
