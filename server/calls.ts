/** The declared calls of all features, for the OpenAPI document and for checks of the whole. */
import type { CallDefinition } from '../sync/protocol/call';
import { coreFeatures, features, organizationFeatures } from './features';
import type { CallGroup } from './platform/openapi/group';
import { given, type Feature } from './shared/feature';

const groupsOf = (list: readonly Feature<never>[]): CallGroup[] =>
  list.flatMap((feature) => given(feature.calls) ?? []);
const callsOf = (groups: readonly CallGroup[]): CallDefinition[] => groups.flatMap((group) => group.calls);

export const callGroups: readonly CallGroup[] = groupsOf(features);
export const organizationCalls: readonly CallDefinition[] = callsOf(groupsOf(organizationFeatures));
export const coreCalls: readonly CallDefinition[] = callsOf(groupsOf(coreFeatures));
export const allCalls: readonly CallDefinition[] = callsOf(callGroups);
