import { useSearchParams, useNavigate, type MetaFunction, type NavigateFunction } from '@remix-run/react';
import i18next from 'i18next';
import { FolderPlus, Plus, SearchX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkBar } from '~/features/bulk/bulk-bar';
import { ListTools } from '~/features/bulk/list-tools';
import { sorted, useSort } from '~/features/bulk/sort';
import { languageTag } from '../../../sync/model/languages';
import { ProjectFormDialog } from '~/features/project/project-form';
import { inFilter, PROJECT_FILTERS, readFilter, type ProjectFilter } from '~/features/project/project-filters';
import { itemTexts } from '~/features/project/project-items';
import { matches } from '~/ui/controls/match-words';
import { ProjectRow } from '~/features/project/project-row';
import { ScreenError } from '~/features/project/screen-error';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { usePeople } from '~/features/people/use-people';
import { useSearch } from '~/features/lists/use-search';
import { preload } from '~/replica/preload';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { DropZone } from '~/ui/controls/drop-zone';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SearchField } from '~/ui/controls/field';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { LinkTabs } from '~/ui/controls/tabs';
import { useSelection } from '~/ui/data/selection';
import { VirtualList } from '~/ui/data/virtual-list';
import type { Project } from '../../../sync/model/kinds/projects';

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

export const clientLoader = () =>
  preload({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }] }, { kind: 'find', collection: 'people' });

/** Adds files dropped on the row of a project. */
async function addDropped(navigate: NavigateFunction, project: Project, files: readonly File[]): Promise<void> {
  const [{ addAndReport }] = await Promise.all([import('~/features/files/add-and-report'), itemTexts()]);
  await addAndReport(i18next.t, navigate, project, files);
}

const address = (filter: ProjectFilter): string =>
  filter === 'all' ? paths.projects() : `${paths.projects()}?filter=${filter}`;

/** All projects this person may see, most recently changed first. `?new=1` opens the form for a new one. */
export default function Projects() {
  const { t, i18n } = useTranslation('project');
  const sort = useSort('projects');
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const filter = readFilter(parameters.get('filter'));
  const search = useSearch();
  const people = usePeople();
  const projects = useQuery({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }] });
  const [creating, setCreating] = useState(false);
  const isCreating = creating || parameters.get('new') === '1';
  const inView = useMemo(
    () => (projects ?? []).filter((project) => inFilter(project, filter, people.me)),
    [projects, filter, people.me],
  );
  const shown = useMemo(
    () =>
      sorted(
        inView.filter((project) => matches(search.query, project.title, project.description)),
        sort,
        languageTag(i18n.language),
      ),
    [inView, search.query, sort, i18n.language],
  );
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(ids);
  // the navigation to the new project removes `?new=1`, too; a second navigation would return here
  const leaving = useRef(false);
  const close = () => {
    setCreating(false);
    if (parameters.has('new') && !leaving.current)
      setParameters(
        (now) => {
          now.delete('new');
          return now;
        },
        { replace: true },
      );
  };
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setCreating(true)}>
      {t('create.action')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('list.title')} action={create} />
      <PageBody width="wide">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <LinkTabs
            label={t('filters.label')}
            items={PROJECT_FILTERS.map((id) => ({ id, label: t(`filters.${id}`), href: address(id) }))}
            value={filter}
            className="min-w-0 max-w-full"
          />
          <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
            <SearchField {...search.field} label={t('list.search')} className="w-full sm:w-64" />
            <ListTools list="projects" sort={sort} selection={selection} />
          </div>
        </div>
        {!projects ? (
          <SkeletonRows rows={6} />
        ) : shown.length > 0 ? (
          <div role="presentation" onKeyDown={selection.onKeyDown}>
            <VirtualList label={t('list.title')} items={shown} rowHeight={52} keyOf={(project) => project.id}>
              {(project) => (
                <DropZone
                  isCompact
                  text={t('list.drop', { title: project.title })}
                  isDisabled={!project.abilities.includes('addNote')}
                  onDrop={(files) => void addDropped(navigate, project, files)}
                >
                  <ProjectRow
                    project={project}
                    people={people}
                    select={selection.row(project.id, t('list.selectOne', { title: project.title }))}
                  />
                </DropZone>
              )}
            </VirtualList>
            <BulkBar list="projects" items={shown} selection={selection} />
          </div>
        ) : inView.length > 0 ? (
          <EmptyState
            icon={<SearchX size={22} />}
            title={t('search.none', { query: search.query })}
            action={<Button onPress={search.clear}>{t('search.clear')}</Button>}
          />
        ) : (
          <InitialSyncGate>
            <EmptyState
              icon={<FolderPlus size={22} />}
              title={t(`empty.${filter}`)}
              text={t(`empty.${filter}Text`)}
              action={
                (filter === 'all' || filter === 'created') && (
                  <Button icon={<Plus aria-hidden size={16} />} onPress={() => setCreating(true)}>
                    {t('create.first')}
                  </Button>
                )
              }
            />
          </InitialSyncGate>
        )}
      </PageBody>
      {isCreating && (
        <ProjectFormDialog
          title={t('create.title')}
          submitLabel={t('create.submit')}
          onSubmit={async ({ title, description }) => {
            const { id } = await run('project.create', { title, description });
            leaving.current = true;
            navigate(paths.project(id), { replace: parameters.has('new') });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

export const ErrorBoundary = ScreenError;
