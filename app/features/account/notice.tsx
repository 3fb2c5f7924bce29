import { lazy, Suspense, type ReactNode } from 'react';

const Banner = lazy(() => import('~/ui/feedback/banner').then((module) => ({ default: module.Banner })));

/** A line above a form. Hardly ever there: its icons load when it is. */
export function Notice({ kind, children }: { kind: 'info' | 'danger'; children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <Banner kind={kind} live={kind === 'danger' ? 'alert' : 'status'}>
        {children}
      </Banner>
    </Suspense>
  );
}
