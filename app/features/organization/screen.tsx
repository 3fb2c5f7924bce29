/** The organization: name, departments and members. */
import { Link } from '@remix-run/react';
import { ChevronLeft, Network } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { Banner } from '~/ui/feedback/banner';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/feedback/empty-state';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { AddDialog, PutDialog } from './add-dialog';
import { CompanyDialog } from './company-dialog';
import { findNode } from '~/features/admin/department-choice';
import { CreateDialog, DeleteDialog, EditDialog, MoveDialog } from './department-dialogs';
import { DepartmentPanel } from './department-panel';
import { DepartmentTree } from './department-tree';
import { useFlash } from './flash';
import type { OrganizationData } from './load';
import { useUrlState, withoutDialog } from './url-state';

const DONE = ['company', 'created', 'edited', 'moved', 'deleted', 'put', 'take'] as const;

export function OrganizationScreen({ data }: { data: OrganizationData }) {
  const { t } = useTranslation('admin');
  const urlState = useUrlState();
  const { done, dismiss } = useFlash();
  const message = DONE.find((known) => known === done);
  const department = findNode(data.departments, data.shown);
  // on a narrow screen either the tree or the chosen department
  const isChosen = Boolean(urlState.department);
  const at = { ...withoutDialog(urlState), users: [] };
  return (
    <>
      <PageHeader
        title={t('organization.title')}
        action={
          <Link
            to={paths.admin.organization({ ...at, dialog: 'create' })}
            preventScrollReset
            className={nativeButtonClass('primary')}
          >
            {t('organization.create.action')}
          </Link>
        }
      />
      <PageBody width="wide">
        {message && (
          <Banner kind="success" onClose={dismiss} className="mb-4">
            {t(`organization.done.${message}`)}
          </Banner>
        )}
        <section
          className={cx(
            'mb-6 flex items-center gap-4 rounded-card border border-line bg-raised p-4',
            isChosen && 'max-md:hidden',
          )}
        >
          <Avatar
            name={data.company.name}
            {...(data.company.logo ? { src: `${data.company.logo}?v=${data.company.updatedAt}` } : {})}
            size={56}
            shape="square"
          />
          <div className="min-w-0 flex-1">
            <h2 className="flex flex-wrap items-baseline gap-x-2 text-16">
              {data.company.name}
              {data.company.code && <span className="text-13 font-normal text-ink-muted">{data.company.code}</span>}
            </h2>
            <p className="text-13 text-ink-muted">{t('organization.people', { count: data.everybody })}</p>
            {data.company.description && (
              <p className="mt-1 line-clamp-2 text-13 text-ink">{data.company.description}</p>
            )}
          </div>
          <Link
            to={paths.admin.organization({ ...at, dialog: 'company' })}
            preventScrollReset
            className={nativeButtonClass('secondary', 'small')}
          >
            {t('organization.company.action')}
          </Link>
        </section>
        <div className="grid gap-6 md:grid-cols-[minmax(15rem,20rem)_1fr]">
          <section aria-label={t('organization.departments')} className={cx('min-w-0', isChosen && 'max-md:hidden')}>
            <h2 className="mb-2 text-14">{t('organization.departments')}</h2>
            {data.departments.length === 0 && (
              <EmptyState
                level={3}
                icon={<Network size={22} />}
                title={t('organization.noneTitle')}
                text={t('organization.noneText')}
                className="rounded-card border border-line px-4! py-8!"
                action={
                  <Link
                    to={paths.admin.organization({ dialog: 'create' })}
                    preventScrollReset
                    className={nativeButtonClass('secondary')}
                  >
                    {t('organization.create.action')}
                  </Link>
                }
              />
            )}
            <DepartmentTree data={data} />
          </section>
          <section className={cx('min-w-0', !isChosen && 'max-md:hidden')}>
            <Link
              to={paths.admin.organization()}
              className="focus-ring mb-3 inline-flex items-center gap-1 rounded-control py-1 text-13 text-accent-ink md:hidden"
            >
              <ChevronLeft aria-hidden size={16} />
              {t('organization.departments')}
            </Link>
            <DepartmentPanel data={data} urlState={urlState} department={department} />
          </section>
        </div>
      </PageBody>
      {urlState.dialog === 'company' && <CompanyDialog data={data} urlState={urlState} />}
      {urlState.dialog === 'create' && <CreateDialog data={data} urlState={urlState} />}
      {urlState.dialog === 'edit' && department && <EditDialog department={department} urlState={urlState} />}
      {urlState.dialog === 'move' && department && (
        <MoveDialog data={data} department={department} urlState={urlState} />
      )}
      {urlState.dialog === 'delete' && department && <DeleteDialog department={department} urlState={urlState} />}
      {urlState.dialog === 'add' && department && <AddDialog data={data} department={department} urlState={urlState} />}
      {urlState.dialog === 'put' && <PutDialog data={data} urlState={urlState} />}
    </>
  );
}
