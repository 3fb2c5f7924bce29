import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { lazy, Suspense, type ReactNode } from 'react';
import type { People } from '~/features/people/use-people';
import type { ListSelection } from '~/ui/data/selection';
import { VirtualList } from '~/ui/data/virtual-list';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';

const FileBulkBar = lazy(() => import('./file-bulk'));
const ItemSheet = lazy(() => import('./item-sheet'));

/** The table of a project's files or links, with the actions for the selected ones. */
export function ItemTable({
  label,
  total,
  head,
  items,
  rowHeight,
  selection,
  children,
}: {
  label: string;
  /** number of rows, also of those that are not loaded */
  total: number;
  head: ReactNode;
  items: readonly ProjectItem[];
  /** pixels */
  rowHeight: number;
  selection: ListSelection;
  /** the row of an item */
  children: (item: ProjectItem) => ReactNode;
}) {
  return (
    <div role="presentation" onKeyDown={selection.onKeyDown}>
      <div role="table" aria-label={label} aria-rowcount={total + 1}>
        {head}
        <VirtualList as="rows" label={label} items={items} rowHeight={rowHeight} keyOf={({ id }) => id}>
          {children}
        </VirtualList>
      </div>
      {selection.selected.length > 0 && (
        <Suspense fallback={null}>
          <FileBulkBar items={items} selection={selection} />
        </Suspense>
      )}
    </div>
  );
}

/** The item that the address names, over its list. */
export function OpenedItem({
  ids,
  projectId,
  people,
  addressOf,
}: {
  /** of the list, in its order */
  ids: readonly string[];
  projectId: string;
  people: People;
  /** the list's address, with an item over it or without */
  addressOf: (id: string | undefined) => string;
}) {
  const navigate = useNavigate();
  const { state: historyState } = useLocation();
  const [parameters] = useSearchParams();
  const id = parameters.get('item') ?? '';
  if (id === '') return null;
  return (
    <Suspense fallback={null}>
      <ItemSheet
        id={id}
        ids={ids}
        projectId={projectId}
        people={people}
        onOpen={(next) =>
          navigate(addressOf(next ?? undefined), {
            replace: true,
            preventScrollReset: true,
            state: next ? null : (historyState as unknown),
          })
        }
      />
    </Suspense>
  );
}
