import { Form, useNavigation } from '@remix-run/react';
import { Check } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useMessages } from '~/features/account/account-form';
import { Notice } from '~/features/account/notice';
import type { Failed } from '~/features/account/result';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { NativeChoice } from '~/ui/controls/native-form';
import type { Scope } from '../../../sync/protocol/scopes';

export interface Asked {
  name: string;
  provider: string;
  scopes: Scope[];
  partnerUserName: string;
  companies: { id: string; name: string }[];
  companyId: string;
  host: string;
  rejectUrl: string;
  me: { name: string; email: string };
}

/** The consent dialog: the app, the scopes, the organization; allow or deny. */
export function ConsentForm({ asked, failed }: { asked: Asked; failed: Failed | undefined }) {
  const { t } = useTranslation('account');
  const message = useMessages();
  const busy = useNavigation().state !== 'idle';
  const { name, provider, scopes, companies, me } = asked;
  return (
    <AuthFrame
      title={t('consent.title', { name })}
      text={t(asked.partnerUserName ? 'consent.textAs' : 'consent.text', {
        name,
        provider,
        account: asked.partnerUserName,
      })}
    >
      <Form method="post" className="flex flex-col gap-5">
        {failed?.error && <Notice kind="danger">{message(failed.error, failed.params)}</Notice>}
        <section className="flex flex-col gap-2.5 rounded-card border border-line bg-raised p-4">
          <h2 className="text-13 font-medium text-ink">{t('consent.asks', { name })}</h2>
          <ul className="flex flex-col gap-2">
            {scopes.map((scope) => (
              <li key={scope} className="flex items-start gap-2.5 leading-snug text-ink-strong">
                <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-accent-ink" />
                {t(`scope.${scope}`)}
              </li>
            ))}
          </ul>
        </section>
        {companies.length > 1 ? (
          <NativeChoice
            name="companyId"
            label={t('consent.company')}
            placeholder={t('consent.chooseCompany')}
            options={companies}
            defaultValue={asked.companyId}
            required
          />
        ) : (
          companies.map((company) => (
            <p key={company.id} className="flex flex-col gap-0.5">
              <span className="text-13 font-medium text-ink">{t('consent.company')}</span>
              <span className="text-ink-strong">{company.name}</span>
              <input type="hidden" name="companyId" value={company.id} />
            </p>
          ))
        )}
        {companies.length === 0 && <Notice kind="danger">{t('consent.noCompany')}</Notice>}
        <p className="text-13 leading-relaxed text-ink-muted">
          {t('consent.after', { name: me.name, email: me.email, host: asked.host })}
        </p>
        <div className="flex flex-col gap-2">
          {companies.length > 0 && (
            <NativeButton type="submit" variant="primary" size="large" className="w-full" isLoading={busy}>
              {t('consent.allow')}
            </NativeButton>
          )}
          <NativeLink size="large" className="w-full" href={asked.rejectUrl} rel="noreferrer">
            {t('consent.reject')}
          </NativeLink>
        </div>
        <p className="text-13 leading-relaxed text-ink-muted">
          <Trans
            t={t}
            i18nKey="consent.revocable"
            values={{ settings: t('consent.settings') }}
            components={{
              a: <a href={paths.settings('apps')} className="text-accent-ink underline underline-offset-2" />,
            }}
          />
        </p>
      </Form>
    </AuthFrame>
  );
}
