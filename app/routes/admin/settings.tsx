import { redirectDocument } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { wrongFields } from '~/features/account/result';
import { sendForm } from '~/features/admin/console-form';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { AdminsSection } from '~/features/admin/settings/admins-section';
import type { Intent, ActionResult } from '~/features/admin/settings/result';
import { OwnerSection } from '~/features/admin/settings/owner-section';
import { SettingsLinks } from '~/features/admin/settings/settings-links';
import { RetentionSection } from '~/features/admin/settings/retention-section';
import {
  DeviceSection,
  LinksSection,
  RecordingSection,
  PasswordsSection,
  SessionsSection,
} from '~/features/admin/settings/security-sections';
import { StorageSection } from '~/features/admin/settings/storage-section';
import { useResult } from '~/features/admin/use-result';
import { paths } from '~/paths';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { ipCalls } from '../../../server/organization/ip-access/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import { settingCalls, type SettingChange } from '../../../server/organization/settings/contract';

/** maximum number of results of a search for new administrators */
const FOUND = 10;

export const loader = consoleLoader(async ({ api, companyId, isOwner, me, searched }) => {
  const [setting, ip, { receipts }, { members: admins }, found] = await Promise.all([
    api(settingCalls.get, { id: companyId }),
    api(ipCalls.setting, { companyId }),
    api(settingCalls.retentionReceipts, { id: companyId }),
    api(memberCalls.search, { companyId, roles: ['owner', 'admin'], pageSize: 200 }),
    isOwner && searched
      ? api(memberCalls.search, {
          companyId,
          inCompanyUserNameInfixLike: searched,
          roles: ['member'],
          status: 'active',
          pageSize: FOUND,
        })
      : null,
  ]);
  return {
    setting,
    isRestricted: ip.enabled,
    receipts,
    admins,
    isOwner,
    meId: me.id,
    companyName: me.companies.find((each) => each.id === companyId)?.name ?? '',
    found: found && { text: searched, members: found.members, more: found.total > FOUND },
  };
});
export const clientLoader = withStaleFallback<typeof loader>('settings');

/** An empty field is null; the schema refuses text that is not a number. */
const numberOr = (form: FormData, name: string): number | null => (form.get(name) ? Number(form.get(name)) : null);

/** The change of settings by the intent of a form. */
const CHANGES: Partial<Record<Intent, (form: FormData) => SettingChange>> = {
  storage: (form) => ({ storageLimit: numberOr(form, 'storageLimit') }),
  passwords: (form) => ({ mustChangePassword: form.get('mustChangePassword') === 'yes' }),
  links: (form) => ({ publicLinks: form.get('publicLinks') === 'yes' }),
  recording: (form) => ({ recordingHint: form.get('recordingHint') === 'yes' }),
  sessions: (form) => ({
    sessionHours: numberOr(form, 'sessionHours'),
    sessionMaxHours: numberOr(form, 'sessionMaxHours'),
  }),
  device: (form) => ({
    deviceLock: form.get('deviceLock') === 'required' ? 'required' : 'off',
    leaseHours: Number(form.get('leaseHours')),
  }),
};

export const action = consoleAction(async ({ api, companyId, form }): Promise<ActionResult> => {
  const intent = String(form.get('intent')) as Intent;
  const userId = String(form.get('userId') ?? '');
  switch (intent) {
    case 'admin.set':
    case 'admin.unset':
      await api(intent === 'admin.set' ? memberCalls.setAdmin : memberCalls.unsetAdmin, { userId });
      return { saved: intent, name: String(form.get('name') ?? '') };
    case 'owner': {
      const fields = {
        ...(userId ? {} : { userId: 'settings.owner.chooseNeeded' }),
        ...(form.get('understood') === 'yes' ? {} : { understood: 'settings.owner.confirmNeeded' }),
      };
      if (Object.keys(fields).length > 0) return wrongFields(form, fields);
      await api(memberCalls.transferOwner, { userId });
      // a full page load, so that no content of the console stays with a person who lost access
      throw redirectDocument(paths.ownershipTransferred());
    }
    case 'retention': {
      const days = numberOr(form, 'retentionDays');
      const stored = (await api(settingCalls.get, { id: companyId })).retentionDays;
      const isShorter = days !== null && (stored === null || days < stored);
      if (isShorter && form.get('confirmed') !== 'yes')
        return { preview: await api(settingCalls.retentionPreview, { id: companyId, retentionDays: days }), days };
      await api(settingCalls.change, { id: companyId, retentionDays: days });
      return { saved: intent };
    }
    default:
      await api(settingCalls.change, { id: companyId, ...CHANGES[intent]?.(form) });
      return { saved: intent };
  }
});
export const clientAction = sendForm;

export default function Settings() {
  const { t } = useTranslation('admin');
  const { setting, isRestricted, receipts, admins, found, isOwner, meId, companyName } = useLoaderData<typeof loader>();
  const result = useResult<ActionResult>();
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <PageBody>
        <p className="mb-6 leading-relaxed text-ink-muted">{t('settings.text', { company: companyName })}</p>
        <div className="flex flex-col gap-8">
          <SettingsLinks isRestricted={isRestricted} />
          <AdminsSection admins={admins} found={found} meId={meId} isOwner={isOwner} result={result} />
          <PasswordsSection setting={setting} result={result} />
          <SessionsSection setting={setting} result={result} />
          <DeviceSection setting={setting} result={result} />
          <LinksSection setting={setting} result={result} />
          <RecordingSection setting={setting} result={result} />
          <StorageSection setting={setting} result={result} />
          <RetentionSection setting={setting} receipts={receipts} result={result} />
          {isOwner && <OwnerSection admins={admins} result={result} />}
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  return <ScreenError />;
}
