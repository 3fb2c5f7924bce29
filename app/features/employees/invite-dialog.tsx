/** Inviting: one person by e-mail, or anybody with the link. */
import { Link } from '@remix-run/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { DialogForm } from '~/features/organization/dialog-form';
import { useActionResult } from '~/features/organization/result';
import { useMessages } from '~/features/organization/messages';
import type { EmployeesUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { cx } from '~/ui/cx';
import { controlClass } from '~/ui/controls/button-styles';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { NativeDialog, NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { NativeChoice } from '~/ui/controls/native-form';
import { LinkTabs } from '~/ui/controls/tabs';
import type { EmployeesData } from './load';
import { withoutDialog } from './url-state';
import { languageTag } from '../../../sync/model/languages';

const loadCheck = () => import('./checks').then((module) => module.checkInvite);

export function InviteDialog({ data, urlState }: { data: EmployeesData; urlState: EmployeesUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.employees(withoutDialog(urlState));
  const isLink = urlState.dialog === 'link';
  return (
    <NativeDialog title={t('employees.invite.title', { company: data.company.name })} closeHref={closeTo}>
      <LinkTabs
        label={t('employees.invite.ways')}
        className="-mt-2 mb-4"
        value={isLink ? 'link' : 'invite'}
        items={(['invite', 'link'] as const).map((id) => ({
          id,
          label: t(`employees.invite.${id}`),
          href: paths.admin.employees({ ...urlState, dialog: id }),
        }))}
      />
      {isLink ? <ByLink data={data} closeTo={closeTo} /> : <ByMail data={data} closeTo={closeTo} />}
    </NativeDialog>
  );
}

function ByMail({ data, closeTo }: { data: EmployeesData; closeTo: string }) {
  const { t } = useTranslation('admin');
  return (
    <DialogForm
      intent="invite"
      check={loadCheck}
      submit={t('employees.invite.submit')}
      closeTo={closeTo}
      done={(_key, params) => t('employees.invite.done', params)}
    >
      {(errors, values) => (
        <>
          <p className="text-13 text-ink-muted">{t('employees.invite.text')}</p>
          <NativeField
            name="email"
            type="email"
            label={t('employees.column.email')}
            autoComplete="off"
            defaultValue={values['email'] ?? ''}
            error={errors['email']}
            data-focus-first=""
          />
          <NativeField
            name="name"
            label={t('employees.column.name')}
            autoComplete="off"
            defaultValue={values['name'] ?? ''}
            error={errors['name']}
          />
          <NativeChoice
            name="departmentId"
            label={t('employees.invite.department')}
            placeholder={t('employees.noDepartment')}
            options={data.departments}
            defaultValue={values['departmentId'] ?? ''}
            error={errors['departmentId']}
          />
        </>
      )}
    </DialogForm>
  );
}

function ByLink({ data, closeTo }: { data: EmployeesData; closeTo: string }) {
  const { t, i18n } = useTranslation('admin');
  const messageOf = useMessages();
  const { failed } = useActionResult('link') ?? {};
  const until =
    data.link &&
    new Intl.DateTimeFormat(languageTag(i18n.language), { dateStyle: 'long', timeStyle: 'short' }).format(
      data.link.expiresAt,
    );
  return (
    <ConsoleForm intent="link" preventScrollReset className="flex flex-col gap-4">
      {({ isSending, reason }) => (
        <>
          {(failed?.error || reason) && (
            <Banner kind="danger" live="alert">
              {reason ?? messageOf(failed?.error, failed?.params)}
            </Banner>
          )}
          <p className="text-13 text-ink-muted">{t('employees.link.text')}</p>
          {data.link ? (
            <LinkField url={data.link.url} />
          ) : (
            <p className="rounded-card bg-sunken px-4 py-5 text-center text-14 text-ink-muted">
              {t('employees.link.none')}
            </p>
          )}
          {until && (
            <p className="text-13 text-ink-muted" suppressHydrationWarning>
              {t('employees.link.until', { until })} {t('employees.link.newEnds')}
            </p>
          )}
          <NativeDialogFooter>
            <NativeDialogClose to={closeTo}>{t('employees.close')}</NativeDialogClose>
            <NativeButton type="submit" variant={data.link ? 'secondary' : 'primary'} isLoading={isSending}>
              {t(data.link ? 'employees.link.renew' : 'employees.link.make')}
            </NativeButton>
          </NativeDialogFooter>
        </>
      )}
    </ConsoleForm>
  );
}

/** The invitation link: copied by a button where scripts run, selectable everywhere. */
function LinkField({ url }: { url: string }) {
  const { t } = useTranslation(['admin', 'common']);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState('');
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const copy = async (): Promise<void> => {
    field.current?.select();
    await navigator.clipboard?.writeText(url).catch(() => undefined);
    setCopied(url);
  };
  return (
    <div className="flex gap-2">
      <input
        ref={field}
        readOnly
        value={url}
        aria-label={t('admin:employees.invite.link')}
        onFocus={(event) => event.currentTarget.select()}
        className={cx(controlClass, 'h-9 min-w-0 flex-1 font-mono text-13')}
      />
      {ready && (
        <NativeButton variant="primary" onClick={() => void copy()}>
          <span className="flex items-center gap-2" role="status">
            {copied === url ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            {t(copied === url ? 'common:copied' : 'common:copy')}
          </span>
        </NativeButton>
      )}
    </div>
  );
}

/** The header's button that opens it. */
export function InviteLink({ urlState, className }: { urlState: EmployeesUrlState; className: string }) {
  const { t } = useTranslation('admin');
  return (
    <Link
      to={paths.admin.employees({ ...withoutDialog(urlState), users: [], dialog: 'invite' })}
      preventScrollReset
      className={className}
    >
      {t('employees.invite.action')}
    </Link>
  );
}
