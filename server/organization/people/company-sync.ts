import type { Sync } from '../../sync/sync';

/** What the organization needs of replication. */
export type CompanySync = Pick<Sync, 'store' | 'setCompanyMember'>;
