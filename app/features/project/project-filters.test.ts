import { describe, expect, it } from 'vitest';
import type { Project } from '../../../sync/model/projects';
import { inFilter, matches, PROJECT_FILTERS, type Me } from './project-filters';

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
  it('shows each project where it belongs', () => {
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

describe('search', () => {
  it('finds words in any order, of any width and case', () => {
    expect(matches('plan SPRING', 'Spring launch', 'the plan')).toBe(true);
    expect(matches('ＡＢＣ', 'abc')).toBe(true);
    expect(matches('プロジェクト', 'ﾌﾟﾛｼﾞｪｸﾄ 2026')).toBe(true);
    expect(matches('e\u0301t\u00e9', 'été')).toBe(true);
    expect(matches('', 'x')).toBe(true);
    expect(matches('zebra', 'horse')).toBe(false);
  });
  it('takes traditional and simplified characters as they are typed', () => {
    expect(matches('项目', '專案 项目')).toBe(true);
    expect(matches('会议', '會議')).toBe(false);
  });
});
