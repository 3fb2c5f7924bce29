import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { AccountForm } from '~/features/account/account-form';
import { failedCall, isFailed, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { Resend } from '~/features/account/resend';
import { paths } from '~/paths';
import { passwordCalls } from '../../../server/organization/passwords/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

interface Sent {
  sentTo: string;
  round: number;
}

export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Sent> {
  const form = await request.formData();
  const { checkEmail } = await import('~/features/account/checks');
  const fields = checkEmail(form);
  if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  const email = String(form.get('email'));
  try {
    await loadContext(context).api(passwordCalls.applyReset, { email });
  } catch (error) {
    return failedCall(form, error, form.get('intent') === 'resend' ? 'resendFailed' : 'sendFailed');
  }
  return { sentTo: email, round: Date.now() };
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

const check = () => import('~/features/account/checks').then((module) => module.checkEmail);

/** Asks for the e-mail address; the response is the same whether an account has this address or not. */
export default function ForgotPassword() {
  const { t } = useTranslation('account');
  const data = useActionData<Failed | Sent>();
  const back = (
    <Link to={paths.login()} className="text-13 text-accent-ink underline underline-offset-2">
      {t('toSignIn')}
    </Link>
  );
  if (data && !isFailed(data)) {
    return (
      <AuthFrame title={t('forgot.sentTitle')} text={t('forgot.sentText', { email: data.sentTo })}>
        <div className="flex flex-col gap-4">
          <Resend seconds={60} round={data.round} hidden={{ email: data.sentTo }} />
          {back}
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('forgot.title')} text={t('forgot.text')}>
      <AccountForm
        fields={[{ name: 'email', type: 'email', label: t('email'), autoComplete: 'username', autoFocus: true }]}
        check={check}
        failed={data}
        submit={t('forgot.submit')}
        submitting={t('sending')}
      />
      <p className="mt-4">{back}</p>
    </AuthFrame>
  );
}
