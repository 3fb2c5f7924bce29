import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentAvatar } from '~/features/agents/agent-avatar';
import type { UsableAgent } from '~/features/agents/use-agents';
import { usePeople } from '~/features/people/use-people';
import { useSearch } from '~/features/lists/use-search';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { matches } from '~/ui/controls/match-words';
import { ListRow } from '~/ui/data/list-row';
import { EmptyState } from '~/ui/feedback/empty-state';

/** number of agents from which a search field is shown */
const SEARCH_FROM = 6;

/** The agents that can be asked, with their introductions; choosing one starts a chat. */
export function AgentList({ agents }: { agents: readonly UsableAgent[] }) {
  const { t } = useTranslation(['agent-chat', 'project']);
  const search = useSearch();
  const people = usePeople();
  const shown = useMemo(
    () => agents.filter(({ name, introduction }) => matches(search.query, `${name} ${introduction}`)),
    [agents, search.query],
  );
  const creatorOf = ({ creatorId, isBuiltIn }: UsableAgent): string =>
    isBuiltIn
      ? ''
      : creatorId === people.me.userId
        ? t('agent-chat:choose.byYou')
        : (people.byId.get(creatorId)?.name ?? '');
  return (
    <div className="flex flex-col gap-2">
      {agents.length >= SEARCH_FROM && (
        <SearchField {...search.field} label={t('agent-chat:choose.search')} className="w-full sm:w-64" />
      )}
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t('project:search.none', { query: search.query })}
          action={<Button onPress={search.clear}>{t('project:search.clear')}</Button>}
        />
      ) : (
        <ul aria-label={t('agent-chat:choose.label')}>
          {shown.map((agent) => {
            const creator = creatorOf(agent);
            return (
              <li key={agent.id}>
                <ListRow
                  href={paths.agentChats(agent.id)}
                  icon={<AgentAvatar agent={agent} size={24} />}
                  title={<Written text={agent.name} />}
                  {...(agent.introduction ? { detail: <Written text={agent.introduction} /> } : {})}
                  {...(creator ? { meta: <span className="hidden max-w-40 truncate sm:inline">{creator}</span> } : {})}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
