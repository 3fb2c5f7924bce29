import { Skeleton } from '~/ui/feedback/skeleton';

/** Skeleton of a text that is loading, in the width of the editor. */
export function WritingSkeleton({ withToolbar = false }: { withToolbar?: boolean }) {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {withToolbar && (
        <div className="flex h-10 items-center gap-2">
          {Array.from({ length: 10 }, (_, i) => (
            <Skeleton key={i} className="size-6" />
          ))}
        </div>
      )}
      {['w-11/12', 'w-full', 'w-4/5', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
