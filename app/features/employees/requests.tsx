/** Applications to join, and the decision on one. */
import { Link } from '@remix-run/react';
import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { DialogForm } from '~/features/organization/dialog-form';
import { useActionResult } from '~/features/organization/result';
import { useMessages } from '~/features/organization/messages';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { Badge } from '~/ui/data/badge';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ListRow } from '~/ui/data/list-row';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { Pager } from '~/ui/controls/pager';
import { NativeButton } from '~/ui/controls/native-controls';
import { NoticeDialog } from '~/features/admin/notice-dialog';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { NativeChoice } from '~/ui/controls/native-form';
import { RelativeTime } from '~/ui/data/relative-time';
import type { JoinRequest } from '../../../server/organization/join-requests/contract';
import type { EmployeesData } from './load';
import { PAGE_SIZE, withoutDialog } from './url-state';

const loadCheck = () => import('./checks').then((module) => module.checkDepartment);

export function Requests({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  if (data.requests.length === 0) {
    return (
      <EmptyState
        icon={<Inbox size={22} />}
        title={t('employees.requests.noneTitle')}
        text={t('employees.requests.noneText')}
        action={
          <Link
            to={paths.admin.employees({ tab: 'requests', dialog: 'link' })}
            preventScrollReset
            className={nativeButtonClass('secondary')}
          >
            {t('employees.requests.toLink')}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ul aria-label={t('employees.requests.title')}>
        {data.requests.map((request) => (
          <li key={request.applyId} className="border-b border-line">
            <ListRow
              href={paths.admin.employees({ ...urlState, dialog: 'request', request: request.applyId })}
              icon={<Avatar name={request.name} size={32} />}
              title={request.name}
              detail={request.memo ? `${request.email} · ${request.memo}` : request.email}
              at={request.createdAt}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={urlState.page ?? 1}
        pageSize={PAGE_SIZE}
        total={data.waiting}
        hrefOf={(page) => paths.admin.employees({ ...urlState, page })}
        says={(from, to) => t('employees.pages.range', { from, to, total: data.waiting })}
        names={{
          nav: t('employees.pages.nav'),
          previous: t('employees.pages.previous'),
          next: t('employees.pages.next'),
        }}
      />
    </>
  );
}

export function RequestDialog({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.employees(withoutDialog(urlState));
  const request =
    data.requests.find((r) => r.applyId === urlState.request) ??
    (data.request?.applyId === urlState.request ? data.request : null);
  if (!request) {
    return (
      <NoticeDialog
        title={t('employees.requests.missingTitle')}
        text={t('employees.requests.missingText')}
        closeTo={closeTo}
      />
    );
  }
  return (
    <NativeDialog title={t('employees.requests.one', { name: request.name })} closeHref={closeTo}>
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-14">
        <dt className="text-ink-muted">{t('employees.column.name')}</dt>
        <dd className="text-ink-strong">{request.name}</dd>
        <dt className="text-ink-muted">{t('employees.column.email')}</dt>
        <dd className="text-ink-strong">{request.email}</dd>
        <dt className="text-ink-muted">{t('employees.requests.memo')}</dt>
        <dd className="whitespace-pre-wrap text-ink-strong">
          {request.memo || <span className="text-ink-muted">{t('employees.requests.noMemo')}</span>}
        </dd>
        <dt className="text-ink-muted">{t('employees.requests.asked')}</dt>
        <dd>
          <RelativeTime at={request.createdAt} />
        </dd>
      </dl>
      {request.state === 'waiting' ? (
        <Decision request={request} data={data} closeTo={closeTo} />
      ) : (
        <Decided request={request} closeTo={closeTo} />
      )}
    </NativeDialog>
  );
}

function Decided({ request, closeTo }: { request: JoinRequest; closeTo: string }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-14">
        <Badge tone={request.state === 'approved' ? 'success' : 'neutral'}>
          {t(`employees.requests.state.${request.state}`)}
        </Badge>
        {request.state === 'approved' && request.departmentName}
      </p>
      <NativeDialogFooter>
        <NativeDialogClose to={closeTo}>{t('employees.close')}</NativeDialogClose>
      </NativeDialogFooter>
    </>
  );
}

function Decision({ request, data, closeTo }: { request: JoinRequest; data: EmployeesData; closeTo: string }) {
  const { t } = useTranslation('admin');
  const noDepartment = data.departments.length === 0;
  return (
    <>
      {noDepartment && (
        <Banner
          kind="info"
          className="mb-4"
          action={
            <Link
              to={paths.admin.organization({ dialog: 'create' })}
              className={nativeButtonClass('secondary', 'small')}
            >
              {t('employees.requests.toOrganization')}
            </Link>
          }
        >
          {t('employees.requests.noDepartments')}
        </Banner>
      )}
      <DialogForm
        intent="approve"
        hidden={{ applyId: request.applyId }}
        check={loadCheck}
        submit={t('employees.requests.approve')}
        closeTo={closeTo}
      >
        {(errors, values) => (
          <NativeChoice
            name="departmentId"
            label={t('employees.column.department')}
            placeholder={t('employees.chooseDepartment')}
            options={data.departments}
            defaultValue={values['departmentId'] ?? ''}
            error={errors['departmentId']}
            data-focus-first=""
          />
        )}
      </DialogForm>
      <Refusal request={request} />
    </>
  );
}

/** Separate and confirmed first: it cannot be undone. */
function Refusal({ request }: { request: JoinRequest }) {
  const { t } = useTranslation('admin');
  const messageOf = useMessages();
  const { failed } = useActionResult('refuse') ?? {};
  return (
    <details className="mt-4 border-t border-line pt-3" {...(failed ? { open: true } : {})}>
      <summary className="focus-ring w-fit cursor-default rounded-control py-1 text-13 text-danger-ink">
        {t('employees.requests.refuse')}
      </summary>
      <ConsoleForm intent="refuse" preventScrollReset className="flex flex-col gap-3 pt-2">
        {({ isSending }) => (
          <>
            {failed?.error && (
              <Banner kind="danger" live="alert">
                {messageOf(failed.error, failed.params)}
              </Banner>
            )}
            <input type="hidden" name="applyId" value={request.applyId} />
            <p className="text-13 text-ink-muted">{t('employees.requests.refuseText', { name: request.name })}</p>
            <NativeButton type="submit" variant="danger" isLoading={isSending} className="self-start">
              {t('employees.requests.refuseNow')}
            </NativeButton>
          </>
        )}
      </ConsoleForm>
    </details>
  );
}
