/** Creating, changing, moving and deleting departments. */
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { OrganizationUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { NativeField } from '~/ui/controls/native-controls';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { NativeChoice, NativeTextArea } from '~/ui/controls/native-form';
import type { DepartmentNode } from '../../../server/organization/departments/contract';
import { choicesOf, idsWithin } from '~/features/admin/department-choice';
import { DialogForm } from './dialog-form';
import type { OrganizationData } from './load';
import { withoutDialog } from './url-state';

const loadCheck = () => import('./checks').then((module) => module.checkDepartment);

function Fields({
  errors,
  values,
  department,
}: {
  errors: Record<string, string | undefined>;
  values: Record<string, string>;
  department?: DepartmentNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <>
      <NativeField
        name="name"
        label={t('organization.field.name')}
        autoComplete="off"
        defaultValue={values['name'] ?? department?.name ?? ''}
        error={errors['name']}
        data-focus-first=""
      />
      <NativeField
        name="code"
        label={t('organization.field.code')}
        hint={t('organization.field.codeHint')}
        autoComplete="off"
        defaultValue={values['code'] ?? department?.code ?? ''}
        error={errors['code']}
      />
      <NativeTextArea
        name="description"
        label={t('organization.field.description')}
        defaultValue={values['description'] ?? department?.description ?? ''}
        error={errors['description']}
      />
    </>
  );
}

export function CreateDialog({ data, urlState }: { data: OrganizationData; urlState: OrganizationUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  const choices = choicesOf(data.departments);
  return (
    <NativeDialog title={t('organization.create.title')} closeHref={closeTo}>
      <DialogForm intent="create" check={loadCheck} submit={t('organization.create.submit')} closeTo={closeTo}>
        {(errors, values) => (
          <>
            <Fields errors={errors} values={values} />
            {choices.length > 0 && (
              <NativeChoice
                name="parentId"
                label={t('organization.field.parent')}
                placeholder={t('organization.top', { company: data.company.name })}
                options={choices}
                defaultValue={
                  values['parentId'] ?? (choices.some((c) => c.id === urlState.department) ? urlState.department : '')
                }
                error={errors['parentId']}
              />
            )}
          </>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

export function EditDialog({ department, urlState }: { department: DepartmentNode; urlState: OrganizationUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  return (
    <NativeDialog title={t('organization.edit.title', { name: department.name })} closeHref={closeTo}>
      <DialogForm
        intent="edit"
        hidden={{ id: department.id }}
        check={loadCheck}
        submit={t('organization.edit.submit')}
        closeTo={closeTo}
      >
        {(errors, values) => <Fields errors={errors} values={values} department={department} />}
      </DialogForm>
    </NativeDialog>
  );
}

/** Moving by a list, for people who do not drag. Excludes the department and its descendants. */
export function MoveDialog({
  data,
  department,
  urlState,
}: {
  data: OrganizationData;
  department: DepartmentNode;
  urlState: OrganizationUrlState;
}) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  const within = new Set(idsWithin(department));
  return (
    <NativeDialog
      title={t('organization.move.title', { name: department.name })}
      description={department.children.length > 0 ? t('organization.move.text') : undefined}
      closeHref={closeTo}
      size="small"
    >
      <DialogForm intent="move" hidden={{ id: department.id }} submit={t('organization.move.submit')} closeTo={closeTo}>
        {(errors, values) => (
          <NativeChoice
            name="parentId"
            label={t('organization.field.parent')}
            placeholder={t('organization.top', { company: data.company.name })}
            options={choicesOf(data.departments).filter((c) => !within.has(c.id))}
            defaultValue={values['parentId'] ?? department.parentId}
            error={errors['parentId'] ?? errors['name']}
            data-focus-first=""
          />
        )}
      </DialogForm>
    </NativeDialog>
  );
}

/** Obstacles are shown before an attempt; the server checks them again. */
export function DeleteDialog({ department, urlState }: { department: DepartmentNode; urlState: OrganizationUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  const [hasChild, hasUser] = [department.children.length > 0, department.members > 0];
  if (hasChild || hasUser) {
    return (
      <NativeDialog
        title={t('organization.delete.notTitle', { name: department.name })}
        closeHref={closeTo}
        size="small"
      >
        <div className="mb-5 flex flex-col gap-3">
          {hasChild && (
            <Banner kind="warning">{t('organization.delete.hasChild', { count: department.children.length })}</Banner>
          )}
          {hasUser && (
            <Banner
              kind="warning"
              action={
                <Link
                  to={paths.admin.employees({ department: department.id })}
                  className={nativeButtonClass('secondary', 'small')}
                >
                  {t('organization.delete.toMembers')}
                </Link>
              }
            >
              {t('organization.delete.hasUser', { count: department.members })}
            </Banner>
          )}
        </div>
        <NativeDialogFooter>
          <NativeDialogClose to={closeTo}>{t('employees.close')}</NativeDialogClose>
        </NativeDialogFooter>
      </NativeDialog>
    );
  }
  return (
    <NativeDialog
      title={t('organization.delete.title', { name: department.name })}
      description={t('organization.delete.text')}
      closeHref={closeTo}
      size="small"
    >
      <DialogForm
        intent="delete"
        hidden={{ id: department.id, parentId: department.parentId }}
        isDanger
        submit={t('organization.delete.submit', { name: department.name })}
        closeTo={closeTo}
      />
    </NativeDialog>
  );
}
