import type { Feature } from '../../feature';

/** Documents made from answers of a chat. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'canvas',
  screens: [
    { path: 'project/:projectId/canvas/:canvasId', file: 'routes/workspace/project-canvas.tsx', layout: 'workspace' },
    { path: 'canvas/:canvasId', file: 'routes/workspace/canvas.tsx', layout: 'workspace' },
  ],
  navigation: [],
} satisfies Feature;
