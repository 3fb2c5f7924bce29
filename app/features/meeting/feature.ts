import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  {
    id: 'meetings',
    group: 'work',
    order: 3,
    href: '/meeting-notes',
    owns: ['/meeting-notes', '/meeting-note', '/meeting', '/recovery'],
    shownIn: ['sidebar', 'bottomBar', 'palette'],
  },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'meeting',
  screens: [
    { path: 'meeting-notes', file: 'routes/workspace/meeting-notes.tsx', layout: 'workspace' },
    { path: 'meeting-note', file: 'routes/workspace/meeting-note.tsx', layout: 'workspace' },
    { path: 'meeting/activate-app', file: 'routes/workspace/activate-app.tsx', layout: 'workspace' },
    { path: 'meeting/:meetingId', file: 'routes/workspace/meeting.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
