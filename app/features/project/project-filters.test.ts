import { describe, expect, it } from 'vitest';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Me } from '~/features/people/use-people';
import { inFilter, PROJECT_FILTERS } from './project-filters';

const me: Me = { userId: 'me', departmentIds: ['d1'] };
const project = (fields: Partial<Project>): Project =>
  ({
    id: 'p',
    title: 'P',
    ownerId: 'other',
    contributorUserIds: [],
    contributorDepartmentIds: [],
    abilities: [],
    ...fields,
  }) as unknown as Project;
const shownIn = (p: Project): string[] => PROJECT_FILTERS.filter((f) => inFilter(p, f, me));

describe('filters of the project list', () => {
  it('show a project in each list it belongs to', () => {
    expect(shownIn(project({ ownerId: 'me', abilities: ['update', 'delete'] }))).toEqual([
      'all',
      'created',
      'modifiable',
    ]);
    expect(shownIn(project({ contributorUserIds: ['me'], abilities: ['update'] }))).toEqual([
      'all',
      'contributing',
      'modifiable',
    ]);
    expect(shownIn(project({ contributorDepartmentIds: ['d1'], abilities: ['update'] }))).toEqual([
      'all',
      'contributing',
      'modifiable',
    ]);
    expect(shownIn(project({}))).toEqual(['all', 'shared']);
  });
});
