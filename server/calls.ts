/** Every declared call of the three services, without their handlers: for the OpenAPI document and for what checks the whole. */
import type { CallDefinition } from '../sync/protocol/call';
import { syncCalls } from '../sync/protocol/messages';
import { coreCalls } from './core/calls';
import { auditCalls } from './organization/audit/contract';
import { myCompanyCalls } from './organization/companies/contract';
import { desktopCalls } from './organization/desktop/contract';
import { departmentCalls } from './organization/departments/contract';
import { deviceLockCalls } from './organization/device-lock/contract';
import { handoverCalls } from './organization/handover/contract';
import { identityCalls } from './organization/identity/contract';
import { invitationCalls } from './organization/invitations/contract';
import { ipCalls } from './organization/ip-access/contract';
import { joiningCalls } from './organization/joining/contract';
import { memberCalls } from './organization/members/contract';
import { passwordCalls } from './organization/passwords/contract';
import { profileCalls } from './organization/profile/contract';
import { registrationCalls } from './organization/registration/contract';
import { settingCalls } from './organization/settings/contract';
import { deviceCalls } from './organization/sessions/contract';
import { thirdPartyCalls } from './organization/third-parties/contract';

export const organizationCalls: readonly CallDefinition[] = [
  identityCalls, passwordCalls, registrationCalls, invitationCalls, joiningCalls, deviceCalls, handoverCalls, deviceLockCalls, myCompanyCalls, memberCalls, departmentCalls, profileCalls, ipCalls, settingCalls, auditCalls, thirdPartyCalls, desktopCalls,
].flatMap((calls) => Object.values(calls) as CallDefinition[]);

export const allCalls: readonly CallDefinition[] = [...organizationCalls, ...(Object.values(syncCalls) as CallDefinition[]), ...coreCalls];
