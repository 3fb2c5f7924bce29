import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import type { HistoryProps } from './history-body';

const Body = lazy(async () => {
  const [body] = await Promise.all([import('./history-body'), loadNamespaces(['versions', 'note'])]);
  return body;
});

/** The version history of a note’s or meeting’s text. Its code and texts load with its first use. */
export function VersionHistory(props: HistoryProps) {
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}
