/** The policy of meetings for pushes and calls: records the project's history and checks uploaded recordings. */
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
