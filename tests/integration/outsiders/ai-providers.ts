import { aiProviderCalls } from '../../../server/core/ai-providers/contract';
import type { OutsiderEntry } from '../../support/outsiders';

/** They name no documents; administrators of another organization: ai-providers.integration.ts. */
export const entries: OutsiderEntry[] = [
  [aiProviderCalls.available, () => []],
  [aiProviderCalls.list, () => []],
  [aiProviderCalls.save, () => []],
  [aiProviderCalls.remove, () => []],
  [aiProviderCalls.test, () => []],
  [aiProviderCalls.setLimits, () => []],
];
