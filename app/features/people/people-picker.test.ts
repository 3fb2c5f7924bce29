import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sync/model/kinds/people';
import { departmentRows } from './people-picker';
import { shareProblem, type Range } from '~/features/sharing/readers';

const problem = (range: Range, chosen: { userIds: string[]; departmentIds: string[] }) =>
  shareProblem({ range, ...chosen });

const department = (id: string, parentId = ''): Person =>
  ({ id, parentId, kind: 'department', name: id }) as unknown as Person;

describe('the tree of departments', () => {
  it('lists children after their parents, and includes departments in a cycle', () => {
    expect(
      departmentRows([department('b', 'a'), department('a'), department('c', 'b'), department('x', 'gone')]).map(
        (r) => [r.person.id, r.depth],
      ),
    ).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['x', 0],
    ]);
    expect(
      departmentRows([department('a', 'b'), department('b', 'a')])
        .map((r) => r.person.id)
        .sort(),
    ).toEqual(['a', 'b']);
  });
});

describe('the validation of a share', () => {
  it('requires a team, or at least one team or person', () => {
    expect(problem('team', { userIds: ['u'], departmentIds: [] })).toBe('share.teamRequired');
    expect(problem('customize', { userIds: [], departmentIds: [] })).toBe('share.someoneRequired');
    expect(problem('customize', { userIds: ['u'], departmentIds: [] })).toBeNull();
    expect(problem('private', { userIds: [], departmentIds: [] })).toBeNull();
  });
});
