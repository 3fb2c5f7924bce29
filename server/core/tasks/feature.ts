/** The inbox of tasks: background work of a person, to see, cancel and retry. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { Task, taskCalls } from './contract';
import { taskRoutes } from './routes';

export const taskFeature = defineFeature<CoreServices>({
  name: 'core/tasks',
  calls: [
    callGroup('Tasks', 'Background work of a person: transcriptions, and the reading of files and links.', taskCalls, {
      Task,
    }),
  ],
  handlers: (services) => taskRoutes(services),
  policies: none('because runs are no replicated documents'),
  jobs: none('because server/runs has the jobs of all runs'),
  notifications: none('because each kind of run notifies of its own end'),
  ownership: none('because server/runs cancels or transfers the runs of a person who leaves, by their kind'),
  retention: none('because server/runs deletes a run thirty days after its end'),
  storage: none('because it stores no files'),
  audit: none('because people change their own tasks only'),
  passages: none('because tasks are not searched'),
  demo: none('because the demo’s recordings come transcribed'),
});
