import type { ReactNode } from 'react';
import {
  Cell,
  Checkbox,
  Column,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
  type Selection,
  type SortDescriptor,
} from 'react-aria-components';
import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';

export interface TableColumn<T> {
  id: string;
  title: string;
  /** content of a cell */
  cell: (row: T) => ReactNode;
  /** names the row for assistive technology; one column at least */
  isRowHeader?: boolean;
  canSort?: boolean;
  align?: 'start' | 'end';
  width?: string;
}

export interface TableProps<T extends { id: string }> {
  label: string;
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  sort?: SortDescriptor;
  onSort?: (sort: SortDescriptor) => void;
  /** ids of the selected rows; no checkboxes without `onSelect` */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  onRowAction?: (id: string) => void;
  empty?: ReactNode;
}

function Tick({ label }: { label: string }) {
  return (
    <Checkbox slot="selection" aria-label={label} className="group flex size-6 items-center justify-center">
      {({ isSelected, isIndeterminate }) => (
        <span
          className={cx(
            'flex size-[18px] items-center justify-center rounded-[5px] border group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent',
            isSelected || isIndeterminate ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-raised',
          )}
        >
          {isIndeterminate ? (
            <Minus aria-hidden size={14} strokeWidth={3} />
          ) : isSelected ? (
            <Check aria-hidden size={14} strokeWidth={3} />
          ) : null}
        </span>
      )}
    </Checkbox>
  );
}

/** A table with sorting and selection. */
export function Table<T extends { id: string }>({
  label,
  columns,
  rows,
  sort,
  onSort,
  selected,
  onSelect,
  onRowAction,
  empty,
}: TableProps<T>) {
  const { t } = useTranslation('common');
  const all = () => new Set(rows.map((r) => r.id));
  return (
    <div className="overflow-x-auto">
      <AriaTable
        aria-label={label}
        {...(sort ? { sortDescriptor: sort } : {})}
        {...(onSort ? { onSortChange: onSort } : {})}
        {...(onSelect
          ? {
              selectionMode: 'multiple' as const,
              selectedKeys: new Set(selected),
              onSelectionChange: (s: Selection) => onSelect(s === 'all' ? all() : new Set([...s].map(String))),
            }
          : {})}
        {...(onRowAction ? { onRowAction: (key: string | number) => onRowAction(String(key)) } : {})}
        className="w-full border-collapse text-left text-14 outline-none"
      >
        <TableHeader>
          {onSelect && (
            <Column className="w-10 border-b border-line pl-2">
              <Tick label={t('selectAll')} />
            </Column>
          )}
          {columns.map((column) => (
            <Column
              key={column.id}
              id={column.id}
              isRowHeader={column.isRowHeader}
              allowsSorting={column.canSort}
              className={cx(
                'focus-ring h-9 cursor-default border-b border-line px-2 text-12 font-medium text-ink-muted',
                column.align === 'end' && 'text-right',
              )}
              {...(column.width ? { style: { width: column.width } } : {})}
            >
              {({ sortDirection }) => (
                <span className="inline-flex items-center gap-1">
                  {column.title}
                  {sortDirection === 'ascending' ? (
                    <ArrowUp aria-hidden size={12} />
                  ) : sortDirection === 'descending' ? (
                    <ArrowDown aria-hidden size={12} />
                  ) : null}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => <div className="px-2 py-6 text-center text-ink-muted">{empty}</div>}>
          {rows.map((row) => (
            <Row key={row.id} id={row.id} className="focus-ring data-hovered:bg-hover data-selected:bg-accent-tint">
              {onSelect && (
                <Cell className="border-b border-line pl-2">
                  <Tick label={t('select')} />
                </Cell>
              )}
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  className={cx('h-10 border-b border-line px-2', column.align === 'end' && 'tabular text-right')}
                >
                  {column.cell(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
    </div>
  );
}
