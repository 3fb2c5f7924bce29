/** A table rendered by the server and usable without scripts. Under 768 px each row is a block of labelled lines. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { cx } from '../cx';
import { NativeCheckbox, tickClass } from '../controls/native-checkbox';

export interface NativeColumn<T> {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** names the row for assistive technology, and heads its block on a narrow screen */
  isRowHeader?: boolean;
  /** only assistive technology gets the title, for a column of buttons */
  hideTitle?: boolean;
  /** hidden on a narrow screen, where the row header contains it */
  isWideOnly?: boolean;
  align?: 'start' | 'end';
  className?: string;
}

/** Checkboxes of the rows, submitted by the form around the table. */
export interface NativeSelection<T> {
  /** form field of each checkbox; its value is the row's id */
  name: string;
  /** ids that are checked initially */
  ticked: readonly string[];
  /** accessible names of the checkbox of a row and of that of all rows */
  labelOf: (row: T) => string;
  allLabel: string;
}

const boxesIn = (table: HTMLElement | null, name: string): HTMLInputElement[] => [
  ...(table?.querySelectorAll<HTMLInputElement>(`tbody input[name="${name}"]`) ?? []),
];

// A table with another `display` loses its roles in some browsers: they are set explicitly.
export function NativeTable<T extends { id: string }>({
  label,
  columns,
  rows,
  select,
}: {
  label: string;
  columns: readonly NativeColumn<T>[];
  rows: readonly T[];
  select?: NativeSelection<T>;
}) {
  const [ticked, setTicked] = useState(() => rows.filter((row) => select?.ticked.includes(row.id)).length);
  const all = ticked === rows.length;
  const count = (event: FormEvent<HTMLTableElement>): void =>
    setTicked(boxesIn(event.currentTarget, select!.name).filter((box) => box.checked).length);
  return (
    // focusable, so that the arrow keys scroll it in a narrow window
    <div tabIndex={0} role="region" aria-label={label} className="focus-ring relative md:overflow-x-auto">
      <table
        role="table"
        aria-label={label}
        {...(select ? { onChange: count } : {})}
        className="w-full border-collapse text-left text-14 max-md:block"
      >
        <thead role="rowgroup" className={select ? 'max-md:block' : 'max-md:sr-only'}>
          <tr role="row" className="max-md:block">
            {select && (
              <th
                role="columnheader"
                scope="col"
                className="border-b border-line pl-2 text-12 font-medium text-ink-muted max-md:block md:w-10"
              >
                <label className="flex min-h-9 items-center gap-4">
                  <input
                    type="checkbox"
                    checked={all}
                    ref={(box) => {
                      if (box) box.indeterminate = ticked > 0 && !all;
                    }}
                    onChange={({ currentTarget }) =>
                      boxesIn(currentTarget.closest('table'), select.name).forEach((box) => {
                        box.checked = !all;
                      })
                    }
                    className={tickClass}
                  />
                  <span className="md:sr-only">{select.allLabel}</span>
                </label>
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                className={cx(
                  'h-9 whitespace-nowrap border-b border-line px-2 text-12 font-medium text-ink-muted last:pr-0',
                  !select && 'first:pl-0',
                  select && 'max-md:sr-only',
                  column.align === 'end' && 'text-right',
                  column.className,
                )}
              >
                {column.hideTitle ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              role="row"
              className={cx(
                'relative max-md:block max-md:border-b max-md:border-line max-md:py-3 md:hover:bg-hover',
                select &&
                  'transition-colors max-md:pl-10 has-[input:checked]:bg-accent-tint md:has-[input:checked]:hover:bg-accent-tint',
              )}
            >
              {select && (
                <td
                  role="cell"
                  className="pl-2 max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:flex max-md:items-center md:border-b md:border-line"
                >
                  <NativeCheckbox
                    name={select.name}
                    value={row.id}
                    label={select.labelOf(row)}
                    defaultChecked={select.ticked.includes(row.id)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <NativeCell key={column.id} column={column} row={row} isFirst={!select} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NativeCell<T>({ column, row, isFirst }: { column: NativeColumn<T>; row: T; isFirst: boolean }) {
  const Cell = column.isRowHeader ? 'th' : 'td';
  return (
    <Cell
      role={column.isRowHeader ? 'rowheader' : 'cell'}
      {...(column.isRowHeader ? { scope: 'row' as const } : {})}
      data-title={column.hideTitle || column.isRowHeader ? undefined : column.title}
      className={cx(
        'break-words px-2 py-2.5 font-normal last:pr-0 md:border-b md:border-line',
        isFirst && 'first:pl-0',
        column.isWideOnly
          ? 'max-md:hidden'
          : 'max-md:flex max-md:items-baseline max-md:gap-3 max-md:px-0 max-md:py-1 max-md:empty:hidden max-md:before:w-32 max-md:before:shrink-0 max-md:before:text-12 max-md:before:text-ink-muted max-md:before:content-[attr(data-title)]',
        (column.isRowHeader || column.hideTitle) && 'max-md:before:hidden',
        column.align === 'end' && 'tabular md:text-right',
        column.className,
      )}
    >
      {column.cell(row)}
    </Cell>
  );
}
