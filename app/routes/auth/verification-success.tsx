import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { cx } from '~/ui/cx';
import { PlainLink } from '~/ui/plain';
import { identityCalls } from '../../../server/organization/identity/contract';
import { profileCalls } from '../../../server/organization/profile/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

interface Data { signedIn: boolean; company: string; done: { profile: boolean; invited: boolean; configured: boolean } }

/** Who has signed in sees what of the set-up is done; others are asked to sign in. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Data> {
  const { api } = loadContext(context);
  const nothing = { profile: false, invited: false, configured: false };
  try {
    const my = await api(identityCalls.my, {});
    if (!my.userCompany) return { signedIn: true, company: '', done: nothing };
    const { company, onboarding } = await api(profileCalls.profile, { id: my.userCompany.companyId });
    return { signedIn: true, company: company.name, done: onboarding };
  } catch {
    return { signedIn: false, company: '', done: nothing };
  }
}

/** The company is there: what comes next, which fills as things get done. */
export default function VerificationSuccess() {
  const { t } = useTranslation('account');
  const { signedIn, company, done } = useLoaderData<typeof loader>();
  const items = [['profile', done.profile], ['invite', done.invited], ['configure', done.configured]] as const;
  return (
    <AuthFrame title={company ? t('ready.titleOf', { company }) : t('ready.title')} text={t(signedIn ? 'ready.text' : 'ready.textSignIn')}>
      <ol className="mb-6 flex flex-col gap-3">
        {items.map(([item, isDone], i) => (
          <li key={item} className="flex items-start gap-3 rounded-card border border-line bg-raised p-3.5">
            <span className={cx('flex size-6 shrink-0 items-center justify-center rounded-full text-12 font-medium', isDone ? 'bg-success-tint text-success-ink' : 'bg-sunken text-ink-muted')}>
              {isDone ? <Check aria-hidden size={14} /> : i + 1}
            </span>
            <span className="flex min-w-0 flex-col gap-0.5">
              <span className="font-medium text-ink-strong">{t(`ready.${item}.title`)}{isDone && <span className="sr-only"> {t('ready.done')}</span>}</span>
              <span className="text-13 leading-relaxed text-ink-muted">{t(`ready.${item}.text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <PlainLink variant="primary" size="large" className="w-full" href={signedIn ? paths.home() : paths.login()}>{t(signedIn ? 'ready.open' : 'toSignIn')}</PlainLink>
    </AuthFrame>
  );
}
