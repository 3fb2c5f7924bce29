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
}

/** A list that renders the visible rows only. Up to 100 rows are all rendered, so that find-in-page works. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  if (props.items.length <= 100) {
    return (
      <ul aria-label={props.label} className={props.className}>
        {props.items.map((item, i) => (
          <li key={props.keyOf(item, i)}>{props.children(item, i)}</li>
        ))}
      </ul>
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
  keyOf,
  children,
}: VirtualListProps<T> & { window: Window; offset: number }) {
  return (
    <ul aria-label={label} className="relative" style={{ height: view.getTotalSize() }}>
      {view.getVirtualItems().map((row) => {
        const item = items[row.index]!;
        return (
          <li
            key={keyOf(item, row.index)}
            ref={view.measureElement}
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start - offset}px)` }}
          >
            {children(item, row.index)}
          </li>
        );
      })}
    </ul>
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
