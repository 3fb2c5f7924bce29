import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { Button } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import type { CallOutput } from '../../../sync/protocol/call';
import type { agentCalls } from '../../../server/core/agents/contract';
import { AgentAvatar } from './agent-avatar';
import { asksFirst } from './tools-field';

export type Waiting = CallOutput<typeof agentCalls.waiting>['list'][number];

/** An agent that waits for approval, with the data for the decision. */
export function WaitingAgent({
  agent,
  creator,
  isBusy,
  isDisabled,
  onDecide,
}: {
  agent: Waiting;
  creator: string;
  isBusy: boolean;
  isDisabled: boolean;
  onDecide: (isApproved: boolean) => void;
}) {
  const { t } = useTranslation('agents');
  const { name, introduction, instructions, tools, model, openings, knowledgeCount, version } = agent;
  return (
    <article
      aria-label={name}
      data-waiting={agent.id}
      className="flex flex-col gap-4 rounded-card border border-line bg-raised p-4"
    >
      <div className="flex items-start gap-3">
        <AgentAvatar agent={agent} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-16">
            <Written text={name} />
          </h2>
          <p className="text-12 text-ink-muted">{t('waiting.by', { name: creator, version })}</p>
        </div>
      </div>
      <p className="break-words text-14 text-ink">
        {introduction ? <Written text={introduction} /> : t('noIntroduction')}
      </p>
      <dl className="flex flex-col gap-3 text-14">
        <Fact term={t('form.instructions')}>
          {instructions ? (
            <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words leading-relaxed" tabIndex={0}>
              <Written text={instructions} />
            </p>
          ) : (
            <p className="text-ink-muted">{t('waiting.noInstructions')}</p>
          )}
        </Fact>
        <Fact term={t('detail.tools')}>
          {tools.length === 0 ? (
            <p className="text-ink-muted">{t('detail.noTools')}</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {tools.map((tool) => (
                <li key={tool} className="flex flex-wrap items-center gap-2">
                  {t(`tool.${tool}.name`)}
                  {asksFirst(tool) && <Badge>{t('asksFirst')}</Badge>}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact term={t('detail.knowledge')}>
          <p>
            {knowledgeCount > 0
              ? t('waiting.knowledge', { count: knowledgeCount })
              : t(tools.includes('own') ? 'detail.knowledgeAll' : 'detail.knowledgeUnused')}
          </p>
        </Fact>
        {model && (
          <Fact term={t('form.model')}>
            <p className="break-all" translate="no">
              {model}
            </p>
          </Fact>
        )}
        {openings.length > 0 && (
          <Fact term={t('detail.openings')}>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {openings.map((opening, at) => (
                <li key={at} className="break-words">
                  <Written text={opening} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <Button isDisabled={isDisabled} onPress={() => onDecide(false)}>
          {t('waiting.refuse')}
        </Button>
        <Button isLoading={isBusy} isDisabled={isDisabled && !isBusy} onPress={() => onDecide(true)}>
          {t('waiting.approve')}
        </Button>
      </div>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-12 font-medium text-ink-muted">{term}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}
