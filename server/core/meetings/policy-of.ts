/** The policy of meetings as pushes and calls use it: with history, and knowing the recordings that the server has. */
import type { Platform } from '../../platform/context';
import type { PushPolicy } from '../../sync/store';
import { withHistory } from '../project-history/record';
import { areRecordingsStored } from '../uploads/service';
import { meetingPolicy } from './policy';

export const meetingPolicyOf = (platform: Platform): PushPolicy<'meetings'> =>
  withHistory(
    platform,
    meetingPolicy((companyId, meeting) => areRecordingsStored(platform, companyId, meeting)),
  );
