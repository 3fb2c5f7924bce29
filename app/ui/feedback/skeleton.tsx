import { cx } from '../cx';

/** A placeholder for content that loads. Its size must be that of the content, so that the layout does not shift. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('shimmer block rounded-control bg-sunken', className)} />;
}

/** Placeholder rows of a list that loads. */
export function SkeletonRows({ rows = 5, twoLines = true }: { rows?: number; twoLines?: boolean }) {
  return (
    <div aria-hidden className="flex flex-col">
      {Array.from({ length: rows }, (_, i) => (
        <div
          key={i}
          className={cx(
            'flex items-center gap-3 border-b border-line px-2 last:border-0',
            twoLines ? 'h-[52px]' : 'h-10',
          )}
        >
          <Skeleton className="size-6" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={cx('h-3', ['w-2/5', 'w-1/3', 'w-1/2'][i % 3])} />
            {twoLines && <Skeleton className={cx('h-2.5', ['w-1/4', 'w-1/3', 'w-1/5'][i % 3])} />}
          </div>
        </div>
      ))}
    </div>
  );
}
