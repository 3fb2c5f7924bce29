import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { lazy, Suspense, type ReactNode } from 'react';
import type { People } from '~/features/people/use-people';
import type { ListSelection } from '~/ui/data/selection';
import { VirtualList } from '~/ui/data/virtual-list';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';

const FileBulkBar = lazy(() => import('./file-bulk'));
const ItemSheet = lazy(() => import('./item-sheet'));

/** The table of the files or links of a project, with a bar of actions for the selected ones. */
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
  /** number of rows, including rows that are not loaded */
  total: number;
  head: ReactNode;
  items: readonly ProjectItem[];
  /** pixels */
  rowHeight: number;
  selection: ListSelection;
  /** renders the row of an item */
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

/** The sheet of the item that the address names, over the list. */
export function OpenedItem({
  ids,
  projectId,
  people,
  addressOf,
}: {
  /** ids of the items in the list, in its order */
  ids: readonly string[];
  projectId: string;
  people: People;
  /** the address of the list, with the sheet of an item or without one */
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
