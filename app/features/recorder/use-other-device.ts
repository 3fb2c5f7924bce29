import { useState } from 'react';
import { isRecordedAt } from '../../../sync/model/meeting-overlap';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { useAccount, useQuery } from '~/replica/hooks';

/** The person's meeting that another device records now; null: none that this device has heard of. */
export function useMeetingOnOtherDevice(): Meeting | null {
  const account = useAccount();
  const latest = useQuery({ kind: 'find', collection: 'meetings', sort: [{ recency: 'asc' }], limit: 20 });
  const here = useQuery({ kind: 'recordings' });
  const [now] = useState(() => Date.now());
  if (!account || !latest || !here) return null;
  return (
    latest.find(
      (meeting) =>
        meeting.creatorId === account.userId &&
        isRecordedAt(now, meeting) &&
        !here.some(({ meetingId }) => meetingId === meeting.id),
    ) ?? null
  );
}
