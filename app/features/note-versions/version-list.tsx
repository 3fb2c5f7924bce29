import { Cloud, Tag } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfPerson, type People } from '~/features/people/use-people';
import { Written } from '~/i18n/written';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { fullTime, Moment, RelativeTime } from '~/ui/data/relative-time';
import type { KnownVersion, Versions } from './versions';
import { languageTag } from '../../../sync/model/languages';

/** id of the entry of the present text */
export const PRESENT = 'present';

/** The names of authors; former members are merged into one entry. */
export function useAuthors(people: People): (ids: readonly string[]) => string {
  const { t, i18n } = useTranslation('versions');
  return (ids) =>
    new Intl.ListFormat(languageTag(i18n.language), {
      type: 'conjunction',
    }).format([...new Set([...ids].reverse().map((id) => nameOfPerson(people, id, t('formerMember'))))]);
}

interface ListProps {
  list: Versions;
  /** time and authors of the present text */
  present: Versions['present'];
  people: People;
  shown: string;
  onChoose: (id: string) => void;
}

/** The present text, then the versions, newest first. Arrow keys move between them. */
export function VersionList({
  list: { versions, failure, hasMore, more },
  present,
  people,
  shown,
  onChoose,
}: ListProps) {
  const { t } = useTranslation('versions');
  const list = useRef<HTMLUListElement>(null);
  const move = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, to))]!.focus();
  };
  const row = (id: string, version: Pick<KnownVersion, 'at' | 'authorIds'> & Partial<KnownVersion>) => (
    <li key={id}>
      <VersionRow
        version={version}
        title={id === PRESENT ? t('present') : (version.name ?? '')}
        people={people}
        isShown={id === shown}
        isMissing={failure === 'offline' && version.hasText === false}
        onPress={() => onChoose(id)}
      />
    </li>
  );
  return (
    <div className="flex flex-col gap-2 pb-4">
      {/* a single tab stop */}
      <ul ref={list} aria-label={t('list')} className="flex flex-col gap-0.5" onKeyDown={move}>
        {row(PRESENT, present ?? { at: 0, authorIds: [] })}
        {versions.map((version) => row(version.id, version))}
      </ul>
      {versions.length === 0 && <p className="px-3 text-13 text-ink-muted">{t('none')}</p>}
      {hasMore && (
        <Button size="small" variant="quiet" onPress={more}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function VersionRow({
  version,
  title,
  people,
  isShown,
  isMissing,
  onPress,
}: {
  version: Pick<KnownVersion, 'at' | 'authorIds'> & Partial<KnownVersion>;
  title: string;
  people: People;
  isShown: boolean;
  isMissing: boolean;
  onPress: () => void;
}) {
  const { t, i18n } = useTranslation('versions');
  const authors = useAuthors(people)(version.authorIds);
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      data-on-device={version.hasText}
      tabIndex={isShown ? 0 : -1}
      onClick={onPress}
      className={cx(
        'focus-ring flex w-full flex-col gap-0.5 rounded-control px-3 py-2 text-left',
        isShown ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-1.5 text-14 font-medium text-ink-strong">
        {version.name && <Tag aria-hidden size={14} className="shrink-0 text-accent-ink" />}
        <span className="min-w-0 truncate">
          {version.name ? <Written text={title} /> : title || <RelativeTime at={version.at} />}
        </span>
      </span>
      {version.at > 0 && (
        <span className="tabular text-12 text-ink-muted">
          {title ? <Moment at={version.at} /> : fullTime(version.at, i18n.language)}
        </span>
      )}
      {authors && <span className="truncate text-12 text-ink-muted">{authors}</span>}
      {version.callId !== undefined && <span className="text-12 text-ink-muted">{t('waiting')}</span>}
      {isMissing && (
        <span className="flex items-center gap-1 text-12 text-ink-muted">
          <Cloud aria-hidden size={12} />
          {t('onServerOnly')}
        </span>
      )}
    </button>
  );
}
