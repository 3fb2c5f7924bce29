import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RejectedRow } from '~/features/outbox/rejected-row';
import { OutboxItem } from '~/features/outbox/outbox-row';
import { ScreenError } from '~/features/project/screen-error';
import { syncWords } from '~/features/shell/sync-words';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';

/** Pending work of this device, and changes that the server rejected. */
export default function Outbox() {
  const { t } = useTranslation(['outbox', 'shell']);
  const rows = useQuery({ kind: 'outbox' });
  const rejected = useQuery({ kind: 'rejectedChanges' });
  const status = useQuery({ kind: 'status' });
  const words = status ? syncWords(status) : null;
  const paused = status?.connection.state === 'paused';
  // rejected changes have rows of their own, with their content
  const refused = new Set(rejected?.map((a) => a.id));
  const others = rows?.filter((r) => !refused.has(r.id));
  const forPerson = others?.filter((r) => r.state === 'local') ?? [];
  const stuck = others?.filter((r) => r.state === 'attention') ?? [];
  const waiting = others?.filter((r) => r.state !== 'local' && r.state !== 'attention');
  const nothing = others?.length === 0 && rejected?.length === 0 && status?.conflictVersions === 0;
  return (
    <>
      <PageHeader
        title={t('outbox:title')}
        more={
          <Button size="small" onPress={() => void replica().setPaused(!paused)}>
            {t(paused ? 'outbox:resume' : 'outbox:pause')}
          </Button>
        }
      />
      <PageBody>
        <p className="mb-4 leading-relaxed text-ink-muted">{t('outbox:text')}</p>
        {words && (
          <p className="tabular mb-4 text-13 text-ink" role="status">
            {t(`shell:sync.${words.key}`, words.params)}
          </p>
        )}
        {(status?.conflictVersions ?? 0) > 0 && (
          <Banner
            kind="info"
            className="mb-4"
            action={
              <LinkButton size="small" href={paths.conflicts()}>
                {t('outbox:seeConflicts')}
              </LinkButton>
            }
          >
            {t('outbox:conflictVersions', { count: status?.conflictVersions ?? 0 })}
          </Banner>
        )}
        {rejected && rejected.length + stuck.length > 0 && (
          <section className="mb-8">
            <h2 className="text-14">{t('outbox:attentionTitle')}</h2>
            <ul>
              {rejected.map((item) => (
                <RejectedRow key={item.id} item={item} />
              ))}
              {stuck.map((row) => (
                <OutboxItem key={row.id} row={row} />
              ))}
            </ul>
          </section>
        )}
        {forPerson.length > 0 && (
          <section className="mb-8">
            <h2 className="text-14">{t('outbox:forYouTitle')}</h2>
            <ul>
              {forPerson.map((row) => (
                <OutboxItem key={row.id} row={row} />
              ))}
            </ul>
          </section>
        )}
        {!waiting || !rejected || !status ? (
          <SkeletonRows rows={4} />
        ) : nothing ? (
          <EmptyState icon={<CheckCheck size={22} />} title={t('outbox:empty')} text={t('outbox:emptyText')} />
        ) : (
          waiting.length > 0 && (
            <section>
              <h2 className="text-14">{t('outbox:waitingTitle')}</h2>
              <ul>
                {waiting.map((row) => (
                  <OutboxItem key={row.id} row={row} />
                ))}
              </ul>
            </section>
          )
        )}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
