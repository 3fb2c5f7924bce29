import type { ComponentProps } from 'react';
import { BrandHeader } from '~/features/brand/brand-header';
import { EmptyState } from '~/ui/feedback/empty-state';

/** A page outside the workspace that only says something. */
export function NoticePage(props: Omit<ComponentProps<typeof EmptyState>, 'level'>) {
  return (
    <div className="flex min-h-dvh flex-col">
      <BrandHeader />
      <main className="flex flex-1 items-center justify-center">
        <EmptyState level={1} {...props} />
      </main>
    </div>
  );
}
