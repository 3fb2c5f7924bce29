import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { placeText } from '~/features/search-anchor/place-text';
import { Written } from '~/i18n/written';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { SOURCE_ICONS } from './source-icons';

/** Host of a web page; '' for an address without a valid form. */
export function hostOfUrl(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

/** Name and place of a source: “Weekly meeting · 12:41”, “Plan.pdf · page 3”, “Title · example.com”. */
export function SourceLine({ source, className = '' }: { source: AnswerSource; className?: string }) {
  const { t } = useTranslation(['chat', 'common', 'shell']);
  const Icon = SOURCE_ICONS[source.kind];
  const host = source.kind === 'web' ? hostOfUrl(source.url) : '';
  const place =
    source.kind === 'web'
      ? source.title
        ? host
        : ''
      : source.at >= 0 && source.kind === 'meetings'
        ? clockText(source.at)
        : source.place
          ? placeText(t, source.place)
          : '';
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-13 ${className}`}>
      <Icon aria-hidden size={14} className="shrink-0 text-ink-muted" />
      <span className="truncate text-ink-strong">
        <Written text={source.title || host || t('common:untitled')} />
      </span>
      {place && <span className="tabular shrink-0 text-ink-muted">· {place}</span>}
    </span>
  );
}
