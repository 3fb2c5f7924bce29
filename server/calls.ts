/** Every declared call of the three services, without their handlers: for the OpenAPI document and for what checks the whole. */
import type { CallDefinition } from '../sync/protocol/call';
import { syncCalls } from '../sync/protocol/messages';
import { coreCalls } from './core/calls';
import { myCompanyCalls } from './organization/companies/contract';
import { identityCalls } from './organization/identity/contract';
import { deviceCalls } from './organization/sessions/contract';

export const organizationCalls: readonly CallDefinition[] = [identityCalls, deviceCalls, myCompanyCalls].flatMap((calls) => Object.values(calls) as CallDefinition[]);

export const allCalls: readonly CallDefinition[] = [...organizationCalls, ...(Object.values(syncCalls) as CallDefinition[]), ...coreCalls];
