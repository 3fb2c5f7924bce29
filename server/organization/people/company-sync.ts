import type { Sync } from '../../sync/sync';

/** The part of the sync module that the organization uses. */
export type CompanySync = Pick<Sync, 'store' | 'setCompanyMember'>;
