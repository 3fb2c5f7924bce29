/** One person: details and actions. */
import { Link, useSearchParams } from '@remix-run/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { useTimeFormat } from '~/features/admin/local-time';
import { useConsole } from '~/features/admin/state';
import { useResult } from '~/features/admin/use-result';
import { DialogForm } from '~/features/organization/dialog-form';
import type { ActionResult } from '~/features/organization/result';
import { useMessages } from '~/features/organization/messages';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { Banner } from '~/ui/feedback/banner';
import { cx } from '~/ui/cx';
import { controlClass, nativeButtonClass } from '~/ui/controls/button-styles';
import { NativeButton } from '~/ui/controls/native-controls';
import { NoticeDialog } from '~/features/admin/notice-dialog';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import type { MemberRow } from '../../../server/organization/departments/contract';
import { RoleBadge, StatusBadge } from '~/features/admin/badges';
import type { EmployeesData } from './load';
import { MemberDevicesSection } from './member-devices';
import { withoutDialog } from './url-state';

/**
 * As the server decides it: the owner removes anybody but themselves, an administrator ordinary members and themselves.
 */
export const mayRemove = (me: EmployeesData['me'], member: MemberRow): boolean =>
  member.role !== 'owner' && (me.isOwner || member.role === 'member' || member.userId === me.userId);

export const findMember = (data: EmployeesData, urlState: EmployeesUrlState): MemberRow | null =>
  data.members.find((m) => m.userId === urlState.member) ??
  (data.member?.userId === urlState.member ? data.member : null);

