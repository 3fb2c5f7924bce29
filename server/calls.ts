/** Every declared call of the three services, without their handlers, in groups: for the OpenAPI document and for what checks the whole. */
import type { CallDefinition } from '../sync/protocol/call';
import { Checkpoint, ChangesLine, Rejection, syncCalls, WireDoc } from '../sync/protocol/messages';
import { CompanySummary, LoginToken, MyUser } from '../sync/protocol/session';
import { coreCalls, coreGroups } from './core/calls';
import { AuditEntry, auditCalls } from './organization/audit/contract';
import { myCompanyCalls } from './organization/companies/contract';
import { desktopCalls } from './organization/desktop/contract';
import { departmentCalls, DepartmentNode, MemberRow } from './organization/departments/contract';
import { deviceLockCalls } from './organization/device-lock/contract';
import { handoverCalls } from './organization/handover/contract';
import { identityCalls } from './organization/identity/contract';
import { InvitationLink, invitationCalls } from './organization/invitations/contract';
import { AccessEntry, ipCalls, IpRule, IpSetting } from './organization/ip-access/contract';
import { joinRequestCalls, JoinRequest } from './organization/join-requests/contract';
import { memberCalls } from './organization/members/contract';
import { passwordCalls } from './organization/passwords/contract';
import { Company, profileCalls } from './organization/profile/contract';
import { ListedName, registrationCalls } from './organization/registration/contract';
import { CompanySetting, RetentionReceipt, settingCalls } from './organization/settings/contract';
import { deviceCalls, DeviceSession, MemberDevice } from './organization/sessions/contract';
import { Grant, thirdPartyCalls } from './organization/third-parties/contract';
import { callGroup, type CallGroup } from './platform/openapi/group';

const organizationGroups: readonly CallGroup[] = [
  callGroup('Sign-in', 'Sessions of people: sign-in, renewal, sign-out, and who is signed in.', identityCalls, {
    LoginToken,
    CompanySummary,
    MyUser,
  }),
  callGroup('Passwords', 'Changing, setting and resetting a password.', passwordCalls),
  callGroup('Registration', 'Registering an organization with its first administrator.', registrationCalls, {
    ListedName,
  }),
  callGroup('Invitations', 'Inviting people by e-mail and by link.', invitationCalls, { InvitationLink }),
  callGroup('Join requests', 'Applying to join an organization, and deciding on applications.', joinRequestCalls, {
    JoinRequest,
  }),
  callGroup('Devices', 'Where people are signed in, and signing devices out.', deviceCalls, {
    DeviceSession,
    MemberDevice,
  }),
  callGroup(
    'Handover',
    'Unsent changes of devices that were signed out, saved for their person to review.',
    handoverCalls,
  ),
  callGroup('Device lock', 'The recovery secret of a device’s lock.', deviceLockCalls),
  callGroup('My organizations', 'The organizations of the signed-in person.', myCompanyCalls),
  callGroup('Members', 'Members of an organization and their roles.', memberCalls),
  callGroup('Departments', 'The tree of departments and who is in them.', departmentCalls, {
    Department: DepartmentNode,
    MemberRow,
  }),
  callGroup('Profiles', 'Profiles and pictures of people and organizations.', profileCalls, { Company }),
  callGroup('IP access', 'Addresses from which members may enter, and the access log.', ipCalls, {
    IpRule,
    IpSetting,
    AccessEntry,
  }),
  callGroup('Settings', 'Settings of an organization, and its data retention.', settingCalls, {
    CompanySetting,
    RetentionReceipt,
  }),
  callGroup('Audit', 'What administrators did.', auditCalls, { AuditEntry }),
  callGroup(
    'Third parties',
    'Access of other companies’ apps: OAuth 2 with PKCE, in the standard’s names and in Satchel’s own.',
    thirdPartyCalls,
    { Grant },
  ),
  callGroup('Desktop app', 'Sign-in of the desktop app through the browser.', desktopCalls),
];

export const callGroups: readonly CallGroup[] = [
  ...organizationGroups,
  callGroup(
    'Synchronization',
    'Replication of a member’s documents: pull, push, streamed changes and events.',
    syncCalls,
    { Checkpoint, WireDocument: WireDoc, Rejection, ChangesLine },
  ),
  ...coreGroups,
];

export const organizationCalls: readonly CallDefinition[] = organizationGroups.flatMap((group) => group.calls);
export const allCalls: readonly CallDefinition[] = [
  ...organizationCalls,
  ...(Object.values(syncCalls) as CallDefinition[]),
  ...coreCalls,
];
