import type { ReactNode } from 'react';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';

/**
 * What a meeting's screen says of a transcript or summary. During the first sync of a device one that is missing may
 * still be on its way, so nothing is said of it.
 */
export function OncePulled({ isHere, children }: { isHere: boolean; children: ReactNode }) {
  return isHere ? <>{children}</> : <InitialSyncGate>{children}</InitialSyncGate>;
}
