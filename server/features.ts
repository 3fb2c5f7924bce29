/**
 * The list of features. A new feature is one manifest in its folder and one line here; server/composition.ts makes the
 * running service of them.
 */
import { agentFeature } from './core/agents/feature';
import { aiProviderFeature } from './core/ai-providers/feature';
import { accessRequestFeature } from './core/access-requests/feature';
import { canvasFeature } from './core/canvases/feature';
import { chatFeature } from './core/chat/feature';
import { dashboardFeature } from './core/dashboard/feature';
import { fileFeature } from './core/files/feature';
import { linkFeature } from './core/links/feature';
import { livePageFeature } from './core/livepages/feature';
import { meetingAnalysisFeature } from './core/meeting-analysis/feature';
import { meetingFeature } from './core/meetings/feature';
import { versionFeature } from './core/note-versions/feature';
import { noteImageFeature } from './core/note-images/feature';
import { noteFeature } from './core/notes/feature';
import { notificationFeature } from './core/notifications/feature';
import { pageViewFeature } from './core/page-views/feature';
import { projectHistoryFeature } from './core/project-history/feature';
import { projectFeature } from './core/projects/feature';
import { researchFeature } from './core/research/feature';
import { retrievalFeature } from './core/retrieval/feature';
import { searchFeature } from './core/search/feature';
import { summaryFeature } from './core/summaries/feature';
import { taskFeature } from './core/tasks/feature';
import { templateFeature } from './core/templates/feature';
import { terminologyFeature } from './core/terminology/feature';
import { trashFeature } from './core/trash/feature';
import { uploadFeature } from './core/uploads/feature';
import { liveFeature } from './live/feature';
import { auditFeature } from './organization/audit/feature';
import { companyFeature } from './organization/companies/feature';
import { departmentFeature } from './organization/departments/feature';
import { desktopFeature } from './organization/desktop/feature';
import { deviceLockFeature } from './organization/device-lock/feature';
import { handoverFeature } from './organization/handover/feature';
import { identityFeature } from './organization/identity/feature';
import { invitationFeature } from './organization/invitations/feature';
import { ipAccessFeature } from './organization/ip-access/feature';
import { joinRequestFeature } from './organization/join-requests/feature';
import { mailFeature } from './organization/mails/feature';
import { memberFeature } from './organization/members/feature';
import { noticeFeature } from './organization/notices/feature';
import { passwordFeature } from './organization/passwords/feature';
import { profileFeature } from './organization/profile/feature';
import { registrationFeature } from './organization/registration/feature';
import { deviceFeature } from './organization/sessions/feature';
import { settingFeature } from './organization/settings/feature';
import { thirdPartyFeature } from './organization/third-parties/feature';
import { syncFeature } from './sync/feature';
import type { CoreServices } from './core/context';
import type { OrganizationServices } from './organization/services';
import type { Platform } from './platform/context';
import { given, pushPolicies, type Feature } from './shared/feature';
import type { AnyPushPolicy } from './sync/sync';
import type { Demo } from './shared/demo';

export const organizationFeatures: readonly Feature<OrganizationServices>[] = [
  identityFeature,
  passwordFeature,
  registrationFeature,
  invitationFeature,
  joinRequestFeature,
  deviceFeature,
  handoverFeature,
  deviceLockFeature,
  companyFeature,
  memberFeature,
  departmentFeature,
  profileFeature,
  ipAccessFeature,
  settingFeature,
  auditFeature,
  thirdPartyFeature,
  desktopFeature,
  mailFeature,
  noticeFeature,
];

/** Ownership is transferred in this order: the next owner of a note or meeting depends on the next owner of its project. */
export const coreFeatures: readonly Feature<CoreServices>[] = [
  projectFeature,
  noteFeature,
  versionFeature,
  meetingFeature,
  summaryFeature,
  meetingAnalysisFeature,
  uploadFeature,
  projectHistoryFeature,
  noteImageFeature,
  fileFeature,
  linkFeature,
  accessRequestFeature,
  notificationFeature,
  taskFeature,
  dashboardFeature,
  pageViewFeature,
  livePageFeature,
  templateFeature,
  terminologyFeature,
  chatFeature,
  canvasFeature,
  researchFeature,
  agentFeature,
  trashFeature,
  searchFeature,
  retrievalFeature,
  aiProviderFeature,
];

export const features: readonly Feature<never>[] = [...organizationFeatures, syncFeature, liveFeature, ...coreFeatures];

/** Rules for pushes into the collections of all features. */
export const allPolicies = (platform: Platform): AnyPushPolicy[] => pushPolicies(features, platform);

/** The features' parts of the demo company. */
export const demos: readonly Demo[] = features.flatMap((feature) => given(feature.demo) ?? []);
