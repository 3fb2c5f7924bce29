import { useMemo } from 'react';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../sync/model/kinds/people';
import { Avatar } from '~/ui/data/avatar';
import { Combobox, type ComboboxOption } from '~/ui/controls/combobox';
import type { People } from './use-people';

export interface Chosen {
  userIds: string[];
  departmentIds: string[];
}
interface Row {
  person: Person;
  depth: number;
}

/** The tree of departments as a flat list, parents first. */
export function departmentRows(departments: readonly Person[]): Row[] {
  const known = new Set(departments.map((d) => d.id));
  const rows: Row[] = [];
  const seen = new Set<string>();
  const add = (parentId: string, depth: number): void => {
    for (const person of departments) {
      const parent = known.has(person.parentId) ? person.parentId : '';
      if (parent !== parentId || seen.has(person.id)) continue;
      seen.add(person.id);
      rows.push({ person, depth });
      add(person.id, depth + 1);
    }
  };
  add('', 0);
  // departments in a cycle have no root: they are appended
  for (const person of departments) if (!seen.has(person.id)) rows.push({ person, depth: 0 });
  return rows;
}

const DEPARTMENT = 'department/';
const MEMBER = 'member/';

/** Departments as a tree, and people where `withMembers`, chosen as chips; found by name or address. */
export function PeoplePicker({
  people,
  value,
  onChange,
  withMembers,
  withDepartments = true,
  exclude = [],
}: {
  people: People;
  value: Chosen;
  onChange: (value: Chosen) => void;
  withMembers: boolean;
  withDepartments?: boolean;
  exclude?: readonly string[];
}) {
  const { t } = useTranslation(['project', 'common']);
  const options = useMemo<ComboboxOption[]>(
    () => [
      ...(withDepartments ? departmentRows(people.departments) : []).map(({ person, depth }) => ({
        id: DEPARTMENT + person.id,
        label: person.name,
        icon: <Building2 aria-hidden size={16} className="shrink-0 text-ink-muted" />,
        depth,
      })),
      ...(withMembers ? people.members.filter(({ id }) => !exclude.includes(id)) : []).map((person) => ({
        id: MEMBER + person.id,
        label: person.name,
        detail: person.email,
        icon: <Avatar name={person.name} src={person.avatar || undefined} size={20} />,
      })),
    ],
    [people, withMembers, withDepartments, exclude],
  );
  const ids = (chosen: readonly string[], kind: string): string[] =>
    chosen.filter((id) => id.startsWith(kind)).map((id) => id.slice(kind.length));
  return (
    <Combobox
      multiple
      label={t(withDepartments ? 'project:people.label' : 'project:people.onlyPeople')}
      placeholder={t(
        withDepartments
          ? withMembers
            ? 'project:people.searchAll'
            : 'project:people.searchTeams'
          : 'project:people.searchPeople',
      )}
      empty={t('project:people.none')}
      options={options}
      value={[
        ...value.departmentIds.map((id) => DEPARTMENT + id),
        ...(withMembers ? value.userIds.map((id) => MEMBER + id) : []),
      ]}
      // a member who left the organization is not among the options, but may still be chosen
      labelOf={(id) => people.byId.get(id.slice(id.indexOf('/') + 1))?.name ?? t('common:unknownPerson')}
      onChange={(chosen) =>
        onChange({
          departmentIds: ids(chosen, DEPARTMENT),
          userIds: withMembers ? ids(chosen, MEMBER) : value.userIds,
        })
      }
    />
  );
}
