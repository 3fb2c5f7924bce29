import { historyCalls } from '../../../server/core/project-history/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [[historyCalls.page, (ann) => [{ projectId: ann.project }]]];
