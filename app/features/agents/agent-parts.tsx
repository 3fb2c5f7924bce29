/** Parts of an agent on its screens: tools, knowledge and suggested questions. */
import { BookOpen, FlaskConical, Globe, Link2, ListChecks, NotebookPen, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { Badge } from '~/ui/data/badge';
import type { AgentTool } from '../../../sync/model/agents';
import type { AgentKnowledge } from '../../../sync/model/kinds/agents';
import { KnowledgeRow } from './knowledge-row';
import { asksFirst } from './tools-field';

const ICONS: Record<AgentTool, LucideIcon> = {
  own: BookOpen,
  web: Globe,
  page: Link2,
  note: NotebookPen,
  checklist: ListChecks,
  research: FlaskConical,
};

export function AgentSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center gap-3">
        <h2 className="min-w-0 flex-1 text-16 font-semibold text-ink-strong">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function ToolList({ tools }: { tools: readonly AgentTool[] }) {
  const { t } = useTranslation('agents');
  return (
    <AgentSection title={t('detail.tools')}>
      {tools.length === 0 ? (
        <p className="text-14 text-ink-muted">{t('detail.noTools')}</p>
      ) : (
        <ul className="flex flex-col">
          {tools.map((tool) => {
            const Icon = ICONS[tool];
            return (
              <li key={tool} className="flex gap-3 border-b border-line py-2.5 last:border-0">
                <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-muted" />
                <div className="flex min-w-0 flex-col gap-0.5">
                  <span className="flex flex-wrap items-center gap-2 text-14 text-ink-strong">
                    {t(`tool.${tool}.name`)}
                    {asksFirst(tool) && <Badge>{t('asksFirst')}</Badge>}
                  </span>
                  <span className="text-13 text-ink-muted">{t(`tool.${tool}.text`)}</span>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </AgentSection>
  );
}

export function KnowledgeList({
  knowledge,
  searchesOwn,
}: {
  knowledge: readonly AgentKnowledge[];
  searchesOwn: boolean;
}) {
  const { t } = useTranslation('agents');
  return (
    <AgentSection title={t('detail.knowledge')}>
      <p className="text-14 text-ink-muted">
        {t(
          !searchesOwn
            ? 'detail.knowledgeUnused'
            : knowledge.length === 0
              ? 'detail.knowledgeAll'
              : 'detail.knowledgeText',
        )}
      </p>
      {knowledge.length > 0 && (
        <ul className="flex flex-col">
          {knowledge.map((item) => (
            <KnowledgeRow key={`${item.kind}/${item.id}`} item={item} />
          ))}
        </ul>
      )}
    </AgentSection>
  );
}

export function OpeningsList({ openings }: { openings: readonly string[] }) {
  const { t } = useTranslation('agents');
  if (openings.length === 0) return null;
  return (
    <AgentSection title={t('detail.openings')}>
      <ul className="flex flex-col gap-2">
        {openings.map((opening, at) => (
          <li key={at} className="break-words rounded-control bg-sunken px-3 py-2 text-14 text-ink">
            <Written text={opening} />
          </li>
        ))}
      </ul>
    </AgentSection>
  );
}
