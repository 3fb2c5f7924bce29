import { lazy, Suspense, type ReactNode } from 'react';

const Banner = lazy(() => import('~/ui/feedback/banner').then((module) => ({ default: module.Banner })));

/** A message above a form. Rarely shown: its icons load with it. */
export function Notice({ kind, children }: { kind: 'info' | 'danger'; children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <Banner kind={kind} live={kind === 'danger' ? 'alert' : 'status'}>
        {children}
      </Banner>
    </Suspense>
  );
}
