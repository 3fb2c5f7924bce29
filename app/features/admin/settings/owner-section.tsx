import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { NativeCheck, NativeChoice } from '~/ui/controls/native-form';
import type { MemberRow } from '../../../../server/organization/departments/contract';
import { failedOf, type ActionResult } from './result';
import { FormResult, SaveButton, Section } from './section';

/** Transfers the company's ownership to one of its administrators, after an explanation and a confirmation. */
export function OwnerSection({ admins, result }: { admins: readonly MemberRow[]; result: ActionResult | undefined }) {
  const { t } = useTranslation('admin');
  const candidates = admins.filter((person) => person.role === 'admin' && person.status === 'active');
  const failed = failedOf(result, 'owner');
  const wrong = (field: string): string | undefined =>
    failed?.fields[field] ? t(failed.fields[field] as 'settings.owner.chooseNeeded') : undefined;
  return (
    <Section id="owner" title={t('settings.owner.title')} text={t('settings.owner.text')}>
      {candidates.length === 0 ? (
        <p className="text-13 text-ink-muted">{t('settings.owner.noAdmin')}</p>
      ) : (
        <ConsoleForm intent="owner" preventScrollReset className="flex flex-col gap-4">
          {({ isSending, reason }) => (
            <>
              <NativeChoice
                name="userId"
                label={t('settings.owner.to')}
                placeholder={t('settings.owner.choose')}
                options={candidates.map((person) => ({ id: person.userId, name: `${person.name} (${person.email})` }))}
                defaultValue={failed?.values['userId'] ?? ''}
                error={wrong('userId')}
              />
              <div className="rounded-card bg-sunken p-4 text-13 leading-relaxed">
                <p className="font-medium text-ink-strong">{t('settings.owner.consequences')}</p>
                <ul className="mt-1 list-disc pl-5 text-ink">
                  <li>{t('settings.owner.c1')}</li>
                  <li>{t('settings.owner.c2')}</li>
                  <li>{t('settings.owner.c3')}</li>
                </ul>
              </div>
              <NativeCheck name="understood" value="yes" error={wrong('understood')}>
                {t('settings.owner.understand')}
              </NativeCheck>
              <FormResult saved={null} failed={failed} title={t('settings.owner.failed')} />
              <SaveButton
                danger
                isSending={isSending}
                reason={reason}
                label={t(isSending ? 'settings.owner.submitting' : 'settings.owner.submit')}
              />
            </>
          )}
        </ConsoleForm>
      )}
    </Section>
  );
}
