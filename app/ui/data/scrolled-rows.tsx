import { useVirtualizer } from '@tanstack/react-virtual';
import { forwardRef, useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { cx } from '../cx';

/** Rows up to which all are rendered, so that find-in-page works. */
const ALL_UP_TO = 100;

export interface ScrolledRowsHandle {
  /** Scrolls to a row. */
  goTo(index: number, align?: 'start' | 'center'): void;
}

export interface ScrolledRowsProps {
  label: string;
  count: number;
  /** estimated height of a row in pixels; rows are measured when rendered */
  estimate: (index: number) => number;
  keyOf: (index: number) => string | number;
  children: (index: number) => ReactNode;
  /** the row at which it opens, scrolled to again when it changes; -1 for the first */
  wanted?: number;
  /** where that row stands: `start` for rows that may be higher than the region */
  align?: 'start' | 'center';
  /** called with the first row in sight while it scrolls */
  onTop?: (index: number) => void;
  className?: string;
  /** of the column of rows within the scrolling region */
  columnClassName?: string;
}

/** A scrolling region of a document in rows of any height, such as lines or pages, of which those in sight are rendered. */
export const ScrolledRows = forwardRef(function ScrolledRows(
  props: ScrolledRowsProps,
  handle: Ref<ScrolledRowsHandle>,
) {
  return props.count <= ALL_UP_TO && !props.onTop ? (
    <AllRows {...props} handle={handle} />
  ) : (
    <RowsInSight {...props} handle={handle} />
  );
});

type Inner = ScrolledRowsProps & { handle: Ref<ScrolledRowsHandle> };

const regionClass = (className = ''): string => cx('focus-ring min-h-0 flex-1 overflow-auto', className);

function AllRows({
  label,
  count,
  keyOf,
  children,
  wanted = -1,
  align = 'center',
  className,
  columnClassName,
  handle,
}: Inner) {
  const host = useRef<HTMLDivElement>(null);
  const goTo = (index: number, block: 'start' | 'center' = 'start'): void =>
    host.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block });
  useImperativeHandle(handle, () => ({ goTo }));
  useEffect(() => {
    if (wanted >= 0) goTo(wanted, align);
  }, [wanted, align]);
  return (
    <div ref={host} tabIndex={0} role="region" aria-label={label} className={regionClass(className)}>
      <div className={columnClassName}>
        {Array.from({ length: count }, (_, index) => (
          <div key={keyOf(index)} data-index={index}>
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

function RowsInSight({
  label,
  count,
  estimate,
  keyOf,
  children,
  wanted = -1,
  align = 'center',
  onTop,
  className,
  columnClassName,
  handle,
}: Inner) {
  const host = useRef<HTMLDivElement>(null);
  const view = useVirtualizer({
    count,
    getScrollElement: () => host.current,
    estimateSize: estimate,
    getItemKey: keyOf,
    overscan: 4,
  });
  useImperativeHandle(handle, () => ({
    goTo: (index, at = 'start') => view.scrollToIndex(index, { align: at }),
  }));
  useEffect(() => {
    if (wanted >= 0) view.scrollToIndex(wanted, { align });
  }, [wanted, align, view]);
  const top = view.range?.startIndex ?? 0;
  useEffect(() => onTop?.(top), [top, onTop]);
  return (
    <div ref={host} tabIndex={0} role="region" aria-label={label} className={regionClass(className)}>
      <div className={cx('relative', columnClassName)} style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            ref={view.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
