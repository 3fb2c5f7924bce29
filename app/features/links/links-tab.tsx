import { Link2, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemTable, OpenedItem } from '~/features/files/item-table';
import { tableHead } from '~/features/files/table-layout';
import { SelectionButton } from '~/features/bulk/selection-button';
import type { People } from '~/features/people/use-people';
import { useListWindow } from '~/features/lists/list-window';
import { useSearch } from '~/features/lists/use-search';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { SearchField } from '~/ui/controls/field';
import { matches } from '~/ui/controls/match-words';
import { useSelection } from '~/ui/data/selection';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { OnSeen } from '~/ui/layout/on-seen';
import type { Project } from '../../../sync/model/kinds/projects';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { AddLink } from './add-link';
import { LinkRow } from './link-row';
import { useLinks, usePagesBySite } from './use-links';

/** number of links up to which the search field is not shown */
const FEW = 5;

/** The websites and single pages of a project. The pages of an expanded website follow it. */
export default function LinksTab({ project, people }: { project: Project; people: People }) {
  const { t } = useTranslation(['links', 'project', 'common']);
  const search = useSearch();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { limit, unroll } = useListWindow(`links/${project.id}`);
  const isSearching = search.query !== '';
  // a search covers all links
  const asked = isSearching ? null : limit;
  const known = useLinks(project.id, asked);
  const links = known?.rows;
  const pages = usePagesBySite(project.id, unfolded.size > 0 || isSearching);
  const shown = useMemo(() => {
    const found = (item: ProjectItem): boolean => matches(search.query, item.title, item.url);
    return (links ?? []).flatMap((item) => {
      const own = (pages.get(item.id) ?? []).filter(found);
      if (isSearching) return found(item) || own.length > 0 ? [item, ...own] : [];
      return unfolded.has(item.id) ? [item, ...own] : [item];
    });
  }, [links, pages, search.query, isSearching, unfolded]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(ids);
  const canAdd = project.abilities.includes('addNote');
  const address = (item?: string): string => `${paths.project(project.id, 'links')}${item ? `&item=${item}` : ''}`;
  const unfold = (id: string): void =>
    setUnfolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <div className="flex flex-col gap-4">
      {canAdd && <AddLink projectId={project.id} />}
      {!known || !links ? (
        <SkeletonRows />
      ) : known.total === 0 ? (
        <InitialSyncGate>
          <EmptyState
            icon={<Link2 size={22} />}
            title={t('links:empty')}
            text={t(canAdd ? 'links:emptyText' : 'links:emptyViewer')}
          />
        </InitialSyncGate>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-end gap-2">
            {(known.total > FEW || isSearching || links.some(({ itemType }) => itemType === 'website')) && (
              <SearchField
                {...search.field}
                label={t('links:search')}
                className="mr-auto min-w-0 flex-1 sm:w-64 sm:flex-none"
              />
            )}
            <SelectionButton selection={selection} />
          </div>
          {shown.length === 0 && known.isOlder ? (
            <SkeletonRows />
          ) : shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('project:search.none', { query: search.query })}
              action={<Button onPress={search.clear}>{t('project:search.clear')}</Button>}
            />
          ) : (
            <ItemTable
              label={t('links:label')}
              total={(asked === null ? 0 : known.total - links.length) + shown.length}
              head={<LinkTableHead />}
              items={shown}
              rowHeight={52}
              selection={selection}
            >
              {(item) => (
                <LinkRow
                  item={item}
                  people={people}
                  href={address(item.id)}
                  select={selection.row(item.id, t('project:list.selectOne', { title: item.title }))}
                  isUnfolded={unfolded.has(item.id) || isSearching}
                  onUnfold={() => unfold(item.id)}
                />
              )}
            </ItemTable>
          )}
          {asked !== null && links.length < known.total && !known.isOlder && <OnSeen key={asked} onSeen={unroll} />}
        </>
      )}
      <OpenedItem ids={ids} projectId={project.id} people={people} addressOf={address} />
    </div>
  );
}

function LinkTableHead() {
  const { t } = useTranslation('links');
  const head = (name: 'link' | 'state' | 'pages' | 'addedBy' | 'read', className = '') => (
    <div role="columnheader" className={`truncate ${className}`}>
      {t(`column.${name}`)}
    </div>
  );
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={tableHead}>
        <div role="columnheader">
          <span className="sr-only">{t('column.type')}</span>
        </div>
        {head('link')}
        {head('state')}
        {head('pages', 'text-right')}
        {head('addedBy', 'hidden pl-4 lg:block')}
        {head('read', 'text-right')}
        <div role="columnheader">
          <span className="sr-only">{t('column.actions')}</span>
        </div>
      </div>
    </div>
  );
}
