import { useRef, type ReactNode } from 'react';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';

export interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  /** estimated height of a row in pixels; rows are measured when rendered */
  rowHeight?: number;
  keyOf: (item: T, index: number) => string;
  /** renders a row */
  children: (item: T, index: number) => ReactNode;
  /** `box`: the list scrolls by itself; `page`, the default: with the page */
  className?: string;
  scroll?: 'page' | 'box';
  /** `rows`: the items are cells of the rows of a table (role `table`) around the list, whose first row is the header */
  as?: 'list' | 'rows';
}

/** Elements of a list, or of the body of a table. */
const PARTS = { list: { outer: 'ul', inner: 'li' }, rows: { outer: 'div', inner: 'div' } } as const;

/** A list that renders the visible rows only. Up to 100 rows are all rendered, so that find-in-page works. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  if (props.items.length <= 100) {
    const { outer: Outer, inner: Inner } = PARTS[props.as ?? 'list'];
    const isTable = props.as === 'rows';
    return (
      <Outer {...(isTable ? { role: 'rowgroup' } : { 'aria-label': props.label })} className={props.className}>
        {props.items.map((item, i) => (
          <Inner key={props.keyOf(item, i)} {...(isTable ? { role: 'row', 'aria-rowindex': i + 2 } : {})}>
            {props.children(item, i)}
          </Inner>
        ))}
      </Outer>
    );
  }
  return props.scroll === 'box' ? <InBox {...props} /> : <InPage {...props} />;
}

interface Window {
  getTotalSize(): number;
  getVirtualItems(): { index: number; start: number; key: React.Key }[];
  measureElement(node: Element | null): void;
}

function Rows<T>({
  items,
  window: view,
  offset,
  label,
  as = 'list',
  keyOf,
  children,
}: VirtualListProps<T> & { window: Window; offset: number }) {
  const { outer: Outer, inner: Inner } = PARTS[as];
  const isTable = as === 'rows';
  return (
    <Outer
      {...(isTable ? { role: 'rowgroup' } : { 'aria-label': label })}
      className="relative"
      style={{ height: view.getTotalSize() }}
    >
      {view.getVirtualItems().map((row) => {
        const item = items[row.index]!;
        return (
          <Inner
            key={keyOf(item, row.index)}
            ref={view.measureElement}
            data-index={row.index}
            {...(isTable
              ? { role: 'row', 'aria-rowindex': row.index + 2 }
              : { 'aria-setsize': items.length, 'aria-posinset': row.index + 1 })}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start - offset}px)` }}
          >
            {children(item, row.index)}
          </Inner>
        );
      })}
    </Outer>
  );
}

function InPage<T>(props: VirtualListProps<T>) {
  const host = useRef<HTMLDivElement>(null);
  const offset = host.current?.offsetTop ?? 0;
  const view = useWindowVirtualizer({
    count: props.items.length,
    estimateSize: () => props.rowHeight ?? 52,
    overscan: 8,
    scrollMargin: offset,
  });
  return (
    <div ref={host} className={props.className}>
      <Rows {...props} window={view as unknown as Window} offset={offset} />
    </div>
  );
}

function InBox<T>(props: VirtualListProps<T>) {
  const host = useRef<HTMLDivElement>(null);
  const view = useVirtualizer({
    count: props.items.length,
    getScrollElement: () => host.current,
    estimateSize: () => props.rowHeight ?? 52,
    overscan: 8,
  });
  return (
    <div ref={host} tabIndex={0} className={`focus-ring overflow-auto ${props.className ?? ''}`}>
      <Rows {...props} window={view as unknown as Window} offset={0} />
    </div>
  );
}
