/** An account on this device: a person in a company. */
import type { DeviceLockRule } from '../../protocol/session';

/** The signed-in account, stored on the device so that a cold start needs no server. */
export interface Account {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  lang: string;
  companyId: string;
  companies: { id: string; name: string; role: 'owner' | 'admin' | 'member' }[];
  authorityCodes: string[];
  /** the company requires a new password before its console opens */
  mustChangePassword: boolean;
  /** the company's lock policy for devices, as last received */
  deviceLock: DeviceLockRule;
  /** the company allows public links, as last received */
  publicLinks?: boolean | undefined;
  /** the recorder reminds the person to inform all participants, as last received */
  recordingHint?: boolean | undefined;
  /** hosts outside the public internet that the operator opens for links, as last received */
  linkHosts?: string[] | undefined;
}

/** One account: a person in a company. */
export type AccountId = Pick<Account, 'userId' | 'companyId'>;

export const profileDatabaseName = (userId: string, companyId: string): string =>
  `satchel-profile-${companyId}-${userId}`;
