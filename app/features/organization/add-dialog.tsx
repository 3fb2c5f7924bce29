/** Adds people to a department: chosen from all others, or selected before. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { SearchForm, SearchInput } from '~/features/admin/search-form';
import type { OrganizationUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { NativeButton } from '~/ui/controls/native-controls';
import { NoticeDialog } from '~/features/admin/notice-dialog';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { NativeChoice } from '~/ui/controls/native-form';
import type { DepartmentNode, MemberRow } from '../../../server/organization/departments/contract';
import { choicesOf } from '~/features/admin/department-choice';
import { DialogForm } from './dialog-form';
import { OFFERED, type OrganizationData } from './load';
import { useActionResult } from './result';
import { withoutDialog } from './url-state';
import { useMessages } from './messages';

export function AddDialog({
  data,
  department,
  urlState,
}: {
  data: OrganizationData;
  department: DepartmentNode;
  urlState: OrganizationUrlState;
}) {
  const { t } = useTranslation('admin');
  const messageOf = useMessages();
  const [chosen, setChosen] = useState<MemberRow[]>([]);
  const { failed } = useActionResult('add') ?? {};
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  // the selection stays when the search changes
  const offered = data.offered?.members ?? [];
  const rows = [...chosen, ...offered.filter((m) => !chosen.some((c) => c.userId === m.userId))];
  const toggle = (member: MemberRow, on: boolean): void =>
    setChosen((before) => (on ? [...before, member] : before.filter((c) => c.userId !== member.userId)));
  return (
    <NativeDialog title={t('organization.add.title', { name: department.name })} closeHref={closeTo}>
      <SearchForm
        to={paths.admin.organization({ department: department.id, dialog: 'add' })}
        isLive
        className="relative mb-3"
      >
        <SearchInput
          label={t('employees.search')}
          placeholder={t('employees.search')}
          searched={data.searched}
          hasIcon
          data-focus-first=""
        />
      </SearchForm>
      <ConsoleForm intent="add" preventScrollReset className="flex flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            {(failed || reason) && (
              <Banner kind="danger" live="alert">
                {reason ?? messageOf(failed?.error || Object.values(failed?.fields ?? {})[0], failed?.params)}
              </Banner>
            )}
            <input type="hidden" name="departmentId" value={department.id} />
            <ul
              aria-label={t('organization.add.list')}
              className="max-h-72 overflow-y-auto rounded-card border border-line"
            >
              {rows.map((member) => (
                <li key={member.userId} className="border-b border-line last:border-0">
                  <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 has-[input:checked]:bg-accent-tint">
                    <input
                      type="checkbox"
                      name="user"
                      value={member.userId}
                      checked={chosen.some((c) => c.userId === member.userId)}
                      onChange={(event) => toggle(member, event.currentTarget.checked)}
                      className="focus-ring size-4 shrink-0 accent-[var(--accent)]"
                    />
                    <span className="flex min-w-0 flex-col">
                      <span className="truncate text-14 text-ink-strong">{member.name}</span>
                      <span className="truncate text-12 text-ink-muted">{member.email}</span>
                    </span>
                  </label>
                </li>
              ))}
              {rows.length === 0 && (
                <li className="px-3 py-6 text-center text-13 text-ink-muted">
                  {t(data.searched ? 'employees.noneText' : 'organization.add.nobody')}
                </li>
              )}
            </ul>
            {data.offered && data.offered.total > OFFERED && (
              <p className="text-12 text-ink-muted">
                {t('organization.add.more', { shown: OFFERED, total: data.offered.total })}
              </p>
            )}
            <NativeDialogFooter>
              <NativeDialogClose to={closeTo} />
              <NativeButton type="submit" variant="primary" isLoading={isSending}>
                {t('organization.add.submit')}
              </NativeButton>
            </NativeDialogFooter>
          </>
        )}
      </ConsoleForm>
    </NativeDialog>
  );
}

/** Selected people who are in no department. */
export function PutDialog({ data, urlState }: { data: OrganizationData; urlState: OrganizationUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  const count = urlState.users?.length ?? 0;
  const options = choicesOf(data.departments);
  if (count === 0 || options.length === 0) {
    return (
      <NoticeDialog
        title={t('employees.put.title', { count })}
        text={t(count === 0 ? 'employees.nobodySelected' : 'organization.noneText')}
        closeTo={closeTo}
      />
    );
  }
  return (
    <NativeDialog title={t('employees.put.title', { count })} closeHref={closeTo} size="small">
      <DialogForm
        intent="put"
        hidden={{ user: urlState.users ?? [] }}
        submit={t('employees.put.submit')}
        closeTo={closeTo}
      >
        {(errors) => (
          <NativeChoice
            name="departmentId"
            label={t('employees.column.department')}
            placeholder={t('employees.chooseDepartment')}
            options={options}
            error={errors['departmentId']}
            data-focus-first=""
          />
        )}
      </DialogForm>
    </NativeDialog>
  );
}