export function MissingMember({ urlState }: { urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.employees(withoutDialog(urlState));
  return (
    <NoticeDialog
      title={t('employees.member.missingTitle')}
      text={t('employees.member.missingText')}
      closeTo={closeTo}
    />
  );
}

export function MemberDialog({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const timeText = useTimeFormat();
  const messageOf = useMessages();
  const result = useResult<ActionResult>();
  const { reason } = useConsole();
  // the form of a device leads here; the screen removes it from the address
  const [params] = useSearchParams();
  const [isErased] = useState(params.get('done') === 'erased');
  const member = findMember(data, urlState);
  if (!member) return <MissingMember urlState={urlState} />;
  const closeTo = paths.admin.employees(withoutDialog(urlState));
  const isPending = member.status === 'pending';
  return (
    <NativeDialog title={member.name} description={member.email} closeHref={closeTo}>
      <div className="flex flex-col gap-5">
        {(result?.failed || reason) && (
          <Banner kind="danger" live="alert">
            {reason ??
              messageOf(
                result?.failed?.error || Object.values(result?.failed?.fields ?? {})[0],
                result?.failed?.params,
              )}
          </Banner>
        )}
        {result?.done && (
          <Banner kind="success">{t(`employees.member.done.${result.done as 'again'}`, result.params ?? {})}</Banner>
        )}
        {isErased && !result && <Banner kind="success">{t('employees.devices.done')}</Banner>}
        <div className="flex flex-wrap items-center gap-3 text-13 text-ink-muted">
          <Avatar name={member.name} src={member.avatar} size={40} />
          <RoleBadge role={member.role} />
          <StatusBadge status={member.status} />
          <span>
            {t(isPending ? 'employees.member.invited' : 'employees.column.since')}{' '}
            {member.startedAt ? timeText(member.startedAt, 'date') : ''}
          </span>
        </div>
        <MemberDepartments member={member} data={data} />
        {data.me.isOwner && member.role !== 'owner' && !isPending && (
          <Section
            title={t('employees.member.roleTitle')}
            text={t(member.role === 'admin' ? 'employees.member.isAdmin' : 'employees.member.isMember')}
          >
            <Act intent={member.role === 'admin' ? 'unsetAdmin' : 'setAdmin'} userId={member.userId}>
              {t(member.role === 'admin' ? 'employees.member.unsetAdmin' : 'employees.member.setAdmin')}
            </Act>
          </Section>
        )}
        {member.role === 'owner' && <p className="text-13 text-ink-muted">{t('employees.member.ownerStays')}</p>}
        {isPending && (
          <Section title={t('employees.member.invitationTitle')} text={t('employees.member.invitationText')}>
            <Act intent="again" userId={member.userId}>
              {t('employees.member.again')}
            </Act>
          </Section>
        )}
        {!isPending && (
          <Section title={t('employees.devices.title')}>
            <MemberDevicesSection member={member} data={data} urlState={urlState} />
          </Section>
        )}
        <NativeDialogFooter>
          {mayRemove(data.me, member) && (
            <Link
              to={paths.admin.employees({ ...urlState, dialog: 'remove' })}
              preventScrollReset
              className={nativeButtonClass('quiet', 'normal', 'mr-auto -ml-3.5 text-danger-ink!')}
            >
              {t(isPending ? 'employees.remove.withdraw' : 'employees.remove.action')}
            </Link>
          )}
          <NativeDialogClose to={closeTo}>{t('employees.close')}</NativeDialogClose>
        </NativeDialogFooter>
      </div>
    </NativeDialog>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-14">{title}</h3>
      {text && <p className="text-13 text-ink-muted">{text}</p>}
      {children}
    </section>
  );
}

function Act({ intent, userId, children }: { intent: string; userId: string; children: string }) {
  return (
    <ConsoleForm intent={intent} preventScrollReset>
      {({ isSending }) => (
        <>
          <input type="hidden" name="user" value={userId} />
          <NativeButton type="submit" isLoading={isSending}>
            {children}
          </NativeButton>
        </>
      )}
    </ConsoleForm>
  );
}

function MemberDepartments({ member, data }: { member: MemberRow; data: EmployeesData }) {
  const { t } = useTranslation('admin');
  const mine = new Set(member.departments.map((d) => d.id));
  const others = data.departments.filter((d) => !mine.has(d.id));
  const given = (
    <>
      <input type="hidden" name="user" value={member.userId} />
      <input type="hidden" name="from" value="member" />
    </>
  );
  return (
    <Section title={t('employees.member.departments')}>
      {member.departments.length === 0 && <p className="text-13 text-ink-muted">{t('employees.noDepartment')}</p>}
      {member.departments.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {member.departments.map((department) => (
            <li key={department.id}>
              <ConsoleForm
                intent="take"
                preventScrollReset
                className="flex items-center rounded-full bg-sunken pl-3 text-13"
              >
                <input type="hidden" name="departmentId" value={department.id} />
                {given}
                {department.name}
                <button
                  type="submit"
                  aria-label={t('employees.take.from', { department: department.name })}
                  className="focus-ring ml-1 flex size-7 items-center justify-center rounded-full text-ink-muted transition-colors hover:bg-hover hover:text-ink-strong"
                >
                  <X aria-hidden size={14} />
                </button>
              </ConsoleForm>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ConsoleForm intent="put" preventScrollReset key={member.departments.length} className="flex gap-2">
          {given}
          <select
            name="departmentId"
            required
            aria-label={t('employees.chooseDepartment')}
            defaultValue=""
            className={cx(controlClass, 'h-9 min-w-0 flex-1')}
          >
            <option value="">{t('employees.chooseDepartment')}</option>
            {others.map((department) => (
              <option key={department.id} value={department.id}>
                {department.name}
              </option>
            ))}
          </select>
          <NativeButton type="submit">{t('employees.put.now')}</NativeButton>
        </ConsoleForm>
      )}
    </Section>
  );
}

/** Names the person and what becomes of their documents before the removal. */
export function RemoveDialog({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const member = findMember(data, urlState);
  if (!member) return <MissingMember urlState={urlState} />;
  const closeTo = paths.admin.employees({ ...urlState, dialog: 'member' });
  const isPending = member.status === 'pending';
  if (!mayRemove(data.me, member)) {
    return (
      <NoticeDialog
        title={t('employees.remove.notTitle', { name: member.name })}
        text={t(member.role === 'owner' ? 'employees.member.ownerStays' : 'employees.remove.notText')}
        closeTo={closeTo}
      />
    );
  }
  return (
    <NativeDialog
      title={t(isPending ? 'employees.remove.withdrawTitle' : 'employees.remove.title', {
        name: member.name,
        company: data.company.name,
      })}
      closeHref={closeTo}
      size="small"
    >
      {isPending ? (
        <p className="mb-4 text-14 text-ink-muted">{t('employees.remove.withdrawText')}</p>
      ) : (
        <ul className="mb-4 flex list-disc flex-col gap-1.5 pl-5 text-14 text-ink-muted">
          <li>{t('employees.remove.access', { name: member.name })}</li>
          <li>{t('employees.remove.devices')}</li>
          <li>{t('employees.remove.work', { owner: data.ownerName })}</li>
        </ul>
      )}
      <DialogForm
        intent="remove"
        hidden={{ user: member.userId, status: member.status }}
        isDanger
        submit={t(isPending ? 'employees.remove.withdraw' : 'employees.remove.submit', { name: member.name })}
        closeTo={closeTo}
      />
    </NativeDialog>
  );
}
