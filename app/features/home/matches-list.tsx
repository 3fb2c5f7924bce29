import { SearchX } from 'lucide-react';
import { KIND_ICONS } from '~/features/shell/kind-icons';
import { useTranslation } from 'react-i18next';
import { useTitleMatches, type TitleMatch } from '~/features/shell/title-matches';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { useStatus } from '~/replica/hooks';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ListRow } from '~/ui/data/list-row';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Written } from '~/i18n/written';
import { excerpt, Highlighted } from './highlighted';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { stateOf } from '~/features/search-anchor/anchor';
import { languageTag } from '../../../sync/model/languages';

/** Matches on this device for a query, with their passages. */
export function MatchesList({ question }: { question: string }) {
  const { t, i18n } = useTranslation(['shell', 'common']);
  const answer = useTitleMatches(question, 50);
  const status = useStatus();
  if (!answer) return <SkeletonRows rows={4} />;
  const { matches, complete } = answer;
  const asOf = status?.lastSyncAt
    ? new Intl.DateTimeFormat(languageTag(i18n.language), { hour: 'numeric', minute: '2-digit' }).format(
        status.lastSyncAt,
      )
    : '';
  return (
    <section aria-label={t('shell:home.results')} className="mt-5">
      <p className="mb-2 text-12 text-ink-muted" role="status">
        {t('shell:home.found', { count: matches.length })} ·{' '}
        {asOf ? t('shell:home.fromDeviceAsOf', { time: asOf }) : t('common:fromThisDevice')}
        {!complete && ` · ${t('shell:home.stillReading')}`}
      </p>
      {matches.length === 0 ? (
        <InitialSyncGate>
          <EmptyState icon={<SearchX size={20} />} title={t('shell:home.nothing')} text={t('shell:home.nothingText')} />
        </InitialSyncGate>
      ) : (
        <>
          <Rows matches={matches.filter(({ closest }) => !closest)} question={question} />
          {matches.some(({ closest }) => closest) && (
            <p className="phrases mb-2 mt-1 text-ink-muted">{t('shell:home.closest')}</p>
          )}
          <Rows matches={matches.filter(({ closest }) => closest)} question={question} />
        </>
      )}
    </section>
  );
}

function Rows({ matches, question }: { matches: TitleMatch[]; question: string }) {
  const { t } = useTranslation(['shell', 'common']);
  if (matches.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {matches.map((f) => {
        const Icon = KIND_ICONS[f.kind];
        return (
          <li key={`${f.kind}/${f.id}`}>
            <ListRow
              href={f.href}
              state={stateOf(f.spot)}
              icon={<Icon size={18} />}
              title={
                <Written text={f.title}>
                  {f.titleRanges ? (
                    <HighlightedRanges text={f.title || t('common:untitled')} ranges={f.titleRanges} />
                  ) : (
                    <Highlighted text={f.title || t('common:untitled')} question={question} />
                  )}
                </Written>
              }
              detail={
                f.passage ? (
                  <Written text={f.passage.text}>
                    {f.passage.start > 0 && '…'}
                    <HighlightedRanges text={f.passage.text} ranges={f.passage.ranges} />
                  </Written>
                ) : f.snippet ? (
                  <Written text={f.snippet}>
                    <Highlighted text={excerpt(f.snippet, question)} question={question} />
                  </Written>
                ) : (
                  t(`shell:kind.${f.kind}`)
                )
              }
              at={f.updatedAt}
            />
          </li>
        );
      })}
    </ul>
  );
}
