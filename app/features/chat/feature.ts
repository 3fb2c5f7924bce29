import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  {
    id: 'chats',
    group: 'work',
    order: 4,
    href: '/chat/history',
    owns: ['/chat', '/project-chat', '/research'],
    shownIn: ['sidebar', 'palette'],
  },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'chat',
  screens: [
    { path: 'project/:projectId/chat/:chatId', file: 'routes/workspace/project-chat.tsx', layout: 'workspace' },
    { path: 'project-chat', file: 'routes/workspace/project-chats.tsx', layout: 'workspace' },
    { path: 'project-chat/:chatId', file: 'routes/workspace/chat.tsx', layout: 'workspace' },
    { path: 'chat/history', file: 'routes/workspace/chat-history.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
