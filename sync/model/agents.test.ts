import { describe, expect, it } from 'vitest';
import { mayUseAgents } from './agents';

const person = (id: string, ...departmentIds: string[]) => ({
  ...{ id, kind: 'member', parentId: '', departmentIds, active: true },
});
const department = (id: string, parentId = '') => ({
  ...{ id, kind: 'department', parentId, departmentIds: [], active: true },
});
const people = [
  ...[department('sales'), department('asia', 'sales'), department('loop-a', 'loop-b'), department('loop-b', 'loop-a')],
  ...[person('mio', 'asia'), person('ben', 'loop-a'), person('eva')],
];
const chosen = (userIds: string[], departmentIds: string[]) => ({ mode: 'chosen' as const, userIds, departmentIds });

describe('the permission to use agents', () => {
  it('applies to everyone or no one, regardless of the people chosen before', () => {
    const before = { userIds: ['eva'], departmentIds: ['sales'] };
    expect(mayUseAgents({ mode: 'everyone', ...before }, 'ben', people)).toBe(true);
    expect(mayUseAgents({ mode: 'off', ...before }, 'eva', people)).toBe(false);
  });

  it('applies to chosen people, and to the people of chosen departments and their descendants', () => {
    expect(mayUseAgents(chosen(['eva'], []), 'eva', people)).toBe(true);
    expect(mayUseAgents(chosen(['eva'], []), 'mio', people)).toBe(false);
    expect(mayUseAgents(chosen([], ['sales']), 'mio', people)).toBe(true);
    expect(mayUseAgents(chosen([], ['asia']), 'mio', people)).toBe(true);
    expect(mayUseAgents(chosen([], ['sales']), 'eva', people)).toBe(false);
  });

  it('terminates if departments form a cycle', () => {
    expect(mayUseAgents(chosen([], ['sales']), 'ben', people)).toBe(false);
  });
});
