import type { ReactNode } from 'react';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import type { MeetingParts } from './meeting-parts';

export interface OncePulledProps extends Pick<MeetingParts, 'meeting' | 'rows'> {
  /** whether the transcript or summary is on this device */
  isPresent: boolean;
  children: ReactNode;
}

/**
 * Shows the state of a meeting's transcript or summary. During the first sync of a device, a missing one may not have
 * been pulled yet, so its state is shown only after the sync. A meeting that has not ended, or whose recording is on this
 * device, is shown immediately.
 */
export function OncePulled({ isPresent, meeting, rows, children }: OncePulledProps) {
  const mayBeOnServer = rows.length === 0 && (meeting.status === 'ended' || meeting.recordings.length > 0);
  return isPresent || !mayBeOnServer ? <>{children}</> : <InitialSyncGate>{children}</InitialSyncGate>;
}
