import { useMemo } from 'react';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../sync/model/people';
import { Avatar } from '~/ui/data/avatar';
import { Checkbox } from '~/ui/controls/toggle';
import { SearchField } from '~/ui/controls/field';
import { VirtualList } from '~/ui/data/virtual-list';
import { matches } from './project-filters';
import type { People } from './use-people';
import { useSearch } from './use-search';

export interface Chosen {
  userIds: string[];
  departmentIds: string[];
}
interface Row {
  person: Person;
  depth: number;
}

/** Departments as a tree in one row after another, parents first. */
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
  // departments that point at each other are shown, too
  for (const person of departments) if (!seen.has(person.id)) rows.push({ person, depth: 0 });
  return rows;
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

/** Departments, and people where `withMembers`, to tick; found by name or address. */
export function PeoplePicker({
  people,
  value,
  onChange,
  withMembers,
  exclude = [],
}: {
  people: People;
  value: Chosen;
  onChange: (value: Chosen) => void;
  withMembers: boolean;
  exclude?: readonly string[];
}) {
  const { t } = useTranslation('project');
  const search = useSearch();
  const rows = useMemo(() => {
    const departments = departmentRows(people.departments);
    const members = withMembers
      ? people.members.filter((m) => !exclude.includes(m.id)).map((person) => ({ person, depth: 0 }))
      : [];
    const all = [...departments, ...members].filter(({ person }) => matches(search.query, person.name, person.email));
    return search.query ? all.map((row) => ({ ...row, depth: 0 })) : all;
  }, [people, withMembers, exclude, search.query]);
  const isChosen = ({ kind, id }: Person): boolean =>
    (kind === 'department' ? value.departmentIds : value.userIds).includes(id);
  const toggle = ({ kind, id }: Person): void =>
    onChange(
      kind === 'department'
        ? { ...value, departmentIds: toggled(value.departmentIds, id) }
        : { ...value, userIds: toggled(value.userIds, id) },
    );
  const chosen = value.departmentIds.length + (withMembers ? value.userIds.length : 0);
  return (
    <div className="flex flex-col gap-2">
      <SearchField {...search.field} label={withMembers ? t('people.searchAll') : t('people.searchTeams')} />
      <div className="max-h-64 overflow-auto rounded-control border border-line p-1">
        {rows.length === 0 ? (
          <p className="px-2 py-3 text-13 text-ink-muted">{t('people.none')}</p>
        ) : (
          <VirtualList
            label={t('people.label')}
            items={rows}
            rowHeight={40}
            keyOf={({ person }) => person.id}
            scroll="box"
            className="max-h-60"
          >
            {({ person, depth }) => (
              <div
                className={`rounded-control px-2 py-2 hover:bg-hover ${['', 'pl-7', 'pl-12', 'pl-16'][Math.min(3, depth)]}`}
              >
                <Checkbox isSelected={isChosen(person)} onChange={() => toggle(person)} className="w-full items-center">
                  <span className="flex min-w-0 items-center gap-2">
                    {person.kind === 'department' ? (
                      <Building2 aria-hidden size={16} className="text-ink-muted" />
                    ) : (
                      <Avatar name={person.name} src={person.avatar || undefined} size={20} />
                    )}
                    <span className="truncate">{person.name}</span>
                    {person.kind === 'member' && (
                      <span className="truncate text-12 text-ink-muted">{person.email}</span>
                    )}
                  </span>
                </Checkbox>
              </div>
            )}
          </VirtualList>
        )}
      </div>
      <p aria-live="polite" className="text-12 text-ink-muted">
        {t('people.chosen', { count: chosen })}
      </p>
    </div>
  );
}
