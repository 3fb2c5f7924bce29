/** Projects, their items, contributors and sharing. */
import { projectItems } from '../../../sync/model/kinds/project-items';
import { projects } from '../../../sync/model/kinds/projects';
import { writeDemoProjects } from './demo';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { projectCalls } from './contract';
import { projectItemPolicy } from './item-policy';
import { transferProjects } from './ownership';
import { piecesOfProject } from './pieces';
import { projectPolicy } from './policy';
import { restoreItem, restoreProject } from './restore';
import { projectRoutes } from './routes';

export const projectFeature = defineFeature<CoreServices>({
  name: 'core/projects',
  calls: [
    callGroup('Projects', 'Projects, their items, contributors and sharing.', projectCalls, {
      Project: projects.schema,
      ProjectItem: projectItems.schema,
    }),
  ],
  handlers: ({ platform, sync }) => projectRoutes(platform, sync),
  policies: (platform) => [projectPolicy(platform), projectItemPolicy(platform)],
  jobs: none('because its work is done in the calls and pushes'),
  notifications: ['projectShared', 'projectChanged'],
  ownership: ({ platform }, tx, leaver, heirId) => transferProjects(platform, tx, leaver, heirId),
  retention: none('because a project stays until a person deletes it; only its content ages'),
  trash: { projects: restoreProject, projectItems: restoreItem },
  storage: none('because it stores no files'),
  audit: none('because members share and change projects themselves, without an administrator'),
  passages: { projects: piecesOfProject },
  demo: writeDemoProjects,
});
