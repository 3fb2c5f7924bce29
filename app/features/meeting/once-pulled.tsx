import type { ReactNode } from 'react';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';

/**
 * Shows the state of a meeting's transcript or summary. During the first sync of a device, a missing one may not have
 * been pulled yet, so its state is not shown before the sync is complete.
 */
export function OncePulled({ isHere, children }: { isHere: boolean; children: ReactNode }) {
  return isHere ? <>{children}</> : <InitialSyncGate>{children}</InitialSyncGate>;
}
