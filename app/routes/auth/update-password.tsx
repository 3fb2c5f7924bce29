import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  useActionData,
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { AccountForm } from '~/features/account/account-form';
import { failedCall, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { safeRedirect } from '~/safe-redirect';
import { NativeLink } from '~/ui/controls/native-controls';
import { passwordCalls } from '../../../server/organization/passwords/contract';
import { loadContext } from '../../../server/platform/http/load-context';
import { sessionCalls } from '../../../sync/protocol/session';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

interface Me {
  state: 'signedIn';
  email: string;
  hasPassword: boolean;
  required: boolean;
}
type Data = Me | { state: 'signedOut' };

export async function loader({ context }: LoaderFunctionArgs): Promise<Data> {
  try {
    const me = await loadContext(context).api(sessionCalls.my, {});
    return {
      state: 'signedIn',
      email: me.email,
      hasPassword: me.hasPassword,
      required: me.mustChangePassword ?? false,
    };
  } catch (error) {
    codeOf(error);
    return { state: 'signedOut' };
  }
}

const read = (form: FormData, name: string): string => String(form.get(name) ?? '');

export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Response> {
  const form = await request.formData();
  const { checkFirstPassword, checkPasswordChange } = await import('~/features/account/checks');
  const isFirst = read(form, 'intent') === 'first';
  const fields = (isFirst ? checkFirstPassword : checkPasswordChange)(form);
  if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  const { api } = loadContext(context);
  try {
    if (isFirst) await api(passwordCalls.initialize, { password: read(form, 'newPassword') });
    else
      await api(passwordCalls.change, {
        oldPassword: read(form, 'oldPassword'),
        newPassword: read(form, 'newPassword'),
      });
  } catch (error) {
    return failedCall(form, error);
  }
  return redirectDocument(safeRedirect(new URL(request.url).searchParams.get('redirect')));
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

const loadChange = () => import('~/features/account/checks').then((module) => module.checkPasswordChange);
const loadFirst = () => import('~/features/account/checks').then((module) => module.checkFirstPassword);

/** Changes the password, by choice or because the organization requires it; or sets the first one. */
export default function UpdatePassword() {
  const { t } = useTranslation('account');
  const data = useLoaderData<typeof loader>();
  const failed = useActionData<Failed>();
  const [search] = useSearchParams();
  const back = safeRedirect(search.get('redirect'));
  useRenewal(data.state === 'signedOut');
  if (data.state === 'signedOut') {
    return (
      <AuthFrame title={t('update.title')} text={t('update.signIn')}>
        <NativeLink variant="primary" size="large" className="w-full" href={paths.login(paths.updatePassword(back))}>
          {t('toSignIn')}
        </NativeLink>
      </AuthFrame>
    );
  }
  const { email, hasPassword, required } = data;
  const text = !hasPassword
    ? t('update.textFirst', { email })
    : required
      ? t('update.textRequired')
      : t('update.text', { email });
  return (
    <AuthFrame title={t(hasPassword ? 'update.title' : 'update.titleFirst')} text={text}>
      <AccountForm
        fields={[
          ...(hasPassword
            ? [
                {
                  name: 'oldPassword',
                  type: 'password' as const,
                  label: t('update.current'),
                  autoComplete: 'current-password',
                  autoFocus: true,
                },
              ]
            : []),
          {
            name: 'newPassword',
            type: 'password',
            label: t('newPassword'),
            autoComplete: 'new-password',
            hint: t('passwordHint'),
            autoFocus: !hasPassword,
          },
          { name: 'confirmPassword', type: 'password', label: t('confirmPassword'), autoComplete: 'new-password' },
        ]}
        hidden={{ intent: hasPassword ? 'change' : 'first' }}
        check={hasPassword ? loadChange : loadFirst}
        failed={failed}
        submit={t('update.submit')}
        submitting={t('saving')}
      />
      <p className="mt-5 text-13 leading-relaxed">
        <a
          href={required && back.startsWith(paths.admin.home()) ? paths.home() : back}
          className="text-accent-ink underline underline-offset-2"
        >
          {t(required ? 'update.later' : 'update.back')}
        </a>
      </p>
    </AuthFrame>
  );
}

/** Renews an expired session by a call, which a document request cannot do, and loads the page again. */
function useRenewal(wanted: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (wanted) call(sessionCalls.my, {}).then(revalidate, () => undefined);
  }, [wanted, revalidate]);
}
