/** Rows of equal things, rendered by the server and usable without scripts. Under 768 px each row is a block of labelled lines. */
import type { ReactNode } from 'react';
import { cx } from './cx';

export interface PlainColumn<T> {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** names the row for assistive technology, and heads its block on a narrow screen */
  isRowHeader?: boolean;
  /** the title is for assistive technology only: a column of buttons */
  hideTitle?: boolean;
  className?: string;
}

// Another `display` takes the meaning of a table away in some browsers; the roles give it back.
export function PlainTable<T extends { id: string }>({ label, columns, rows }: { label: string; columns: readonly PlainColumn<T>[]; rows: readonly T[] }) {
  return (
    <div className="md:overflow-x-auto">
      <table role="table" aria-label={label} className="w-full border-collapse text-left text-14 max-md:block">
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} role="columnheader" scope="col" className={cx('h-9 whitespace-nowrap border-b border-line px-2 text-12 font-medium text-ink-muted first:pl-0 last:pr-0', column.className)}>
                {column.hideTitle ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row) => (
            <tr key={row.id} role="row" className="max-md:block max-md:border-b max-md:border-line max-md:py-3 md:hover:bg-hover">
              {columns.map((column) => {
                const Cell = column.isRowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.id}
                    role={column.isRowHeader ? 'rowheader' : 'cell'}
                    {...(column.isRowHeader ? { scope: 'row' as const } : {})}
                    data-title={column.hideTitle || column.isRowHeader ? undefined : column.title}
                    className={cx(
                      'px-2 py-2.5 font-normal first:pl-0 last:pr-0 md:border-b md:border-line',
                      'max-md:flex max-md:items-baseline max-md:gap-3 max-md:px-0 max-md:py-1 max-md:empty:hidden max-md:before:w-32 max-md:before:shrink-0 max-md:before:text-12 max-md:before:text-ink-muted max-md:before:content-[attr(data-title)]',
                      (column.isRowHeader || column.hideTitle) && 'max-md:before:hidden', column.className,
                    )}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
