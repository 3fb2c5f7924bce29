/** The organization's members: search, paging, and adding several to departments. */
import { Form, Link } from '@remix-run/react';
import { Search, UserPlus, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '~/features/admin/local-time';
import { SearchForm, SearchInput } from '~/features/admin/search-form';
import { SelectionBar, useTicked } from '~/features/organization/selection';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/feedback/empty-state';
import { controlClass, nativeButtonClass } from '~/ui/controls/button-styles';
import { Pager } from '~/ui/controls/pager';
import { NativeButton } from '~/ui/controls/native-controls';
import { NativeTable } from '~/ui/data/native-table';
import type { MemberRow } from '../../../server/organization/departments/contract';
import { RoleBadge, StatusBadge } from '~/features/admin/badges';
import type { EmployeesData } from './load';
import { PAGE_SIZE } from './url-state';
import { languageTag } from '../../../sync/model/languages';

export function Directory({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t, i18n } = useTranslation('admin');
  const number = (n: number): string => new Intl.NumberFormat(languageTag(i18n.language)).format(n);
  const searched = Boolean(data.searched || urlState.department || urlState.status);
  const isOnlyMember = data.everybody <= 1 && !searched;
  return (
    <>
      <Filters data={data} urlState={urlState} />
      {data.members.length > 0 && <People key={(urlState.users ?? []).join(' ')} data={data} urlState={urlState} />}
      {data.members.length === 0 && (
        <EmptyState
          icon={<Search size={22} />}
          title={t('employees.noneTitle')}
          text={t('employees.noneText')}
          action={
            <Link to={paths.admin.employees()} className={nativeButtonClass('secondary')}>
              {t('employees.showAll')}
            </Link>
          }
        />
      )}
      <Pager
        page={urlState.page ?? 1}
        pageSize={PAGE_SIZE}
        total={data.total}
        hrefOf={(page) => paths.admin.employees({ ...urlState, users: [], page })}
        says={(from, to) =>
          t('employees.pages.range', { from: number(from), to: number(to), total: number(data.total) })
        }
        names={{
          nav: t('employees.pages.nav'),
          previous: t('employees.pages.previous'),
          next: t('employees.pages.next'),
        }}
      />
      {isOnlyMember && data.members.length > 0 && (
        <EmptyState
          icon={<Users size={22} />}
          title={t('employees.aloneTitle')}
          text={t('employees.aloneText')}
          action={
            <Link
              to={paths.admin.employees({ dialog: 'invite' })}
              className={nativeButtonClass('secondary', 'normal', 'gap-2')}
            >
              <UserPlus aria-hidden size={16} />
              {t('employees.invite.action')}
            </Link>
          }
        />
      )}
    </>
  );
}

/** With scripts it searches during typing; without, on Enter. */
function Filters({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const filters = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // a link changed the filters; choices in progress are not replaced
    for (const [name, value] of [
      ['department', urlState.department],
      ['status', urlState.status],
    ] as const) {
      const control = filters.current?.querySelector<HTMLSelectElement>(`[name=${name}]`);
      if (control && document.activeElement !== control) control.value = value ?? '';
    }
  }, [urlState.department, urlState.status]);
  return (
    <SearchForm to={paths.admin.employees()} isLive>
      <div ref={filters} className="mb-4 flex flex-wrap items-center gap-2">
        <div className="relative min-w-56 flex-1 max-sm:basis-full">
          <SearchInput
            label={t('employees.search')}
            placeholder={t('employees.search')}
            searched={data.searched}
            hasIcon
          />
        </div>
        <select
          name="department"
          aria-label={t('employees.column.department')}
          defaultValue={urlState.department ?? ''}
          className={cx(
            controlClass,
            'h-9 max-w-56 sm:w-auto! max-sm:w-0! max-sm:min-w-0 max-sm:max-w-none max-sm:flex-1',
          )}
        >
          <option value="">{t('employees.allDepartments')}</option>
          <option value="none">{t('employees.noDepartment')}</option>
          {data.departments.map((department) => (
            <option key={department.id} value={department.id}>
              {department.name}
            </option>
          ))}
        </select>
        <select
          name="status"
          aria-label={t('employees.column.status')}
          defaultValue={urlState.status ?? ''}
          className={cx(controlClass, 'h-9 sm:w-auto! max-sm:w-0! max-sm:min-w-0 max-sm:flex-1')}
        >
          <option value="">{t('employees.allStatuses')}</option>
          <option value="active">{t('employees.status.active')}</option>
          <option value="pending">{t('employees.status.pending')}</option>
        </select>
        <noscript>
          <NativeButton type="submit">{t('employees.searchNow')}</NativeButton>
        </noscript>
      </div>
    </SearchForm>
  );
}

