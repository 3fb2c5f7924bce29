/** An account on this device: a person in a company. */
import type { DeviceLockRule } from '../../protocol/session';

/** Who is signed in on this device; kept on the device so that a cold start needs no server. */
export interface Account {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  lang: string;
  companyId: string;
  companies: { id: string; name: string; role: 'owner' | 'admin' | 'member' }[];
  authorityCodes: string[];
  /** the company wants a new password of this person before anything of its console */
  mustChangePassword: boolean;
  /** what the company asks of devices, as it was said last */
  deviceLock: DeviceLockRule;
}

/** One account: a person in a company. */
export type AccountId = Pick<Account, 'userId' | 'companyId'>;

export const profileDatabaseName = (userId: string, companyId: string): string =>
  `satchel-profile-${companyId}-${userId}`;
