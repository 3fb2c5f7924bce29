import { searchCalls } from '../../../server/core/search/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [searchCalls.ofProject, (ann) => [{ projectId: ann.project, keyword: 'Sealed' }]],
  [searchCalls.all, () => [{ keyword: 'Sealed' }]],
];
