import { useSearchParams } from '@remix-run/react';
import { Files, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectionButton } from '~/features/bulk/selection-button';
import type { People } from '~/features/people/use-people';
import { useListWindow } from '~/features/lists/list-window';
import { useSearch } from '~/features/lists/use-search';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { LinkChips } from '~/ui/controls/chips';
import { DropZone } from '~/ui/controls/drop-zone';
import { matches } from '~/ui/controls/match-words';
import { SearchField } from '~/ui/controls/field';
import { Select } from '~/ui/controls/select';
import { useSelection } from '~/ui/data/selection';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { OnSeen } from '~/ui/layout/on-seen';
import { languageTag } from '../../../sync/model/languages';
import { ITEM_SORTS, NEWEST_FIRST, type ItemOrder, type ItemSort } from '../../../sync/model/item-order';
import type { Project } from '../../../sync/model/kinds/projects';
import { AddingNotices } from './adding-notices';
import { AddFilesButton } from './add-files-button';
import { addFiles } from './adding';
import { FILE_FILTERS, readFileFilter } from './file-icon';
import { FileRow } from './file-row';
import { ItemTable, OpenedItem } from './item-table';
import { Totals } from './totals';
import { pressed } from './sort-files';
import { FileTableHead } from './table-head';
import { useFiles } from './use-files';

/**
 * The files of a project. Files are added by a button, by a drop anywhere on the tab, and by a paste
 * (use-paste.ts).
 */
export default function FilesTab({ project, people }: { project: Project; people: People }) {
  const { t, i18n } = useTranslation(['files', 'common', 'project']);
  const [parameters] = useSearchParams();
  const filter = readFileFilter(parameters.get('type'));
  const search = useSearch();
  const [order, setOrder] = useState<ItemOrder>(NEWEST_FIRST);
  const { limit, unroll } = useListWindow(`files/${project.id}`);
  // a search covers all files
  const asked = search.query === '' ? limit : null;
  const known = useFiles(project.id, {
    category: filter === 'all' ? undefined : filter,
    order,
    language: languageTag(i18n.language),
    limit: asked,
  });
  const rows = known?.rows;
  const shown = useMemo(() => (rows ?? []).filter(({ title }) => matches(search.query, title)), [rows, search.query]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(ids);
  const canAdd = project.abilities.includes('addNote');
  const address = (to: { type?: string; item?: string }): string => {
    const next = new URLSearchParams({ tab: 'files' });
    const type = to.type ?? filter;
    if (type !== 'all') next.set('type', type);
    if (to.item) next.set('item', to.item);
    return `${paths.project(project.id)}?${next.toString()}`;
  };
  const add = (files: readonly File[]) => void addFiles(project.id, files);
  return (
    <DropZone text={t('files:drop', { title: project.title })} isDisabled={!canAdd} onDrop={add} className="min-h-72">
      <AddingNotices projectId={project.id} />
      {!known ? (
        <SkeletonRows />
      ) : known.total === 0 ? (
        <InitialSyncGate>
          <EmptyState
            icon={<Files size={22} />}
            title={t('files:empty')}
            text={t(canAdd ? 'files:emptyText' : 'files:emptyViewer')}
            action={canAdd && <AddFilesButton projectId={project.id} />}
          />
        </InitialSyncGate>
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <LinkChips
              label={t('files:filter.label')}
              value={filter}
              items={[
                ...FILE_FILTERS.map((id) => ({ id, label: t(`files:filter.${id}`), href: address({ type: id }) })),
                { id: 'links' as const, label: t('files:filter.links'), href: paths.project(project.id, 'links') },
              ]}
            />
            <div className="ml-auto flex w-full flex-wrap items-center gap-2 sm:w-auto">
              <SearchField
                {...search.field}
                label={t('files:search')}
                className="min-w-0 flex-1 sm:w-56 sm:flex-none"
              />
              <Select
                aria-label={t('project:list.sort')}
                className="w-32 md:hidden"
                options={ITEM_SORTS.map((id) => ({ id, label: t(`files:column.${id}`) }))}
                value={order.by}
                onChange={(by) => setOrder(pressed({ by: '' as ItemSort, isDescending: false }, by))}
              />
              <SelectionButton selection={selection} />
            </div>
          </div>
          {shown.length === 0 && known.isOlder ? (
            <SkeletonRows />
          ) : shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={22} />}
              title={
                search.query
                  ? t('project:search.none', { query: search.query })
                  : t(`files:filter.none.${filter === 'all' ? 'document' : filter}`)
              }
              action={search.query && <Button onPress={search.clear}>{t('project:search.clear')}</Button>}
            />
          ) : (
            <ItemTable
              label={t('files:label')}
              total={asked === null ? shown.length : known.found}
              head={<FileTableHead order={order} onSort={(by) => setOrder(pressed(order, by))} />}
              items={shown}
              rowHeight={40}
              selection={selection}
            >
              {(file) => (
                <FileRow
                  item={file}
                  local={known.local.get(file.id)}
                  people={people}
                  href={address({ item: file.id })}
                  select={selection.row(file.id, t('project:list.selectOne', { title: file.title }))}
                />
              )}
            </ItemTable>
          )}
          {asked !== null && known.rows.length < known.found && !known.isOlder && (
            <OnSeen key={asked} onSeen={unroll} />
          )}
          <Totals projectId={project.id} />
        </div>
      )}
      <OpenedItem
        ids={ids}
        projectId={project.id}
        people={people}
        addressOf={(item) => address(item ? { item } : {})}
      />
    </DropZone>
  );
}