/** The selection is sent with the pressed button and so reaches the dialog, before any script has loaded too. */
function People({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const timeText = useTimeFormat();
  const ticked = useTicked(urlState.users?.length ?? 0);
  const departmentsOf = (member: MemberRow): string => member.departments.map((d) => d.name).join(t('employees.comma'));
  return (
    <Form method="get" action={paths.admin.employees()} {...ticked.form}>
      {(
        [
          ['words', urlState.words],
          ['department', urlState.department],
          ['status', urlState.status],
          ['page', urlState.page && urlState.page > 1 ? String(urlState.page) : undefined],
        ] as const
      ).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      <SelectionBar count={ticked.count}>
        <NativeButton type="submit" size="small" name="dialog" value="put">
          {t('employees.put.action')}
        </NativeButton>
        <NativeButton type="submit" size="small" name="dialog" value="take">
          {t('employees.take.action')}
        </NativeButton>
      </SelectionBar>
      <NativeTable
        label={t('employees.directory')}
        rows={data.members.map((member) => ({ ...member, id: member.userId }))}
        select={{
          name: 'user',
          ticked: urlState.users ?? [],
          labelOf: (member) => t('employees.select', { name: member.name }),
          allLabel: t('employees.selectPage'),
        }}
        columns={[
          {
            id: 'name',
            title: t('employees.column.name'),
            isRowHeader: true,
            cell: (member) => (
              <Person
                member={member}
                departments={departmentsOf(member)}
                isMe={member.userId === data.me.userId}
                href={paths.admin.employees({ ...urlState, users: [], dialog: 'member', member: member.userId })}
              />
            ),
          },
          {
            id: 'email',
            title: t('employees.column.email'),
            isWideOnly: true,
            className: 'md:max-w-64',
            cell: (member) => member.email,
          },
          {
            id: 'department',
            title: t('employees.column.department'),
            isWideOnly: true,
            cell: (member) =>
              departmentsOf(member) || <span className="text-ink-muted">{t('employees.noDepartment')}</span>,
          },
          {
            id: 'role',
            title: t('employees.column.role'),
            isWideOnly: true,
            className: 'whitespace-nowrap',
            cell: (member) => <RoleBadge role={member.role} />,
          },
          {
            id: 'status',
            title: t('employees.column.status'),
            isWideOnly: true,
            className: 'whitespace-nowrap',
            cell: (member) => <StatusBadge status={member.status} />,
          },
          {
            id: 'since',
            title: t('employees.column.since'),
            isWideOnly: true,
            className: 'whitespace-nowrap text-ink-muted',
            cell: (member) => (member.startedAt ? timeText(member.startedAt, 'date') : ''),
          },
        ]}
      />
    </Form>
  );
}

/**
 * The name links to the person, and the whole row is clickable. On a narrow screen the content of the hidden columns
 * stands below it.
 */
function Person({
  member,
  departments,
  isMe,
  href,
}: {
  member: MemberRow;
  departments: string;
  isMe: boolean;
  href: string;
}) {
  const { t } = useTranslation('admin');
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={member.name} src={member.avatar} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="break-words md:max-w-56">
          <Link
            to={href}
            preventScrollReset
            className="focus-ring rounded-control text-ink-strong after:absolute after:inset-0"
          >
            {member.name}
          </Link>
          {isMe && <span className="text-ink-muted"> {t('employees.you')}</span>}
        </span>
        <span className="truncate text-12 text-ink-muted md:hidden">{member.email}</span>
        {departments && <span className="truncate text-12 text-ink-muted md:hidden">{departments}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 md:hidden">
        {member.role !== 'member' && <RoleBadge role={member.role} />}
        {member.status === 'pending' && <StatusBadge status="pending" />}
      </span>
    </span>
  );
}
