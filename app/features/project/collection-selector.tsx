import { useMemo, useState } from 'react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import { SearchField } from '~/ui/controls/field';
import { matches } from '~/ui/controls/match-words';
import { cx } from '~/ui/cx';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { Ability } from '../../../sync/model/kind';
import { isArchived, type Project } from '../../../sync/model/kinds/projects';
import { LIMITS } from '../../../sync/model/limits';
import { SHARE_ICONS } from './share-icons';
import { useSearch } from '~/features/lists/use-search';

/** The filters of the specification: by the people with whom a project is shared. */
export const COLLECTION_FILTERS = ['all', 'private', 'team', 'company', 'customize'] as const;
export type CollectionFilter = (typeof COLLECTION_FILTERS)[number];

export interface CollectionSelectorProps {
  label: string;
  /** ids of the chosen projects */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** several projects can be chosen */
  isMultiple?: boolean;
  /** only projects with which the person may do this */
  ability?: Ability;
}

/** Projects up to which no search field is shown. */
const FEW = 6;

export const inCollection = ({ shareRange }: Pick<Project, 'shareRange'>, filter: CollectionFilter): boolean =>
  filter === 'all' || shareRange === filter;

/** Chooses projects from a list, filtered by the people with whom they are shared. */
export function CollectionSelector({ label, value, onChange, isMultiple = false, ability }: CollectionSelectorProps) {
  const { t } = useTranslation('project');
  const [filter, setFilter] = useState<CollectionFilter>('all');
  const search = useSearch();
  const projects = useQuery({
    kind: 'find',
    collection: 'projects',
    sort: [{ recency: 'asc' }],
    limit: LIMITS.projectPageSize,
  });
  const offered = useMemo(
    () => (projects ?? []).filter((p) => !isArchived(p) && (!ability || p.abilities.includes(ability))),
    [projects, ability],
  );
  const shown = offered.filter((p) => inCollection(p, filter) && matches(search.query, p.title));
  const toggle = (id: string): void =>
    onChange(!isMultiple ? [id] : value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
  if (!projects) return <SkeletonRows rows={3} />;
  return (
    <div className="flex flex-col gap-2">
      <div role="radiogroup" aria-label={t('collection.filter')} className="flex flex-wrap gap-1">
        {COLLECTION_FILTERS.map((each) => (
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === filter}
            onClick={() => setFilter(each)}
            className={cx(
              'focus-ring h-7 rounded-full px-3 text-13 transition-colors',
              each === filter
                ? 'bg-accent-tint font-medium text-accent-ink'
                : 'text-ink-muted hover:bg-hover hover:text-ink-strong',
            )}
          >
            {each === 'all' ? t('filters.all') : t(`share.${each}`)}
          </button>
        ))}
      </div>
      {offered.length > FEW && <SearchField {...search.field} label={t('list.search')} />}
      <div
        role={isMultiple ? 'group' : 'radiogroup'}
        aria-label={label}
        className="flex max-h-72 flex-col overflow-auto rounded-control border border-line p-1"
      >
        {shown.length === 0 && <p className="px-2.5 py-4 text-center text-13 text-ink-muted">{t('collection.none')}</p>}
        {shown.map((project) => {
          const Icon = SHARE_ICONS[project.shareRange];
          const isChosen = value.includes(project.id);
          return (
            <button
              key={project.id}
              type="button"
              role={isMultiple ? 'checkbox' : 'radio'}
              aria-checked={isChosen}
              onClick={() => toggle(project.id)}
              className={cx(
                'focus-ring flex min-h-9 items-center gap-2 rounded-control px-2.5 text-left text-14',
                isChosen ? 'bg-accent-tint text-ink-strong' : 'hover:bg-hover',
              )}
            >
              <Icon aria-hidden size={16} className="shrink-0 text-ink-muted" />
              <span className="min-w-0 flex-1 truncate">
                <Written text={project.title} />
              </span>
              {isChosen && <Check aria-hidden size={16} className="shrink-0 text-accent-ink" />}
            </button>
          );
        })}
      </div>
    </div>
  );
}
