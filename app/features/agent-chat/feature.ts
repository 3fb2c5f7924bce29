import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  {
    id: 'agents',
    group: 'work',
    order: 5,
    href: '/agent-chat',
    shownIn: ['sidebar', 'palette'],
  },
] as const satisfies readonly NavigationEntry[];

/** Chats with agents. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'agent-chat',
  screens: [
    { path: 'agent-chat', file: 'routes/workspace/agent-chats.tsx', layout: 'workspace' },
    { path: 'agent-chat/:chatId', file: 'routes/workspace/agent-chat.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
