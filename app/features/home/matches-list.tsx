import { CornerDownLeft } from 'lucide-react';
import { useState } from 'react';
import { matchIcon } from '~/features/lists/kind-icons';
import { useTranslation } from 'react-i18next';
import { useTitleMatches, type TitleMatch } from '~/features/shell/title-matches';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { useQuery, useStatus } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Written } from '~/i18n/written';
import { excerpt, Highlighted } from './highlighted';
import { PassagePlace } from '~/features/search-anchor/passage-place';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { stateOf } from '~/features/search-anchor/anchor';
import { languageTag } from '../../../sync/model/languages';

/** number of rows until the person shows all */
const FIRST = 3;
const MAX = 50;

/**
 * The best matches on this device for the typed text; the last row asks the text as a question.
 *
 * @param question the words of the search
 */
export function MatchesList({
  question,
  text,
  onAsk,
}: {
  question: string;
  /** the text as it would be asked */
  text: string;
  /** undefined if it cannot be asked */
  onAsk: (() => void) | undefined;
}) {
  const { t, i18n } = useTranslation(['shell', 'common', 'ask']);
  const [all, setAll] = useState('');
  const answer = useTitleMatches(question, MAX);
  const status = useStatus();
  const matches = answer?.matches ?? [];
  const shown = all === question ? matches : matches.slice(0, FIRST);
  const asOf = status?.lastSyncAt
    ? new Intl.DateTimeFormat(languageTag(i18n.language), { hour: 'numeric', minute: '2-digit' }).format(
        status.lastSyncAt,
      )
    : '';
  return (
    <section aria-label={t('shell:home.results')} className="mt-5">
      <h2 className="mb-1 px-2 text-14">{t('ask:device.title')}</h2>
      <p className="mb-2 px-2 text-12 text-ink-muted" role="status">
        {answer && (
          <>
            {t('shell:home.found', { count: matches.length })} ·{' '}
            {asOf ? t('shell:home.fromDeviceAsOf', { time: asOf }) : t('common:fromThisDevice')}
            {!answer.complete && ` · ${t('shell:home.stillReading')}`}
          </>
        )}
      </p>
      {!answer ? (
        <SkeletonRows rows={FIRST} />
      ) : matches.length === 0 ? (
        <InitialSyncGate>
          <p className="px-2 py-2 text-13 text-ink-muted">{t('shell:home.nothing')}</p>
        </InitialSyncGate>
      ) : (
        <>
          <Rows matches={shown.filter(({ closest }) => !closest)} question={question} />
          {shown.some(({ closest }) => closest) && (
            <p className="phrases mb-2 mt-1 px-2 text-ink-muted">{t('shell:home.closest')}</p>
          )}
          <Rows matches={shown.filter(({ closest }) => closest)} question={question} />
          {shown.length < matches.length && (
            <button
              type="button"
              onClick={() => setAll(question)}
              className="focus-ring mt-1 min-h-8 rounded-control px-2 text-13 text-accent-ink hover:bg-hover"
            >
              {t('ask:device.all', { count: matches.length })}
            </button>
          )}
        </>
      )}
      {onAsk && (
        <div className="mt-2 border-t border-line pt-2">
          <ListRow
            icon={<CornerDownLeft size={18} />}
            title={t('ask:device.ask', { question: text })}
            onPress={onAsk}
          />
        </div>
      )}
    </section>
  );
}

/** The project of a file or link. */
function ProjectName({ title }: { title: string }) {
  return (
    <span className="hidden max-w-40 truncate sm:inline">
      <Written text={title} />
    </span>
  );
}

function Rows({ matches, question }: { matches: TitleMatch[]; question: string }) {
  const { t } = useTranslation(['shell', 'common']);
  const hasItems = matches.some(({ kind }) => kind === 'projectItems');
  const projects = useQuery(hasItems ? { kind: 'find', collection: 'projects' } : null);
  const titleOf = (id: string): string => projects?.find((project) => project.id === id)?.title ?? '';
  if (matches.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {matches.map((f) => {
        const Icon = matchIcon(f);
        return (
          <li key={`${f.kind}/${f.id}`}>
            <ListRow
              href={f.href}
              state={stateOf(f.anchor)}
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
                    <PassagePlace passage={f.passage} />
                    {f.passage.start > 0 && '…'}
                    <HighlightedRanges text={f.passage.text} ranges={f.passage.ranges} />
                  </Written>
                ) : f.snippet ? (
                  <Written text={f.snippet}>
                    <Highlighted text={excerpt(f.snippet, question)} question={question} />
                  </Written>
                ) : (
                  t(`shell:kind.${f.itemType || f.kind}`)
                )
              }
              {...(f.kind === 'projectItems' && titleOf(f.projectId)
                ? { meta: <ProjectName title={titleOf(f.projectId)} /> }
                : {})}
              at={f.updatedAt}
            />
          </li>
        );
      })}
    </ul>
  );
}
