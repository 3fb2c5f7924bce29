import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { errorText } from '~/features/failures/error-text';
import type { ListSource } from '~/features/server-list/server-list';
import { useServerList } from '~/features/server-list/use-server-list';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { Skeleton } from '~/ui/feedback/skeleton';
import { agentCalls } from '../../../server/core/agents/contract';
import { languageTag } from '../../../sync/model/languages';
import { AgentSection } from './agent-parts';
import { everyDay, type UsageDay } from './usage-days';

interface Usage {
  list: UsageDay[];
  total: number;
  people: number;
  today: string;
}

/** The number of questions to an own agent in the last 30 days, counted by the server. */
export function UsageSection({ agentId }: { agentId: string }) {
  const { t } = useTranslation(['agents', 'common', 'errors']);
  const source = useMemo(
    (): ListSource<UsageDay, Usage> => ({
      name: `agentUsage/${agentId}`,
      pageSize: 100,
      page: async () => {
        const { questions, people, days, today } = await call(agentCalls.usage, { id: agentId });
        return { list: days, total: questions, people, today };
      },
      stored: () => Promise.resolve(null),
    }),
    [agentId],
  );
  const { answer, failure, refresh } = useServerList(source);
  return (
    <AgentSection title={t('agents:usage.title')}>
      {answer ? (
        <>
          <p className="text-14 text-ink">
            {answer.total === 0
              ? t('agents:usage.none')
              : t('agents:usage.text', {
                  questions: t('agents:usage.questions', { count: answer.total }),
                  people: t('agents:usage.people', { count: answer.people }),
                })}
          </p>
          {answer.total > 0 && <Days days={everyDay(answer.list, answer.today)} />}
        </>
      ) : failure === 'offline' ? (
        <p role="status" className="text-14 text-ink-muted">
          {t('agents:usage.offline')}
        </p>
      ) : failure ? (
        <Banner
          kind="warning"
          action={
            <Button size="small" onPress={() => void refresh()}>
              {t('common:retry')}
            </Button>
          }
        >
          {errorText(t, failure.error)}
        </Banner>
      ) : (
        <Skeleton className="h-24" />
      )}
    </AgentSection>
  );
}

/** A bar for each day, and a table for assistive technology. */
function Days({ days }: { days: readonly UsageDay[] }) {
  const { t, i18n } = useTranslation('agents');
  const format = new Intl.DateTimeFormat(languageTag(i18n.language), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const words = (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
  const most = Math.max(1, ...days.map(({ questions }) => questions));
  return (
    <figure className="flex flex-col gap-1">
      <div aria-hidden className="flex h-20 items-end gap-0.5 border-b border-line-strong">
        {days.map(({ day, questions }) => (
          <span
            key={day}
            title={t('usage.day', { day: words(day), questions: t('usage.questions', { count: questions }) })}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <span
              className="w-full rounded-t-[2px] bg-accent forced-colors:bg-[CanvasText]"
              style={{ height: `${(questions / most) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <figcaption aria-hidden className="flex justify-between text-12 text-ink-muted">
        <span>{words(days[0]!.day)}</span>
        <span>{words(days.at(-1)!.day)}</span>
      </figcaption>
      <table className="sr-only">
        <caption>{t('usage.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('usage.dayColumn')}</th>
            <th scope="col">{t('usage.questionsColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ questions }) => questions > 0)
            .map(({ day, questions }) => (
              <tr key={day}>
                <th scope="row">{words(day)}</th>
                <td>{questions}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
