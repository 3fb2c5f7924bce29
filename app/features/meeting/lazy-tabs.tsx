/** The tabs of a meeting whose code and texts load with their first use. */
import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { MeetingParts } from './meeting-parts';

const SummaryView = lazy(async () => {
  const [body] = await Promise.all([
    import('../summary/summary-view'),
    loadNamespaces(['summary', 'chat', 'versions']),
  ]);
  return body;
});
const AnalysisView = lazy(async () => {
  const [body] = await Promise.all([
    import('../meeting-analysis/analysis-view'),
    loadNamespaces(['summary', 'chat', 'ask']),
  ]);
  return body;
});

export const SummaryTab = (parts: MeetingParts) => (
  <Suspense fallback={<SkeletonRows />}>
    <SummaryView {...parts} />
  </Suspense>
);

export const AnalysisTab = (parts: MeetingParts) => (
  <Suspense fallback={<SkeletonRows />}>
    <AnalysisView {...parts} />
  </Suspense>
);
