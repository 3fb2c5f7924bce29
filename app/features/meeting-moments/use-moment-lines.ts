import { useMemo } from 'react';
import { useAccount, useQuery } from '~/replica/hooks';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';
import type { MomentLineProps } from './moment-line';

/** What a line shows of a moment, for this person. */
export function useMomentLines(
  meeting: Meeting,
): (moment: MeetingMoment) => Pick<MomentLineProps, 'meetingId' | 'moment' | 'author' | 'writable'> {
  const account = useAccount();
  const people = useQuery({ kind: 'find', collection: 'people', selector: { kind: 'member' } });
  const names = useMemo(() => new Map((people ?? []).map((p) => [p.id, p.name])), [people]);
  const mine = account?.userId ?? '';
  const mayUpdate = meeting.abilities.includes('update');
  return (moment) => ({
    meetingId: meeting.id,
    moment,
    author: moment.userId === mine ? '' : (names.get(moment.userId) ?? ''),
    writable: mayUpdate && (moment.userId === mine || meeting.creatorId === mine),
  });
}
