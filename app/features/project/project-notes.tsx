import { useMemo, useRef } from 'react';
import { NotebookPen, Plus, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { BulkBar } from '~/features/bulk/bulk-bar';
import { ListTools } from '~/features/bulk/list-tools';
import { sorted, useSort } from '~/features/bulk/sort';
import { languageTag } from '../../../sync/model/languages';
import { NoteRow } from '~/features/note/note-row';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SearchField } from '~/ui/controls/field';
import { OnSeen } from '~/ui/layout/on-seen';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { useSelection } from '~/ui/data/selection';
import { VirtualList } from '~/ui/data/virtual-list';
import { useListWindow } from '~/features/lists/list-window';
import { notesList, notesOf } from './notes-of';
import { matches } from '~/ui/controls/match-words';
import type { People } from '~/features/people/use-people';
import { useSearch } from '~/features/lists/use-search';

/** The notes of a project, last changed first. */
export function ProjectNotes({ project, people }: { project: Project; people: People }) {
  const { t, i18n } = useTranslation('project');
  const search = useSearch();
  const { limit, unroll } = useListWindow(notesList(project.id));
  const sort = useSort('notes');
  // a search covers all notes, and so does an order that the list is not stored in
  const asked = search.query === '' && sort === 'edited' ? limit : null;
  const answer = useQuery(notesOf(project.id, asked));
  // the rows loaded before stay until more have arrived
  const last = useRef(answer);
  if (answer) last.current = answer;
  const notes = last.current;
  const shown = useMemo(
    () =>
      sorted(
        (notes ?? []).filter((note) => matches(search.query, note.title, note.snippet)),
        sort,
        languageTag(i18n.language),
      ),
    [notes, search.query, sort, i18n.language],
  );
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(ids);
  if (!notes) return <SkeletonRows />;
  const canAdd = project.abilities.includes('addNote');
  if (notes.length === 0) {
    return (
      <InitialSyncGate>
        <EmptyState
          icon={<NotebookPen size={22} />}
          title={t('notes.empty')}
          text={canAdd ? t('notes.emptyText') : t('notes.emptyViewer')}
          action={
            canAdd && (
              <LinkButton href={paths.newNote(project.id)} icon={<Plus aria-hidden size={16} />}>
                {t('notes.new')}
              </LinkButton>
            )
          }
        />
      </InitialSyncGate>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {notes.length > 5 && <SearchField {...search.field} label={t('notes.search')} className="w-full sm:w-64" />}
        <ListTools list="notes" sort={sort} selection={selection} />
      </div>
      {shown.length === 0 && !answer ? (
        <SkeletonRows />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t('search.none', { query: search.query })}
          action={<Button onPress={search.clear}>{t('search.clear')}</Button>}
        />
      ) : (
        <div role="presentation" onKeyDown={selection.onKeyDown}>
          <VirtualList label={t('tabs.notes')} items={shown} rowHeight={52} keyOf={(note) => note.id}>
            {(note) => (
              <NoteRow
                note={note}
                people={people}
                select={selection.row(note.id, t('list.selectOne', { title: note.title }))}
              />
            )}
          </VirtualList>
        </div>
      )}
      {asked !== null && answer && answer.length >= asked && <OnSeen key={asked} onSeen={unroll} />}
      <BulkBar list="notes" items={shown} selection={selection} />
    </div>
  );
}
