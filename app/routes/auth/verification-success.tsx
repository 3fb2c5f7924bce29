import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Check, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { cx } from '~/ui/cx';
import { NativeLink } from '~/ui/controls/native-controls';
import { identityCalls } from '../../../server/organization/identity/contract';
import { profileCalls } from '../../../server/organization/profile/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

interface Data {
  signedIn: boolean;
  /** whether this person may open the console, into which the steps lead */
  mayDo: boolean;
  company: string;
  done: { profile: boolean; invited: boolean; configured: boolean };
}

/** Loads the state of the set-up for a signed-in person; others are asked to sign in. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Data> {
  const { api } = loadContext(context);
  const nothing = { profile: false, invited: false, configured: false };
  try {
    const my = await api(identityCalls.my, {});
    if (!my.userCompany) return { signedIn: true, mayDo: false, company: '', done: nothing };
    const { company, onboarding } = await api(profileCalls.profile, { id: my.userCompany.companyId });
    return {
      signedIn: true,
      mayDo: my.authorityCodes.includes('ADMIN_CONSOLE'),
      company: company.name,
      done: onboarding,
    };
  } catch {
    return { signedIn: false, mayDo: false, company: '', done: nothing };
  }
}

/**
 * The next steps after the company was created; completed ones are marked. After a sign-in from here the person
 * returns. The console links here during the first 30 days while a step is open.
 */
export default function VerificationSuccess() {
  const { t } = useTranslation('account');
  const { signedIn, mayDo, company, done } = useLoaderData<typeof loader>();
  const items = [
    ['profile', done.profile, paths.admin.organization({ dialog: 'company' })],
    ['invite', done.invited, paths.admin.employees({ dialog: 'invite' })],
    ['configure', done.configured, paths.admin.organization({ dialog: 'create' })],
  ] as const;
  return (
    <AuthFrame
      title={company ? t('ready.titleOf', { company }) : t('ready.title')}
      text={t(signedIn ? 'ready.text' : 'ready.textSignIn')}
    >
      <ol className="mb-6 flex flex-col gap-3">
        {items.map(([item, isDone, href], i) => {
          const name = t(`ready.${item}.title`);
          return (
            <li
              key={item}
              className={cx(
                'relative flex items-start gap-3 rounded-card border border-line bg-raised p-3.5',
                mayDo && 'hover:bg-hover',
              )}
            >
              <span
                className={cx(
                  'flex size-6 shrink-0 items-center justify-center rounded-full text-12 font-medium',
                  isDone ? 'bg-success-tint text-success-ink' : 'bg-sunken text-ink-muted',
                )}
              >
                {isDone ? <Check aria-hidden size={14} /> : i + 1}
              </span>
              <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                <span className="font-medium text-ink-strong">
                  {mayDo ? (
                    <a
                      href={href}
                      className="focus-ring rounded-control after:absolute after:inset-0 after:rounded-card"
                    >
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                  {isDone && <span className="sr-only"> {t('ready.done')}</span>}
                </span>
                <span className="text-13 leading-relaxed text-ink-muted">{t(`ready.${item}.text`)}</span>
              </span>
              {mayDo && <ChevronRight aria-hidden size={16} className="mt-1 shrink-0 text-ink-faint" />}
            </li>
          );
        })}
      </ol>
      <NativeLink
        variant="primary"
        size="large"
        className="w-full"
        href={signedIn ? paths.home() : paths.login(paths.verificationSuccess())}
      >
        {t(signedIn ? 'ready.open' : 'toSignIn')}
      </NativeLink>
    </AuthFrame>
  );
}
