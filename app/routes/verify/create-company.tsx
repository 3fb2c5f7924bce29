import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { LinkFailed } from '~/features/account/link-failed';
import { NewPasswordForm } from '~/features/account/new-password-form';
import { failedCall, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { FRESH_SESSION_COOKIE } from '~/replica/fresh-session';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';
import { registrationCalls } from '../../../server/organization/registration/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

const keyOf = (request: Request): string => new URL(request.url).searchParams.get('activeKey') ?? '';

/** Checks the link without using it up, since mail scanners open links. */
export async function loader({
  request,
  context,
}: LoaderFunctionArgs): Promise<{ companyName: string; email: string; refused: string }> {
  return loadContext(context)
    .api(registrationCalls.look, { activeKey: keyOf(request) })
    .then(
      (found) => ({ ...found, refused: '' }),
      (error: unknown) => ({ companyName: '', email: '', refused: codeOf(error) }),
    );
}

export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Response> {
  const form = await request.formData();
  const { checkNewPassword } = await import('~/features/account/checks');
  const fields = checkNewPassword(form);
  if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  const server = loadContext(context);
  try {
    await server.api(registrationCalls.activate, { activeKey: keyOf(request), password: String(form.get('password')) });
  } catch (error) {
    return failedCall(form, error);
  }
  server.setCookie(FRESH_SESSION_COOKIE, '1', { path: '/', maxAge: 300, httpOnly: false });
  return redirectDocument(paths.verificationSuccess());
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

/** Activates the registered company with a password that its owner chooses. */
export default function CreateCompany() {
  const { t } = useTranslation('account');
  const { companyName, email, refused } = useLoaderData<typeof loader>();
  const failed = useActionData<Failed>();
  if (refused) {
    const known = refused === 'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE';
    return (
      <LinkFailed
        title={t(known ? 'activate.doneTitle' : 'activate.failedTitle')}
        code={refused}
        action={
          <NativeLink variant="primary" size="large" className="w-full" href={known ? paths.login() : paths.register()}>
            {t(known ? 'toSignIn' : 'activate.again')}
          </NativeLink>
        }
      />
    );
  }
  return (
    <AuthFrame title={t('activate.title', { company: companyName })} text={t('activate.text', { email })}>
      <NewPasswordForm failed={failed} submit={t('activate.submit')} />
    </AuthFrame>
  );
}
