/** The screens of every feature: a feature joins with one line here. */
import type { Feature } from './feature';
import { feature as account } from './features/account/feature';
import { feature as admin } from './features/admin/feature';
import { feature as agents } from './features/agents/feature';
import { feature as agentChat } from './features/agent-chat/feature';
import { feature as auth } from './features/auth/feature';
import { feature as canvas } from './features/canvas/feature';
import { feature as chat } from './features/chat/feature';
import { feature as consent } from './features/consent/feature';
import { feature as employees } from './features/employees/feature';
import { feature as files } from './features/files/feature';
import { feature as gallery } from './features/gallery/feature';
import { feature as help } from './features/help/feature';
import { feature as home } from './features/home/feature';
import { feature as inbox } from './features/inbox/feature';
import { feature as ipAccess } from './features/ip-access/feature';
import { feature as landing } from './features/landing/feature';
import { feature as legal } from './features/legal/feature';
import { feature as links } from './features/links/feature';
import { feature as meeting } from './features/meeting/feature';
import { feature as note } from './features/note/feature';
import { feature as noteVersions } from './features/note-versions/feature';
import { feature as notifications } from './features/notifications/feature';
import { feature as organization } from './features/organization/feature';
import { feature as outbox } from './features/outbox/feature';
import { feature as project } from './features/project/feature';
import { feature as projectHistory } from './features/project-history/feature';
import { feature as recorder } from './features/recorder/feature';
import { feature as research } from './features/research/feature';
import { feature as settings } from './features/settings/feature';
import { feature as share } from './features/share/feature';
import { feature as sharing } from './features/sharing/feature';
import { feature as shell } from './features/shell/feature';
import { feature as summary } from './features/summary/feature';
import { feature as templates } from './features/templates/feature';
import { feature as terminology } from './features/terminology/feature';
import { feature as trash } from './features/trash/feature';

export const FEATURES: readonly Feature[] = [
  account,
  admin,
  agents,
  agentChat,
  auth,
  canvas,
  chat,
  consent,
  employees,
  files,
  gallery,
  help,
  home,
  inbox,
  ipAccess,
  landing,
  legal,
  links,
  meeting,
  note,
  noteVersions,
  notifications,
  organization,
  outbox,
  project,
  projectHistory,
  recorder,
  research,
  settings,
  share,
  sharing,
  shell,
  summary,
  templates,
  terminology,
  trash,
];
