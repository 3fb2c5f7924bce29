import { FileText, Folder, Mic, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFoundTitles, type FoundTitle } from '~/features/shell/found-titles';
import { useStatus } from '~/replica/hooks';
import { EmptyState } from '~/ui/empty-state';
import { ListRow } from '~/ui/list-row';
import { SkeletonRows } from '~/ui/skeleton';
import { excerpt, Highlighted } from './highlighted';

const ICONS = { notes: FileText, meetings: Mic, projects: Folder } satisfies Record<FoundTitle['kind'], unknown>;

/** What the device knows for a question, by title and first words. */
export function FoundList({ question }: { question: string }) {
  const { t, i18n } = useTranslation(['shell', 'common']);
  const found = useFoundTitles(question, 50);
  const status = useStatus();
  if (!found) return <SkeletonRows rows={4} />;
  const asOf = status?.lastSyncAt ? new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { hour: 'numeric', minute: '2-digit' }).format(status.lastSyncAt) : '';
  return (
    <section aria-label={t('shell:home.results')} className="mt-5">
      <p className="mb-2 text-12 text-ink-muted" role="status">
        {t('shell:home.found', { count: found.length })} · {asOf ? t('shell:home.fromDeviceAsOf', { time: asOf }) : t('common:fromThisDevice')}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={<SearchX size={20} />} title={t('shell:home.nothing')} text={t('shell:home.nothingText')} />
      ) : (
        <ul className="flex flex-col">
          {found.map((f) => {
            const Icon = ICONS[f.kind];
            return (
              <li key={`${f.kind}/${f.id}`}>
                <ListRow
                  href={f.href}
                  icon={<Icon size={18} />}
                  title={<Highlighted text={f.title || t('common:untitled')} question={question} />}
                  detail={f.snippet ? <Highlighted text={excerpt(f.snippet, question)} question={question} /> : t(`shell:kind.${f.kind}`)}
                  at={f.updatedAt}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
