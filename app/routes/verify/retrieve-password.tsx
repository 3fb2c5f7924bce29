import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { LinkFailed } from '~/features/account/link-failed';
import { NewPasswordForm } from '~/features/account/new-password-form';
import { failedCall, isFailed, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';
import { passwordCalls } from '../../../server/organization/passwords/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/** Checks the link without using it up, since mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<{ email: string; refused: string }> {
  const activeKey = new URL(request.url).searchParams.get('activeKey') ?? '';
  return loadContext(context)
    .api(passwordCalls.lookAtReset, { activeKey })
    .then(
      ({ email }) => ({ email, refused: '' }),
      (error: unknown) => ({ email: '', refused: codeOf(error) }),
    );
}

export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | { done: true }> {
  const form = await request.formData();
  const { checkNewPassword } = await import('~/features/account/checks');
  const fields = checkNewPassword(form);
  if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  const activeKey = new URL(request.url).searchParams.get('activeKey') ?? '';
  try {
    await loadContext(context).api(passwordCalls.reset, { activeKey, password: String(form.get('password')) });
  } catch (error) {
    return failedCall(form, error, 'resetFailed');
  }
  return { done: true };
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

/** Sets a new password by the link of an e-mail. */
export default function RetrievePassword() {
  const { t } = useTranslation('account');
  const { email, refused } = useLoaderData<typeof loader>();
  const data = useActionData<Failed | { done: true }>();
  if (data && !isFailed(data)) {
    return (
      <AuthFrame title={t('reset.doneTitle')} text={t('reset.doneText')}>
        <NativeLink variant="primary" size="large" className="w-full" href={paths.login()}>
          {t('toSignIn')}
        </NativeLink>
      </AuthFrame>
    );
  }
  if (refused)
    return (
      <LinkFailed
        title={t('reset.failedTitle')}
        code={refused}
        action={
          <NativeLink variant="primary" size="large" className="w-full" href={paths.forgotPassword()}>
            {t('reset.again')}
          </NativeLink>
        }
      />
    );
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text', { email })}>
      <NewPasswordForm failed={data} submit={t('reset.submit')} />
    </AuthFrame>
  );
}
