/**
 * Addresses of screens, for links from anywhere. Addresses are built here, and those that a feature alone links to in its own
 * `app/features/<feature>/paths.ts`.
 */
import type { ItemType } from '../sync/model/kinds/project-items';
import type { SharedKind } from '../sync/model/top-kinds';
import { addressQuery } from './address-query';
import { consolePaths } from './console-paths';

const e = encodeURIComponent;

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
    `/project/${e(projectId)}${addressQuery([
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
  agentChats: (agentId?: string) => `/agent-chat${addressQuery([['agent', agentId]])}`,
  agentChat: (threadId: string) => `/agent-chat/${e(threadId)}`,
  /** a chat, also with an agent, a web search or a research */
  thread: ({ id, kind, projectId }: { id: string; kind: string; projectId: string }) =>
    kind === 'research' ? paths.research(id) : kind === 'task' ? paths.agentChat(id) : paths.chat(id, projectId),
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
    `/meeting/${e(id)}${addressQuery([['tab', tab === 'notes' ? undefined : tab]])}`,
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
    `/meeting/${e(meetingId)}${addressQuery([
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
  admin: consolePaths,
  shell: (to?: string) => (to ? `/shell?to=${e(to)}` : '/shell'),
  gallery: () => '/gallery',
} as const;
