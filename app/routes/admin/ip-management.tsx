import { redirect } from '@remix-run/node';
import { Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isFailed, type Failed } from '~/features/account/result';
import { sendForm } from '~/features/admin/console-form';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { useResult } from '~/features/admin/use-result';
import { handleAction } from '~/features/ip-access/actions';
import { Refusal } from '~/features/ip-access/refusal';
import { RemoveDialog } from '~/features/ip-access/remove-dialog';
import { Restriction, SwitchDialog } from '~/features/ip-access/restriction';
import { RuleDialog } from '~/features/ip-access/rule-dialog';
import { RulesTable } from '~/features/ip-access/rules-table';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { ipCalls } from '../../../server/organization/ip-access/contract';

export const loader = consoleLoader(async ({ api, companyId }) => {
  const [setting, { rules }] = await Promise.all([
    api(ipCalls.setting, { companyId }),
    api(ipCalls.list, { companyId }),
  ]);
  return { setting, rules };
});
export const clientLoader = withStaleFallback<typeof loader>('ip-management');

export const action = consoleAction(async ({ api, companyId, form, url }): Promise<Failed> => {
  const failed = await handleAction(api, companyId, form);
  if (failed) return failed;
  // a person who added their own address in order to turn the restriction on returns to that dialog
  const goesOn = form.get('intent') === 'addCurrent' && url.searchParams.get('dialog') === 'restriction';
  throw redirect(paths.admin.ipManagement(goesOn ? { dialog: 'restriction' } : {}));
});
export const clientAction = sendForm;

/**
 * IP rules and the switch of the restriction. Open dialogs are part of the address, so that they open before the
 * scripts have loaded.
 */
export default function IpManagement() {
  const { t } = useTranslation('admin');
  const { setting, rules } = useLoaderData<typeof loader>();
  const answer = useResult<Failed>();
  const failed = isFailed(answer) ? answer : undefined;
  const [search] = useSearchParams();
  const dialog = search.get('dialog');
  const chosen = rules.find((rule) => rule.id === search.get('rule'));
  const closeHref = paths.admin.ipManagement();
  const add = (
    <Link to={paths.admin.ipManagement({ dialog: 'new' })} preventScrollReset className={nativeButtonClass('primary')}>
      {t('ip.add')}
    </Link>
  );
  const isGone = (dialog === 'edit' || dialog === 'delete') && !chosen;
  return (
    <>
      <PageHeader
        title={t('ip.title')}
        more={
          <Link to={paths.admin.ipLogs()} className={nativeButtonClass('quiet', 'normal', 'max-sm:hidden')}>
            {t('ip.toLog')}
          </Link>
        }
        {...(rules.length > 0 ? { action: add } : {})}
      />
      <PageBody width="wide">
        <div className="flex flex-col gap-6">
          {!dialog && <Refusal failed={failed} />}
          {isGone && <Banner kind="info">{t('ip.gone')}</Banner>}
          <Restriction setting={setting} switchHref={paths.admin.ipManagement({ dialog: 'restriction' })} />
          {!setting.enabled && rules.length > 0 && <Banner kind="warning">{t('ip.restriction.noEffect')}</Banner>}
          {rules.length > 0 ? (
            <RulesTable rules={rules} hrefOf={(of, rule) => paths.admin.ipManagement({ dialog: of, rule })} />
          ) : (
            <EmptyState
              icon={<ShieldCheck size={22} />}
              title={t('ip.emptyTitle')}
              text={t('ip.emptyText')}
              action={add}
            />
          )}
        </div>
      </PageBody>
      {dialog === 'new' && <RuleDialog rule={undefined} failed={failed} closeHref={closeHref} />}
      {dialog === 'edit' && chosen && (
        <RuleDialog key={chosen.id} rule={chosen} failed={failed} closeHref={closeHref} />
      )}
      {dialog === 'delete' && chosen && (
        <RemoveDialog rule={chosen} ip={setting.currentIp} failed={failed} closeHref={closeHref} />
      )}
      {dialog === 'restriction' && <SwitchDialog setting={setting} failed={failed} closeHref={closeHref} />}
    </>
  );
}

/** Shows 'Unable to get company information' (specification: organization 8). */
export function ErrorBoundary() {
  const { t } = useTranslation('admin');
  return <ScreenError title={t('ip.noCompany')} />;
}
