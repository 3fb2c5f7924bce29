/** The services of the organization, which depend on each other; its features' manifests select from them. */
import type { Platform } from '../platform/context';
import { AuditTrail } from './audit/audit';
import { OrganizationService } from './companies/organization';
import type { DocumentExpiry } from '../shared/retention';
import type { SyncStore } from '../sync/store';
import type { CompanySync } from './people/company-sync';
import { createSafeFetch, type SafeFetch } from '../platform/http/safe-fetch';
import { MyCompanies } from './companies/service';
import { Departments } from './departments/departments';
import { DesktopService } from './desktop/service';
import { DeviceLockService } from './device-lock/service';
import { HandoverReview } from './handover/review';
import { HandoverUploads } from './handover/uploads';
import { AccessTokens } from './identity/access-token';
import { SessionAuthenticator } from './identity/authenticator';
import { Lockout } from './identity/lockout';
import { MailboxProof } from './identity/mailbox-proof';
import { IdentityService } from './identity/service';
import { SessionStore } from './identity/session-store';
import { InvitationService } from './invitations/service';
import { UserActivity } from './identity/user-activity';
import { IpFilter } from './ip-access/ip-filter';
import { IpAccessService } from './ip-access/service';
import { JoinApplications } from './join-requests/applications';
import { JoinReviews } from './join-requests/reviews';
import { MailTokens } from './mail-tokens/mail-tokens';
import { MailLimits } from './mails/limits';
import { Post } from './mails/post';
import { MemberService } from './members/service';
import { NoticeDelivery } from './notices/delivery';
import { Push } from './notices/push';
import { Unsubscribing } from './notices/unsubscribe';
import { PasswordService } from './passwords/service';
import { Pictures } from './profile/pictures';
import { ProfileService } from './profile/service';
import { RegistrationService } from './registration/service';
import { Retention } from './settings/retention';
import { SettingService } from './settings/service';
import { DeviceService } from './sessions/service';
import { ThirdPartyService } from './third-parties/service';
import { ThirdPartyTokens } from './third-parties/tokens';

/** Services of other modules that the organization depends on; `server/composition.ts` provides them. */
export interface OrganizationPorts {
  /** Bytes that all features store for a company. */
  storedBytes(companyId: string): Promise<number>;
  expiry: DocumentExpiry;
  /** calls addresses that clients have named; replaced in tests */
  safeFetch?: SafeFetch;
}

export interface OrganizationServices {
  platform: Platform;
  sync: SyncStore;
  authenticator: SessionAuthenticator;
  service: OrganizationService;
  activity: UserActivity;
  audit: AuditTrail;
  departments: Departments;
  desktop: DesktopService;
  deviceLocks: DeviceLockService;
  devices: DeviceService;
  ipFilter: IpFilter;
  handoverUploads: HandoverUploads;
  handoverReview: HandoverReview;
  identity: IdentityService;
  invitations: InvitationService;
  ipAccess: IpAccessService;
  joinApplications: JoinApplications;
  joinReviews: JoinReviews;
  mailLimits: MailLimits;
  mailTokens: MailTokens;
  members: MemberService;
  myCompanies: MyCompanies;
  noticeDelivery: NoticeDelivery;
  passwords: PasswordService;
  pictures: Pictures;
  post: Post;
  profile: ProfileService;
  push: Push;
  registration: RegistrationService;
  retention: Retention;
  settings: SettingService;
  thirdParties: ThirdPartyService;
  thirdPartyTokens: ThirdPartyTokens;
  unsubscribing: Unsubscribing;
}

/** Constructs the services. Their jobs are declared by the manifests of their features. */
export function createOrganizationServices(
  platform: Platform,
  sync: CompanySync,
  { storedBytes, expiry, safeFetch }: OrganizationPorts,
): OrganizationServices {
  const { store } = sync;
  const tokens = new AccessTokens(platform.config.secret, platform.clock);
  const sessions = new SessionStore(platform);
  const ipFilter = new IpFilter(platform);
  const activity = new UserActivity(platform);
  const thirdPartyTokens = new ThirdPartyTokens(platform, ipFilter);
  const authenticator = new SessionAuthenticator(
    platform,
    tokens,
    sessions,
    ipFilter,
    activity,
    thirdPartyTokens.granted,
  );
  const lockout = new Lockout(platform.db);
  const identity = new IdentityService(platform, tokens, sessions, authenticator, lockout, ipFilter);
  const departments = new Departments(platform, sync);
  const service = new OrganizationService(platform, sync, departments);
  const mailTokens = new MailTokens(platform);
  const mailLimits = new MailLimits(platform);
  const post = new Post(platform, mailLimits);
  const audit = new AuditTrail(platform);
  const thirdParties = new ThirdPartyService(platform, { ipFilter, audit });
  const proof = new MailboxProof(platform, sessions);
  const registration = new RegistrationService(platform, {
    organization: service,
    sessions,
    proof,
    mailTokens,
    post,
  });
  const invitations = new InvitationService(platform, {
    organization: service,
    departments,
    store,
    sessions,
    proof,
    mailTokens,
    post,
    audit,
  });
  const push = new Push(platform, safeFetch ?? createSafeFetch({ totalMs: 15_000, transferBytes: 64 * 1024 }));
  const unsubscribing = new Unsubscribing(platform, store);
  return {
    platform,
    sync: store,
    authenticator,
    service,
    activity,
    audit,
    departments,
    desktop: new DesktopService(platform, { sessions, ipFilter }),
    deviceLocks: new DeviceLockService(platform, lockout),
    devices: new DeviceService(platform, { sessions, audit }),
    ipFilter,
    handoverUploads: new HandoverUploads(platform, sessions, store),
    handoverReview: new HandoverReview(platform),
    identity,
    invitations,
    ipAccess: new IpAccessService(platform, { audit }),
    joinApplications: new JoinApplications(platform, { proof, invitations, store, mailTokens, post }),
    joinReviews: new JoinReviews(platform, {
      organization: service,
      proof,
      departments,
      invitations,
      store,
      post,
      audit,
    }),
    mailLimits,
    mailTokens,
    members: new MemberService(platform, {
      organization: service,
      invitations,
      store,
      sessions,
      authenticator,
      audit,
      post,
    }),
    myCompanies: new MyCompanies(platform, store, sessions, ipFilter),
    noticeDelivery: new NoticeDelivery(platform, { store, post, push, unsubscribing }),
    passwords: new PasswordService(platform, { sessions, proof, mailTokens, post, lockout, authenticator }),
    pictures: new Pictures(platform),
    post,
    profile: new ProfileService(platform, { store, audit }),
    push,
    registration,
    retention: new Retention(platform, { store, audit, expiry }),
    settings: new SettingService(platform, { audit, authenticator, storedBytes }),
    thirdParties,
    thirdPartyTokens,
    unsubscribing,
  };
}
