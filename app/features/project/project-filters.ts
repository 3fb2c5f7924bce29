/** Which projects a filter of the list shows. */
import type { Me } from '~/features/people/use-people';
import { isArchived, type Project } from '../../../sync/model/kinds/projects';

/** The filters of the specification, and ours of archived projects, which the others leave out. */
export const PROJECT_FILTERS = ['all', 'created', 'contributing', 'shared', 'modifiable', 'archived'] as const;
export type ProjectFilter = (typeof PROJECT_FILTERS)[number];
export const readFilter = (value: string | null): ProjectFilter => PROJECT_FILTERS.find((f) => f === value) ?? 'all';

const contributes = (project: Project, me: Me): boolean =>
  project.contributorUserIds.includes(me.userId) ||
  project.contributorDepartmentIds.some((id) => me.departmentIds.includes(id));

export function inFilter(project: Project, filter: ProjectFilter, me: Me): boolean {
  const mine = project.ownerId === me.userId;
  if (isArchived(project) !== (filter === 'archived')) return false;
  switch (filter) {
    case 'all':
    case 'archived':
      return true;
    case 'created':
      return mine;
    case 'contributing':
      return !mine && contributes(project, me);
    case 'shared':
      return !mine && !contributes(project, me);
    case 'modifiable':
      return project.abilities.includes('update');
  }
}
