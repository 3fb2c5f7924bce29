import { redirectDocument, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useActionData, useNavigation, useSearchParams, type ClientActionFunctionArgs } from '@remix-run/react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callFailure } from '~/api/call-failure';
import { AuthFrame } from '~/features/auth/auth-frame';
import { useCheckedForm } from '~/features/auth/use-checked-form';
import { FRESH_SESSION_COOKIE } from '~/replica/fresh-session';
import { paths } from '~/paths';
import { safeRedirect } from '~/safe-redirect';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { identityCalls } from '../../../server/organization/identity/contract';
import { loadContext } from '../../../server/platform/http/load-context';
import { dynamicKeys } from '~/i18n/dynamic-keys';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

interface Failure {
  /** a code of `errors`, or `noNetwork` */
  error: string;
  params: Record<string, string | number>;
  fields: Record<string, string>;
  email: string;
}

/**
 * Signs in. The response is a full page load, because the page may have content of a signed-out visitor or another
 * person.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const email = String(form.get('email') ?? '');
  const { checkLogin } = await import('~/features/auth/login-check');
  const fields = checkLogin(form);
  const failed = (error: string, more: Partial<Failure> = {}): Failure => ({
    error,
    params: {},
    fields: {},
    email,
    ...more,
  });
  if (Object.keys(fields).length > 0) return failed('', { fields });
  const server = loadContext(context);
  let mustChangePassword = false;
  try {
    ({ mustChangePassword } = await server.api(identityCalls.login, { email, password: String(form.get('password')) }));
  } catch (error) {
    const failure = callFailure(error);
    if (!failure) throw error;
    if (failure.code === 'IP_BLOCKED') return redirectDocument(paths.ipBlocked());
    return failed(failure.noAnswer ? 'HTTP_503' : failure.code, { params: failure.params });
  }
  server.setCookie(FRESH_SESSION_COOKIE, '1', { path: '/', maxAge: 300, httpOnly: false });
  const to = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  return redirectDocument(mustChangePassword ? paths.updatePassword(to) : to);
}

/** Offline the form reports it and keeps its values. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<Failure | null> {
  const email = String((await request.clone().formData()).get('email') ?? '');
  try {
    return (await serverAction<typeof action>()) as Failure | null;
  } catch (error) {
    if (error instanceof Response) throw error;
    // `fetch` rejects with a TypeError if there was no response.
    return { error: error instanceof TypeError ? 'noNetwork' : 'HTTP_500', params: {}, fields: {}, email };
  }
}

/** Loaded when it is shown, which is rare. */
const Banner = lazy(() => import('~/ui/feedback/banner').then((module) => ({ default: module.Banner })));
function Notice({ kind, children }: { kind: 'info' | 'danger'; children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <Banner kind={kind} live={kind === 'danger' ? 'alert' : 'status'}>
        {children}
      </Banner>
    </Suspense>
  );
}
const loadCheck = () => import('~/features/auth/login-check').then(({ checkLogin }) => checkLogin);

export default function Login() {
  const { t } = useTranslation(['auth', 'errors']);
  const failure = useActionData<Failure | null>();
  const navigation = useNavigation();
  const [search] = useSearchParams();
  const { errors, ...checked } = useCheckedForm(loadCheck);
  const text = (message: string | undefined) => (message ? t(`auth:${message}`) : undefined);
  const translate = dynamicKeys(t);
  const whole = failure?.error
    ? failure.error === 'noNetwork'
      ? t('auth:noNetwork')
      : translate(`errors:${failure.error}`, { ...failure.params, defaultValue: t('errors:UNKNOWN_ERROR') })
    : null;
  const reason = search.get('reason');
  const handedOver = Number(search.get('handedOver'));
  return (
    <AuthFrame title={t('auth:login.title')} text={t('auth:login.text')}>
      <Form method="post" {...checked} noValidate className="flex flex-col gap-4">
        {!whole && (reason === 'expired' || reason === 'revoked') && (
          <Notice kind="info">
            {handedOver > 0 ? t('auth:reason.handedOver', { count: handedOver }) : t(`auth:reason.${reason}`)}
          </Notice>
        )}
        {whole && <Notice kind="danger">{whole}</Notice>}
        <NativeField
          name="email"
          type="email"
          label={t('auth:email')}
          autoComplete="username"
          inputMode="email"
          autoFocus
          defaultValue={failure?.email ?? ''}
          error={text(errors['email'] ?? failure?.fields['email'])}
        />
        <NativeField
          name="password"
          type="password"
          label={t('auth:password')}
          autoComplete="current-password"
          error={text(errors['password'] ?? failure?.fields['password'])}
        />
        <NativeButton
          type="submit"
          variant="primary"
          size="large"
          isLoading={navigation.state !== 'idle'}
          className="mt-1 w-full"
        >
          {t(navigation.state !== 'idle' ? 'auth:signingIn' : 'auth:signIn')}
        </NativeButton>
        <p className="text-13">
          <a href={paths.forgotPassword()} className="text-accent-ink underline underline-offset-2">
            {t('auth:forgot')}
          </a>
        </p>
        <p className="text-13 leading-relaxed text-ink-muted">
          {t('auth:new')}{' '}
          <a href={paths.register()} className="text-accent-ink underline underline-offset-2">
            {t('auth:register')}
          </a>
        </p>
      </Form>
    </AuthFrame>
  );
}
