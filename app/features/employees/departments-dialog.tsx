/** Adds several people to a department, or removes them from one. */
import { useTranslation } from 'react-i18next';
import { DialogForm } from '~/features/organization/dialog-form';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { NoticeDialog } from '~/features/admin/notice-dialog';
import { NativeDialog } from '~/ui/overlays/native-dialog';
import { NativeChoice } from '~/ui/controls/native-form';
import type { EmployeesData } from './load';
import { withoutDialog } from './url-state';

const loadCheck = () => import('./checks').then((module) => module.checkDepartment);

export function DepartmentsDialog({
  data,
  urlState,
  what,
}: {
  data: EmployeesData;
  urlState: EmployeesUrlState;
  what: 'put' | 'take';
}) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.employees(withoutDialog(urlState));
  const users = urlState.users ?? [];
  const theirs = new Set(
    data.members.filter((m) => users.includes(m.userId)).flatMap((m) => m.departments.map((d) => d.id)),
  );
  const options = what === 'put' ? data.departments : data.departments.filter((d) => theirs.has(d.id));
  const count = users.length;
  if (count === 0 || options.length === 0) {
    return (
      <NoticeDialog
        title={t(`employees.${what}.title`, { count })}
        text={t(
          count === 0
            ? 'employees.nobodySelected'
            : what === 'put'
              ? 'employees.requests.noDepartments'
              : 'employees.take.none',
        )}
        closeTo={closeTo}
      />
    );
  }
  return (
    <NativeDialog
      title={t(`employees.${what}.title`, { count })}
      description={t(`employees.${what}.text`)}
      closeHref={closeTo}
      size="small"
    >
      <DialogForm
        intent={what}
        hidden={{ user: users }}
        check={loadCheck}
        submit={t(`employees.${what}.submit`)}
        closeTo={closeTo}
      >
        {(errors, values) => (
          <NativeChoice
            name="departmentId"
            label={t('employees.column.department')}
            placeholder={t('employees.chooseDepartment')}
            options={options}
            defaultValue={values['departmentId'] ?? ''}
            error={errors['departmentId']}
            data-focus-first=""
          />
        )}
      </DialogForm>
    </NativeDialog>
  );
}
