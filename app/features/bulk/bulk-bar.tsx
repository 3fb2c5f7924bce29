import { lazy, Suspense } from 'react';
import type { BulkActionsProps } from './bulk-actions';

const Actions = lazy(() => import('./bulk-actions'));

/** The actions on selected rows; their code loads with the first selection. */
export function BulkBar(props: BulkActionsProps) {
  return props.selection.selected.length > 0 ? (
    <Suspense fallback={null}>
      <Actions {...props} />
    </Suspense>
  ) : null;
}
