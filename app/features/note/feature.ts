import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'note',
  screens: [
    { path: 'project/:projectId/note-detail/:noteId', file: 'routes/workspace/note-detail.tsx', layout: 'workspace' },
    { path: 'project/:projectId/note/new', file: 'routes/workspace/note-new.tsx', layout: 'workspace' },
    { path: 'project/:projectId/note/:noteId', file: 'routes/workspace/note-editor.tsx', layout: 'workspace' },
  ],
  navigation: [],
} satisfies Feature;
