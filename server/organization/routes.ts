/** The organization service: its calls, the authenticator behind every request, and the services other parts build on. */
import type { Platform } from '../platform/context';
import type { BoundCall } from '../platform/http/feature';
import type { RawHandler } from '../platform/http/host';
import { AuditTrail } from './audit/audit';
import { auditRoutes } from './audit/routes';
import { OrganizationService } from './companies/organization';
import type { CompanySync } from './people/company-sync';
import { myCompanyRoutes } from './companies/routes';
import { MyCompanies } from './companies/service';
import { Departments } from './departments/departments';
import { departmentRoutes } from './departments/routes';
import { desktopRoutes } from './desktop/routes';
import { DesktopService } from './desktop/service';
import { deviceLockRoutes } from './device-lock/routes';
import { DeviceLockService } from './device-lock/service';
import { handoverRoutes } from './handover/routes';
import { HANDOVER_CRON, HANDOVER_JOB, HandoverService } from './handover/service';
import { AccessTokens } from './identity/access-token';
import { SessionAuthenticator } from './identity/authenticator';
import { Lockout } from './identity/lockout';
import { MailboxProof } from './identity/mailbox-proof';
import { renewHandler } from './identity/renew-handler';
import { identityRoutes } from './identity/routes';
import { IdentityService } from './identity/service';
import { SessionStore } from './identity/session-store';
import { invitationRoutes } from './invitations/routes';
import { InvitationService } from './invitations/service';
import { UserActivity } from './identity/user-activity';
import { IpGate } from './ip-access/ip-filter';
import { ipRoutes } from './ip-access/routes';
import { IpAccessService } from './ip-access/service';
import { joinRequestRoutes } from './join-requests/routes';
import { JoinRequestService } from './join-requests/service';
import { MailTokens } from './mail-tokens/mail-tokens';
import { MailLimits } from './mails/limits';
import { Post } from './mails/post';
import { memberRoutes } from './members/routes';
import { MemberService } from './members/service';
import { passwordRoutes } from './passwords/routes';
import { PasswordService } from './passwords/service';
import { Pictures } from './profile/pictures';
import { profileRoutes } from './profile/routes';
import { ProfileService } from './profile/service';
import { registrationRoutes } from './registration/routes';
import { RegistrationService } from './registration/service';
import { Retention, RETENTION_CRON, RETENTION_JOB } from './settings/retention';
import { settingRoutes } from './settings/routes';
import { SettingService } from './settings/service';
import { deviceRoutes } from './sessions/routes';
import { DeviceService } from './sessions/service';
import { thirdPartyRoutes } from './third-parties/routes';
import { ThirdPartyService } from './third-parties/service';
import { standardOauth } from './third-parties/standard';
import { ThirdPartyTokens } from './third-parties/tokens';

export interface Organization {
  routes: BoundCall[];
  /** the renewal of sessions; OAuth as its standards have it */
  raw: RawHandler[];
  authenticator: SessionAuthenticator;
  service: OrganizationService;
  departments: Departments;
}

/** Builds the service. Before `platform.jobs.start()`: it declares the sending of mail and the nightly clean-up. */
export function createOrganization(platform: Platform, sync: CompanySync): Organization {
  const { store } = sync;
  const tokens = new AccessTokens(platform.config.secret, platform.clock);
  const sessions = new SessionStore(platform);
  const gate = new IpGate(platform);
  const activity = new UserActivity(platform);
  const thirdPartyTokens = new ThirdPartyTokens(platform, gate);
  const authenticator = new SessionAuthenticator(platform, tokens, sessions, gate, activity, thirdPartyTokens.granted);
  const lockout = new Lockout(platform.db);
  const identity = new IdentityService(platform, tokens, sessions, authenticator, lockout, gate);
  const departments = new Departments(platform, sync);
  const organization = new OrganizationService(platform, sync, departments);
  const links = new MailTokens(platform);
  const mailLimits = new MailLimits(platform);
  const post = new Post(platform, mailLimits);
  const audit = new AuditTrail(platform);
  const thirdParties = new ThirdPartyService(platform, { gate, audit });
  const proof = new MailboxProof(platform, sessions);
  const registration = new RegistrationService(platform, { organization, sessions, proof, links, post });
  const invitations = new InvitationService(platform, {
    organization,
    departments,
    store,
    sessions,
    proof,
    links,
    post,
    audit,
  });
  const joining = new JoinRequestService(platform, {
    organization,
    proof,
    departments,
    invitations,
    store,
    links,
    post,
    audit,
  });
  platform.jobs.define({
    name: 'identity-clean-up',
    handle: async () => {
      await identity.cleanUp();
      await links.cleanUp();
      await registration.cleanUp();
      await mailLimits.cleanUp();
      await activity.cleanUp();
      await gate.cleanUp();
      await thirdParties.cleanUp();
    },
  });
  platform.jobs.schedule('identity-clean-up', '23 3 * * *');
  const handovers = new HandoverService(platform, sessions, store);
  organization.whenMembersLeave((tx, leaver, heirId) => handovers.memberLeft(tx.companyId, leaver, heirId));
  platform.jobs.define({ name: HANDOVER_JOB, concurrency: 1, handle: () => handovers.cleanUp() });
  platform.jobs.schedule(HANDOVER_JOB, HANDOVER_CRON);
  const retention = new Retention(platform, { store, audit });
  platform.jobs.define({
    name: RETENTION_JOB,
    concurrency: 1,
    expireInSeconds: 2 * 60 * 60,
    handle: (_data, { signal }) => retention.run(signal),
  });
  platform.jobs.schedule(RETENTION_JOB, RETENTION_CRON);
  const routes = [
    ...identityRoutes(identity),
    ...passwordRoutes(new PasswordService(platform, { sessions, proof, links, post, lockout, authenticator })),
    ...registrationRoutes(registration, identity),
    ...invitationRoutes(invitations, identity),
    ...joinRequestRoutes(joining),
    ...deviceRoutes(new DeviceService(platform, { sessions, audit })),
    ...handoverRoutes(handovers),
    ...deviceLockRoutes(new DeviceLockService(platform, lockout)),
    ...myCompanyRoutes(new MyCompanies(platform, store, sessions, gate), identity),
    ...memberRoutes(
      platform,
      new MemberService(platform, { organization, invitations, store, sessions, authenticator, audit, post }),
    ),
    ...departmentRoutes(platform, departments, store, audit),
    ...ipRoutes(new IpAccessService(platform, { audit })),
    ...profileRoutes(new ProfileService(platform, { store, audit }), new Pictures(platform)),
    ...settingRoutes(new SettingService(platform, { audit, authenticator }), retention),
    ...auditRoutes(platform),
    ...thirdPartyRoutes(thirdParties, thirdPartyTokens),
    ...desktopRoutes(new DesktopService(platform, { sessions, gate }), identity),
  ];
  return {
    routes,
    raw: [renewHandler(identity), standardOauth(platform, thirdPartyTokens)],
    authenticator,
    service: organization,
    departments,
  };
}
