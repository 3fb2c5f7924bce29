import { useMemo } from 'react';
import type { Person } from '../../../sync/model/kinds/people';
import { useAccount, useQuery } from '~/replica/hooks';

/** The signed-in person. */
export interface Me {
  userId: string;
  departmentIds: readonly string[];
}

export interface People {
  members: Person[];
  departments: Person[];
  byId: ReadonlyMap<string, Person>;
  me: Me;
}

const NOBODY: Person[] = [];

/** Members and departments of the company, and the departments of the signed-in person. */
export function usePeople(): People {
  const account = useAccount();
  const people = useQuery({ kind: 'find', collection: 'people' }) ?? NOBODY;
  const userId = account?.userId ?? '';
  return useMemo(() => {
    const byId = new Map(people.map((p) => [p.id, p]));
    const sorted = [...people].sort((a, b) => a.name.localeCompare(b.name));
    return {
      members: sorted.filter((p) => p.kind === 'member' && p.active),
      departments: sorted.filter((p) => p.kind === 'department'),
      byId,
      me: { userId, departmentIds: byId.get(userId)?.departmentIds ?? [] },
    };
  }, [people, userId]);
}

/** The name of a member; `former` for somebody who left, '' until the people of the company are read. */
export const nameOfPerson = ({ byId }: Pick<People, 'byId'>, id: string, former: string): string =>
  byId.get(id)?.name || (byId.size > 0 ? former : '');
