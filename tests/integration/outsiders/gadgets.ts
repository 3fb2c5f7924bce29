import { gadgetCalls } from '../../../server/core/gadgets/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [[gadgetCalls.create, () => []]];
