import { terminologyCalls } from '../../../server/core/terminology/contract';
import type { OutsiderEntry } from '../../support/outsiders';

/**
 * Terms and their files belong to all members; an upload is a person's, which core-terminology.integration.ts tests.
 */
const ofTheOrganization = (): object[] => [];

export const entries: OutsiderEntry[] = [
  [terminologyCalls.search, ofTheOrganization],
  [terminologyCalls.save, ofTheOrganization],
  [terminologyCalls.remove, ofTheOrganization],
  [terminologyCalls.applyFile, ofTheOrganization],
  [terminologyCalls.finishFile, ofTheOrganization],
  [terminologyCalls.files, ofTheOrganization],
  [terminologyCalls.file, ofTheOrganization],
  [terminologyCalls.extract, ofTheOrganization],
  [terminologyCalls.review, ofTheOrganization],
  [terminologyCalls.removeFiles, ofTheOrganization],
];
