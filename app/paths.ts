/**
 * Addresses of screens, for links from anywhere. Addresses are built here, and those that a feature alone links to in its own
 * `app/features/<feature>/paths.ts`.
 */
import type { ItemType } from '../sync/model/kinds/project-items';
import type { SharedKind } from '../sync/model/top-kinds';
import { ownAddress } from '../sync/protocol/own-address';

const e = encodeURIComponent;

const query = (parts: readonly (readonly [string, string | number | undefined])[]): string => {
  const given = parts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${e(value!)}`);
  return given.length ? `?${given.join('&')}` : '';
};

/**
 * Filters of the audit trail; '' is no filter. `words`: encrypted search words (features/admin/search-form), here and
 * in other lists.
 */
interface AuditPlace {
  words?: string;
  action?: string;
  actorId?: string;
  period?: string;
  before?: string;
  count?: string;
}
const auditParts = ({ words, action, actorId, period, before, count }: AuditPlace): [string, string | undefined][] => [
  ['words', words],
  ['action', action],
  ['actorId', actorId],
  ['period', period],
  ['before', before],
  ['count', count],
];

/** Dialogs of the employee directory, by subject. */
export type EmployeesDialog = 'invite' | 'link' | 'member' | 'remove' | 'erase' | 'put' | 'take' | 'request';
/**
 * URL state of the employee directory. `page` from 1; `users`: the selection; `done`: the form that redirected here.
 */
export interface EmployeesUrlState {
  tab?: 'requests' | undefined;
  words?: string | undefined;
  department?: string | undefined;
  status?: 'active' | 'pending' | undefined;
  page?: number | undefined;
  dialog?: EmployeesDialog | undefined;
  member?: string | undefined;
  /** of that member */
  device?: string | undefined;
  request?: string | undefined;
  users?: readonly string[] | undefined;
  done?: string | undefined;
}
/** Dialogs of the organization's departments. */
export type OrganizationDialog = 'company' | 'create' | 'edit' | 'move' | 'delete' | 'add' | 'put';
/** URL state of the departments; `department` 'none': people without a department. */
export interface OrganizationUrlState {
  department?: string | undefined;
  page?: number | undefined;
  dialog?: OrganizationDialog | undefined;
  /** encrypted search for people who can be added */
  words?: string | undefined;
  users?: readonly string[] | undefined;
  done?: string | undefined;
}

/** The first page has no number. */
const listQuery = ({ page, users = [], ...rest }: EmployeesUrlState | OrganizationUrlState): string =>
  query([
    ...(Object.entries(rest) as [string, string | undefined][]),
    ['page', page === 1 ? undefined : page],
    ...users.map((id): [string, string] => ['user', id]),
  ]);

export const paths = {
  home: () => '/search',
  /** landing page for visitors; a signed-in person is redirected to the home */
  landing: (language?: string) => (language ? `/?lang=${language}` : '/'),
  login: (redirect?: string, reason?: 'revoked') =>
    redirect ? `/auth/login?redirect=${e(redirect)}` : reason ? `/auth/login?reason=${reason}` : '/auth/login',
  register: () => '/auth/register',
  forgotPassword: () => '/auth/forgot-password',
  updatePassword: (back?: string) =>
    back && back !== '/search' ? `/auth/update-password?redirect=${e(back)}` : '/auth/update-password',
  ownershipTransferred: () => '/auth/ownership-transferred',
  verificationSuccess: () => '/auth/verification-success',
  usageTerms: () => '/legal/usage-terms',
  privacyPolicy: () => '/legal/privacy-policy',
  commerce: () => '/legal/specific-based',
  contact: () => '/contact',
  projects: () => '/my-base/project',
  project: (id: string, tab?: 'notes' | 'meetings' | 'files' | 'links' | 'chats') =>
    `/project/${e(id)}${tab && tab !== 'notes' ? `?tab=${tab}` : ''}`,
  /** a file or link of a project, opened; `part`: of its extracted text */
  projectItem: (projectId: string, id: string, itemType: ItemType, part?: string) =>
    `/project/${e(projectId)}${query([
      ['tab', itemType === 'file' ? 'files' : 'links'],
      ['item', id],
      ['part', part],
    ])}`,
  noteDetail: (projectId: string, noteId: string) => `/project/${e(projectId)}/note-detail/${e(noteId)}`,
  noteEditor: (projectId: string, noteId: string) => `/project/${e(projectId)}/note/${e(noteId)}`,
  newNote: (projectId: string) => `/project/${e(projectId)}/note/new`,
  /** the page of a note for everybody with its link, rendered by the server */
  publicNote: (noteId: string) => `/note-html/${e(noteId)}`,
  /** a chat or web search; by its id alone where the project is not known */
  chat: (threadId: string, projectId = '') =>
    projectId ? `/project/${e(projectId)}/chat/${e(threadId)}` : `/project-chat/${e(threadId)}`,
  research: (id: string) => `/research/${e(id)}`,
  /** its slides, rendered by the server; for everybody while it is shared publicly */
  liveSlides: (researchId: string) => `/live-slides/${e(researchId)}`,
  agents: () => '/workshop/bots',
  newAgent: () => '/workshop/bots/create',
  agent: (id: string) => `/workshop/bots/${e(id)}`,
  editAgent: (id: string) => `/workshop/bots/${e(id)}/edit`,
  /** agents that wait for an administrator */
  waitingAgents: () => '/workshop/bots/publish',
  /** to begin a chat with an agent; `agentId`: the one that is chosen */
  agentChats: (agentId?: string) => `/agent-chat${query([['agent', agentId]])}`,
  agentChat: (threadId: string) => `/agent-chat/${e(threadId)}`,
  /** a chat, web search or research */
  thread: ({ id, kind, projectId }: { id: string; kind: string; projectId: string }) =>
    kind === 'research' ? paths.research(id) : paths.chat(id, projectId),
  /** a document made from an answer; by its id alone where the chat is in no project */
  canvas: (canvasId: string, projectId = '') =>
    projectId ? `/project/${e(projectId)}/canvas/${e(canvasId)}` : `/canvas/${e(canvasId)}`,
  /** its page for everybody with its link, rendered by the server */
  publicCanvas: (canvasId: string) => `/project-html/${e(canvasId)}`,
  chatHistory: () => '/chat/history',
  projectChats: () => '/project-chat',
  meetings: () => '/meeting-notes',
  newMeeting: (projectId?: string) => (projectId ? `/meeting-note?project=${e(projectId)}` : '/meeting-note'),
  meeting: (id: string, tab?: 'notes' | 'summary' | 'transcript' | 'analysis') =>
    `/meeting/${e(id)}${query([['tab', tab === 'notes' ? undefined : tab]])}`,
  /** a document; a note in the editor for people who may change it */
  document: (
    kind: SharedKind,
    { id, projectId = '' }: { id: string; projectId?: string | undefined },
    isWritable = false,
  ) =>
    kind === 'projects'
      ? paths.project(id)
      : kind === 'meetings'
        ? paths.meeting(id)
        : kind === 'threads'
          ? paths.chat(id, projectId)
          : isWritable
            ? paths.noteEditor(projectId, id)
            : paths.noteDetail(projectId, id),
  /** a moment of a recording, `at` milliseconds from its start */
  moment: (meetingId: string, recordingId: string, at: number) =>
    `/meeting/${e(meetingId)}${query([
      ['tab', 'transcript'],
      ['recording', recordingId],
      ['at', String(Math.max(0, Math.floor(at / 1000)))],
    ])}`,
  activateApp: () => '/meeting/activate-app',
  outbox: () => '/outbox',
  trash: () => '/trash',
  recovery: () => '/recovery',
  conflicts: () => '/conflicts',
  /** saves content shared by other apps */
  share: () => '/share',
  notifications: (tab?: 'read') => (tab ? `/notifications?tab=${tab}` : '/notifications'),
  terminology: () => '/settings/terminology',
  settings: (section?: 'templates' | 'apps' | 'notifications' | 'devices' | 'lock' | 'storage') =>
    section ? `/settings?section=${section}` : '/settings',
  noAccess: () => '/no-access',
  ipBlocked: () => '/ip-blocked',
  admin: {
    home: () => '/admin',
    /** receives the search forms of lists */
    searchWords: () => '/admin/search-words',
    overview: (of: { range?: 'day' | 'week' | 'month' | 'year'; departmentId?: string } = {}) =>
      `/admin/overview${query([
        ['range', of.range],
        ['departmentId', of.departmentId],
      ])}`,
    organization: (at: OrganizationUrlState = {}) => `/admin/organization${listQuery(at)}`,
    employees: (at: EmployeesUrlState = {}) => `/admin/employees${listQuery(at)}`,
    livePage: (range?: 'days' | 'weeks' | 'months', words?: string, page?: number) =>
      `/admin/livepage${query([
        ['range', range],
        ['words', words],
        ['page', page],
      ])}`,
    settings: () => '/admin/settings',
    aiProviders: () => '/admin/settings/ai',
    agents: () => '/admin/settings/agents',
    knowledgeSources: () => '/admin/settings/knowledge-sources',
    ipManagement: (open: { dialog?: 'new' | 'edit' | 'delete' | 'restriction'; rule?: string } = {}) =>
      `/admin/ip-management${query([
        ['dialog', open.dialog],
        ['rule', open.rule],
      ])}`,
    ipLogs: (status?: 'allowed' | 'blocked', shown?: number) =>
      `/admin/ip-logs${query([
        ['status', status],
        ['shown', shown],
      ])}`,
    ipLogsCsv: (status?: 'allowed' | 'blocked') => `/admin/ip-logs/csv${query([['status', status]])}`,
    audit: (of: AuditPlace = {}) => `/admin/audit${query(auditParts(of))}`,
    auditExport: (of: AuditPlace = {}) => `/admin/audit/export${query(auditParts(of))}`,
  },
  shell: (to?: string) => (to ? `/shell?to=${e(to)}` : '/shell'),
  gallery: () => '/gallery',
} as const;

/** Sign-in screens to which a person is not sent back after signing in. */
const SIGNED_IN = ['/auth/authorization', '/auth/desktop', '/auth/verification-success'];

/** An address of this site to continue at, or home: never another site, never a scheme. */
export function safeRedirect(to: string | null | undefined): string {
  const url = ownAddress(to);
  if (!url || (url.pathname.startsWith('/auth/') && !SIGNED_IN.includes(url.pathname)) || url.pathname === '/shell')
    return paths.home();
  return url.pathname + url.search + url.hash;
}
