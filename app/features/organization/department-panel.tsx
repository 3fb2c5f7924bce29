/** A department: details, actions and members. Or the people without a department. */
import { Form, Link } from '@remix-run/react';
import { UserCheck, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { RoleBadge, StatusBadge } from '~/features/admin/badges';
import type { OrganizationDialog, OrganizationUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { Pager } from '~/ui/controls/pager';
import { NativeButton } from '~/ui/controls/native-controls';
import { NativeCheckbox } from '~/ui/controls/native-checkbox';
import type { DepartmentNode } from '../../../server/organization/departments/contract';
import type { OrganizationData } from './load';
import { useActionResult } from './result';
import { NOWHERE, PAGE_SIZE, withoutDialog } from './url-state';
import { useMessages } from './messages';
import { SelectionBar, useTicked } from './selection';

const ACTIONS = ['edit', 'create', 'move', 'delete'] as const satisfies readonly OrganizationDialog[];

export function DepartmentPanel({
  data,
  urlState,
  department,
}: {
  data: OrganizationData;
  urlState: OrganizationUrlState;
  department: DepartmentNode | null;
}) {
  const { t } = useTranslation('admin');
  const at = { ...withoutDialog(urlState), users: [], department: data.shown };
  const to = (dialog: OrganizationDialog): string => paths.admin.organization({ ...at, dialog });
  if (!department && data.unassigned === 0) {
    return (
      <EmptyState
        icon={<UserCheck size={22} />}
        title={t('organization.allAssignedTitle')}
        text={t('organization.allAssignedText')}
      />
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-col gap-2">
        <h2 className="flex flex-wrap items-baseline gap-x-2 text-20">
          {department ? department.name : t('organization.unassigned')}
          {department?.code && <span className="text-13 font-normal text-ink-muted">{department.code}</span>}
        </h2>
        <p className="text-13 text-ink-muted">
          {department
            ? t('organization.counts', { count: department.members, total: department.totalMembers })
            : t('organization.unassignedText')}
        </p>
        {department?.description && <p className="max-w-[42rem] text-14 leading-relaxed">{department.description}</p>}
        {department && (
          <div className="mt-1 flex flex-wrap gap-2">
            <Link to={to('add')} preventScrollReset className={nativeButtonClass('secondary', 'small')}>
              {t('organization.add.action')}
            </Link>
            {ACTIONS.map((dialog) => (
              <Link
                key={dialog}
                to={to(dialog)}
                preventScrollReset
                className={nativeButtonClass('quiet', 'small', dialog === 'delete' ? 'text-danger-ink!' : '')}
              >
                {t(dialog === 'create' ? 'organization.create.below' : `organization.${dialog}.action`)}
              </Link>
            ))}
          </div>
        )}
      </div>
      {data.members.length === 0 ? (
        <EmptyState
          level={3}
          icon={<Users size={22} />}
          title={t('organization.nobodyTitle')}
          text={t('organization.nobodyText')}
          action={
            <Link to={to('add')} preventScrollReset className={nativeButtonClass('secondary')}>
              {t('organization.add.action')}
            </Link>
          }
        />
      ) : (
        <Members key={`${data.shown} ${(urlState.users ?? []).join(' ')}`} data={data} urlState={urlState} />
      )}
      <Pager
        page={urlState.page ?? 1}
        pageSize={PAGE_SIZE}
        total={data.total}
        hrefOf={(page) => paths.admin.organization({ ...at, page })}
        says={(from, last) => t('employees.pages.range', { from, to: last, total: data.total })}
        names={{
          nav: t('employees.pages.nav'),
          previous: t('employees.pages.previous'),
          next: t('employees.pages.next'),
        }}
      />
    </>
  );
}

/**
 * Removal from a department needs no dialog, since it is easily undone; adding opens a dialog that asks which. Both
 * work without scripts.
 */
function Members({ data, urlState }: { data: OrganizationData; urlState: OrganizationUrlState }) {
  const { t } = useTranslation('admin');
  const messageOf = useMessages();
  const nowhere = data.shown === NOWHERE;
  const { failed } = useActionResult('take') ?? {};
  const ticked = useTicked(urlState.users?.length ?? 0);
  const rows = (
    <ul aria-label={t('organization.members')}>
      {data.members.map((member) => (
        <li
          key={member.userId}
          className="relative flex min-h-[52px] items-center gap-3 border-b border-line px-2 transition-colors hover:bg-hover has-[input:checked]:bg-accent-tint"
        >
          <NativeCheckbox
            name="user"
            value={member.userId}
            label={t('employees.select', { name: member.name })}
            defaultChecked={urlState.users?.includes(member.userId) ?? false}
          />
          <Avatar name={member.name} src={member.avatar} size={32} />
          <span className="flex min-w-0 flex-1 flex-col">
            <Link
              to={paths.admin.employees({ dialog: 'member', member: member.userId })}
              className="focus-ring truncate rounded-control text-ink-strong after:absolute after:inset-0"
            >
              {member.name}
            </Link>
            <span className="truncate text-12 text-ink-muted">{member.email}</span>
          </span>
          {member.status === 'pending' && <StatusBadge status="pending" />}
          {member.role !== 'member' && <RoleBadge role={member.role} />}
        </li>
      ))}
    </ul>
  );
  if (nowhere) {
    return (
      <Form method="get" action={paths.admin.organization()} {...ticked.form}>
        <input type="hidden" name="department" value={data.shown} />
        <SelectionBar count={ticked.count}>
          <NativeButton type="submit" size="small" name="dialog" value="put">
            {t('employees.put.action')}
          </NativeButton>
        </SelectionBar>
        {rows}
      </Form>
    );
  }
  return (
    <ConsoleForm intent="take" {...ticked.form}>
      {({ isSending }) => (
        <>
          {failed && (
            <Banner kind="danger" live="alert" className="mb-2">
              {messageOf(failed.error || Object.values(failed.fields)[0], failed.params)}
            </Banner>
          )}
          <input type="hidden" name="departmentId" value={data.shown} />
          <SelectionBar count={ticked.count}>
            <NativeButton type="submit" size="small" isLoading={isSending}>
              {t('organization.takeOut')}
            </NativeButton>
          </SelectionBar>
          {rows}
        </>
      )}
    </ConsoleForm>
  );
}
