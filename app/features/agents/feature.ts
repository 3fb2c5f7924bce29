import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  {
    id: 'workshop',
    group: 'work',
    order: 7,
    href: '/workshop/bots',
    shownIn: ['sidebar', 'palette'],
  },
] as const satisfies readonly NavigationEntry[];

/** Agents: built-in ones, own ones, and those that colleagues have published. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'agents',
  screens: [
    { path: 'workshop/bots', file: 'routes/workspace/agents.tsx', layout: 'workspace' },
    { path: 'workshop/bots/create', file: 'routes/workspace/agent-new.tsx', layout: 'workspace' },
    { path: 'workshop/bots/publish', file: 'routes/workspace/agents-waiting.tsx', layout: 'workspace' },
    { path: 'workshop/bots/:id', file: 'routes/workspace/agent.tsx', layout: 'workspace' },
    { path: 'workshop/bots/:id/edit', file: 'routes/workspace/agent-edit.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
