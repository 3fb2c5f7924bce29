/** Members and departments of a company, for sharing. Read from the replicated `people`. */
import { spaceOf } from '../../../sync/model/ids';
import type { SyncTransaction } from '../../sync/store';

export interface Directory {
  /** active members by department, without those of its descendants */
  membersOf: ReadonlyMap<string, readonly string[]>;
  childrenOf: ReadonlyMap<string, readonly string[]>;
  active: ReadonlySet<string>;
}

/** @param people members and departments, as rows of `people`; `parentId` and departments are ids of departments */
export function directoryOf(
  people: readonly { id: string; kind: string; departmentIds: string[]; parentId: string; active: boolean }[],
): Directory {
  const membersOf = new Map<string, string[]>();
  const childrenOf = new Map<string, string[]>();
  const active = new Set<string>();
  const add = (map: Map<string, string[]>, key: string, id: string): void => {
    const ids = map.get(key);
    if (ids) ids.push(id);
    else map.set(key, [id]);
  };
  for (const person of people) {
    if (person.kind === 'department') add(childrenOf, person.parentId, person.id);
    else if (person.active) {
      active.add(person.id);
      for (const department of person.departmentIds) add(membersOf, department, person.id);
    }
  }
  return { membersOf, childrenOf, active };
}

export const loadDirectory = async (tx: Pick<SyncTransaction, 'list' | 'companyId'>): Promise<Directory> =>
  directoryOf(await tx.list('people', { space: spaceOf('company', tx.companyId) }));

/** The departments with all descendants. Terminates on a cycle, which cannot be created through the calls. */
export function withNested(directory: Directory, departmentIds: readonly string[]): Set<string> {
  const all = new Set<string>();
  const open = [...departmentIds];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (all.has(id)) continue;
    all.add(id);
    open.push(...(directory.childrenOf.get(id) ?? []));
  }
  return all;
}

/** Resolves ids of users and departments to people. Unknown ids and inactive members are left out. */
export function expandPeople(
  directory: Directory,
  userIds: readonly string[],
  departmentIds: readonly string[],
): Set<string> {
  const people = new Set(userIds.filter((id) => directory.active.has(id)));
  for (const department of withNested(directory, departmentIds))
    for (const id of directory.membersOf.get(department) ?? []) people.add(id);
  return people;
}
