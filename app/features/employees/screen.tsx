/** The team: directory, applications, and their dialogs. */
import { useTranslation } from 'react-i18next';
import { useFlash } from '~/features/organization/flash';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';
import { DepartmentsDialog } from './departments-dialog';
import { Directory } from './directory';
import { InviteDialog, InviteLink } from './invite-dialog';
import { EraseDialog } from './erase-dialog';
import type { EmployeesData } from './load';
import { MemberDialog, RemoveDialog } from './member-dialog';
import { useUrlState } from './url-state';
import { RequestDialog, Requests } from './requests';

const DONE = ['removed', 'withdrawn', 'put', 'take', 'approved', 'refused'] as const;

export function EmployeesScreen({ data }: { data: EmployeesData }) {
  const { t } = useTranslation('admin');
  const urlState = useUrlState();
  const { done, dismiss } = useFlash();
  const message = DONE.find((known) => known === done);
  const tab = urlState.tab ?? 'directory';
  return (
    <>
      <PageHeader
        title={t('employees.title')}
        action={<InviteLink urlState={urlState} className={nativeButtonClass('primary')} />}
      />
      <PageBody width="wide">
        {message && (
          <Banner kind="success" onClose={dismiss} className="mb-4">
            {t(`employees.done.${message}`)}
          </Banner>
        )}
        <LinkTabs
          label={t('employees.title')}
          className="mb-4"
          value={tab}
          items={[
            {
              id: 'directory' as const,
              label: t('employees.directory'),
              count: data.everybody,
              href: paths.admin.employees(),
            },
            {
              id: 'requests' as const,
              label: t('employees.requests.title'),
              count: data.waiting,
              href: paths.admin.employees({ tab: 'requests' }),
            },
          ]}
        />
        {tab === 'requests' ? (
          <Requests data={data} urlState={urlState} />
        ) : (
          <Directory data={data} urlState={urlState} />
        )}
      </PageBody>
      {(urlState.dialog === 'invite' || urlState.dialog === 'link') && <InviteDialog data={data} urlState={urlState} />}
      {urlState.dialog === 'member' && urlState.member && <MemberDialog data={data} urlState={urlState} />}
      {urlState.dialog === 'remove' && urlState.member && <RemoveDialog data={data} urlState={urlState} />}
      {urlState.dialog === 'erase' && urlState.member && <EraseDialog data={data} urlState={urlState} />}
      {(urlState.dialog === 'put' || urlState.dialog === 'take') && (
        <DepartmentsDialog data={data} urlState={urlState} what={urlState.dialog} />
      )}
      {urlState.request && (urlState.dialog === 'request' || !urlState.dialog) && (
        <RequestDialog key={urlState.request} data={data} urlState={urlState} />
      )}
    </>
  );
}
