import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessages } from '~/features/account/account-form';
import { LinkFailed } from '~/features/account/link-failed';
import { Notice } from '~/features/account/notice';
import { isFailed, keepTyped, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { AuthFrame } from '~/features/auth/auth-frame';
import { signInFirst } from '~/features/consent/request';
import { paths } from '~/paths';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { desktopCalls } from '../../../server/organization/desktop/contract';
import { identityCalls } from '../../../server/organization/identity/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

const asked = (request: Request) => {
  const { searchParams } = new URL(request.url);
  return { codeChallenge: searchParams.get('codeChallenge') ?? '', state: searchParams.get('state') ?? '' };
};

/** Loads the account to be signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const me = await loadContext(context).api(identityCalls.my, {});
    const fits = /^[A-Za-z0-9_-]{43}$/.test(asked(request).codeChallenge);
    return { name: me.name, email: me.email, refused: fits ? '' : 'desktopRequest' };
  } catch (error) {
    return { name: '', email: '', refused: signInFirst(request, error) };
  }
}

/** Creates the code by a form submission, so that a page of another site cannot create one. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | { link: string }> {
  try {
    return await loadContext(context).api(desktopCalls.code, asked(request));
  } catch (error) {
    signInFirst(request, error);
    return { error: codeOf(error), params: {}, fields: {}, values: {} };
  }
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>() as Promise<Failed | { link: string }>);

/**
 * Signs in the desktop app with the session of this browser. The app opens this page with its challenge, and receives
 * the code by its URL scheme.
 */
export default function Desktop() {
  const { t } = useTranslation('account');
  const message = useMessages();
  const { name, email, refused } = useLoaderData<typeof loader>();
  const made = useActionData<Failed | { link: string }>();
  const busy = useNavigation().state !== 'idle';
  const link = made && !isFailed(made) ? made.link : '';
  useEffect(() => {
    if (link) location.assign(link);
  }, [link]);
  if (refused)
    return (
      <LinkFailed
        title={t('desktop.failedTitle')}
        code={refused}
        action={
          <NativeLink variant="primary" size="large" className="w-full" href={paths.home()}>
            {t('desktop.here')}
          </NativeLink>
        }
      />
    );
  return (
    <AuthFrame title={t('desktop.title')} text={t(link ? 'desktop.opened' : 'desktop.text', { name, email })}>
      <Form method="post" className="flex flex-col gap-2">
        {made && isFailed(made) && <Notice kind="danger">{message(made.error, made.params)}</Notice>}
        {link ? (
          <NativeLink variant="primary" size="large" className="w-full" href={link}>
            {t('desktop.open')}
          </NativeLink>
        ) : (
          <NativeButton type="submit" variant="primary" size="large" className="w-full" isLoading={busy}>
            {t('desktop.signIn')}
          </NativeButton>
        )}
        <NativeLink size="large" className="w-full" href={paths.home()}>
          {t('desktop.here')}
        </NativeLink>
      </Form>
    </AuthFrame>
  );
}
