import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sync/model/people';
import { departmentRows } from './people-picker';
import { shareProblem } from './share-dialog';

const department = (id: string, parentId = ''): Person =>
  ({ id, parentId, kind: 'department', name: id }) as unknown as Person;

describe('the tree of departments', () => {
  it('puts children below their parents and loses none, not even a ring', () => {
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

describe('what a share needs', () => {
  it('asks for a team, or for somebody', () => {
    expect(shareProblem('team', { userIds: ['u'], departmentIds: [] })).toBe('share.teamRequired');
    expect(shareProblem('customize', { userIds: [], departmentIds: [] })).toBe('share.someoneRequired');
    expect(shareProblem('customize', { userIds: ['u'], departmentIds: [] })).toBeNull();
    expect(shareProblem('private', { userIds: [], departmentIds: [] })).toBeNull();
  });
});
