import { useSearchParams } from '@remix-run/react';
import { Bot, ClipboardCheck, Plus, SearchX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '~/features/people/use-people';
import { useSearch } from '~/features/lists/use-search';
import { paths } from '~/paths';
import { Button, LinkButton } from '~/ui/controls/button';
import { LinkChips } from '~/ui/controls/chips';
import { SearchField } from '~/ui/controls/field';
import { matches } from '~/ui/controls/match-words';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Skeleton } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { AgentCard } from './agent-card';
import { useQueuedPublishings } from './agent-state';
import { NotEnabled } from './not-enabled';
import { useAgentPermission, useAgents, type UsableAgent } from './use-agents';
import { useIsAdministrator } from './use-is-administrator';

const FILTERS = ['all', 'mine', 'organization'] as const;
type Filter = (typeof FILTERS)[number];

/** number of cards shown at first, and added by each "show more" */
const STEP = 60;

const passes = ({ own }: UsableAgent, filter: Filter): boolean =>
  filter === 'all' || (filter === 'mine') === (own !== null);

/** All agents that this person may use, including their own. */
export function AgentList() {
  const { t } = useTranslation(['agents', 'project', 'common']);
  const permission = useAgentPermission();
  const agents = useAgents();
  const isAllowed = permission?.isAllowed ?? false;
  const isKnown = permission !== undefined && agents !== undefined;
  return (
    <>
      <PageHeader
        title={t('agents:title')}
        action={
          isAllowed && (
            <LinkButton variant="primary" href={paths.newAgent()} icon={<Plus aria-hidden size={16} />}>
              {t('agents:new')}
            </LinkButton>
          )
        }
      />
      <PageBody width="wide">
        {!isKnown ? (
          <Placeholder />
        ) : !permission.isEnabled ? (
          <NotEnabled />
        ) : (
          <>
            {!isAllowed && <NotEnabled hasOwn />}
            <Cards agents={isAllowed ? agents : agents.filter(({ own }) => own)} isAllowed={isAllowed} />
          </>
        )}
      </PageBody>
    </>
  );
}

function Cards({ agents, isAllowed }: { agents: readonly UsableAgent[]; isAllowed: boolean }) {
  const { t } = useTranslation(['agents', 'project', 'common']);
  const [params] = useSearchParams();
  const filter = FILTERS.find((each) => each === params.get('filter')) ?? 'all';
  const search = useSearch();
  const people = usePeople();
  const queued = useQueuedPublishings();
  const isAdministrator = useIsAdministrator();
  const [count, setCount] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(
    () => agents.filter((agent) => passes(agent, filter) && matches(search.query, agent.name, agent.introduction)),
    [agents, filter, search.query],
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField {...search.field} label={t('agents:search')} className="min-w-0 flex-1 basis-full sm:max-w-72" />
        {isAllowed && (
          <LinkChips
            label={t('common:filter')}
            value={filter}
            items={FILTERS.map((id) => ({
              id,
              label: t(`agents:filter.${id}`),
              href: id === 'all' ? paths.agents() : `${paths.agents()}?filter=${id}`,
            }))}
          />
        )}
        {isAdministrator && (
          <div className="ml-auto">
            <LinkButton
              size="small"
              variant="quiet"
              href={paths.waitingAgents()}
              icon={<ClipboardCheck aria-hidden size={16} />}
            >
              {t('agents:waiting.short')}
            </LinkButton>
          </div>
        )}
      </div>
      {found.length === 0 ? (
        search.query !== '' ? (
          <EmptyState
            icon={<SearchX size={22} />}
            title={t('project:search.none', { query: search.query })}
            action={<Button onPress={search.clear}>{t('project:search.clear')}</Button>}
          />
        ) : (
          <EmptyState
            icon={<Bot size={22} />}
            title={t(`agents:empty.${filter}`)}
            text={t('agents:empty.text')}
            action={
              isAllowed && (
                <LinkButton href={paths.newAgent()} icon={<Plus aria-hidden size={16} />}>
                  {t('agents:new')}
                </LinkButton>
              )
            }
          />
        )
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t('agents:title')}
          className="grid gap-3 outline-none sm:grid-cols-2 xl:grid-cols-3"
        >
          {found.slice(0, count).map((agent) => (
            <li key={agent.id} className="min-w-0">
              <AgentCard
                agent={agent}
                creator={
                  agent.own || agent.isBuiltIn
                    ? ''
                    : (people.byId.get(agent.creatorId)?.name ?? t('common:unknownPerson'))
                }
                queued={queued.get(agent.id)}
                isAllowed={isAllowed}
                // the focused card is removed
                onDeleted={() => list.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
      {found.length > count && (
        <div className="flex justify-center">
          <Button onPress={() => setCount((shown) => shown + STEP)}>{t('agents:more')}</Button>
        </div>
      )}
    </div>
  );
}

function Placeholder() {
  return (
    <div aria-hidden className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} className="h-40" />
      ))}
    </div>
  );
}
