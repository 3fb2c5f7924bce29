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
  const place = useUrlState();
  const { done, dismiss } = useFlash();
  const said = DONE.find((known) => known === done);
  const tab = place.tab ?? 'directory';
  return (
    <>
      <PageHeader
        title={t('employees.title')}
        action={<InviteLink place={place} className={nativeButtonClass('primary')} />}
      />
      <PageBody width="wide">
        {said && (
          <Banner kind="success" onClose={dismiss} className="mb-4">
            {t(`employees.done.${said}`)}
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
        {tab === 'requests' ? <Requests data={data} place={place} /> : <Directory data={data} place={place} />}
      </PageBody>
      {(place.dialog === 'invite' || place.dialog === 'link') && <InviteDialog data={data} place={place} />}
      {place.dialog === 'member' && place.member && <MemberDialog data={data} place={place} />}
      {place.dialog === 'remove' && place.member && <RemoveDialog data={data} place={place} />}
      {place.dialog === 'erase' && place.member && <EraseDialog data={data} place={place} />}
      {(place.dialog === 'put' || place.dialog === 'take') && (
        <DepartmentsDialog data={data} place={place} what={place.dialog} />
      )}
      {place.request && (place.dialog === 'request' || !place.dialog) && (
        <RequestDialog key={place.request} data={data} place={place} />
      )}
    </>
  );
}
