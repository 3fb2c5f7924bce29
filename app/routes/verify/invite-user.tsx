import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { useMessages } from '~/features/account/account-form';
import { LinkFailed } from '~/features/account/link-failed';
import { NewPasswordForm } from '~/features/account/new-password-form';
import { Notice } from '~/features/account/notice';
import { failedCall, isFailed, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { FRESH_SESSION_COOKIE } from '~/replica/fresh-session';
import { languageOf } from '~/i18n/server';
import { paths } from '~/paths';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { identityCalls } from '../../../server/organization/identity/contract';
import { invitationCalls } from '../../../server/organization/invitations/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

const keyOf = (request: Request): string => new URL(request.url).searchParams.get('activeKey') ?? '';
const nothing = { companyName: '', name: '', email: '', hasPassword: false };

/** Checks the link without using it up, since mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadContext(context)
    .api(invitationCalls.look, { activeKey: keyOf(request) })
    .then(
      (found) => ({ ...found, refused: '' }),
      (error: unknown) => ({ ...nothing, refused: codeOf(error) }),
    );
}

interface Joined {
  joined: string;
}

/**
 * Accepts an invitation. A new person sets a password and is signed in; a person with a password is sent to the
 * sign-in, unless they are signed in already.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Joined | Response> {
  const form = await request.formData();
  const server = loadContext(context);
  const isNew = form.get('intent') === 'new';
  if (isNew) {
    const { checkNewPassword } = await import('~/features/account/checks');
    const fields = checkNewPassword(form);
    if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  }
  try {
    const { loginToken, email, companyId } = await server.api(invitationCalls.accept, {
      activeKey: keyOf(request),
      lang: await languageOf(request),
      ...(isNew ? { password: String(form.get('password')) } : {}),
    });
    if (!loginToken) {
      const me = await server.api(identityCalls.my, {}).catch(() => null);
      return me?.email === email
        ? { joined: me.companies.find((each) => each.id === companyId)?.name ?? '' }
        : redirectDocument(paths.login());
    }
  } catch (error) {
    return failedCall(form, error);
  }
  server.setCookie(FRESH_SESSION_COOKIE, '1', { path: '/', maxAge: 300, httpOnly: false });
  return redirectDocument(paths.home());
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

/** The page of an invitation. */
export default function InviteUser() {
  const { t } = useTranslation('account');
  const message = useMessages();
  const invited = useLoaderData<typeof loader>();
  const answer = useActionData<Failed | Joined>();
  const failed = isFailed(answer) ? answer : undefined;
  const busy = useNavigation().state !== 'idle';
  if (answer && 'joined' in answer) {
    return (
      <AuthFrame
        title={t('invited.joinedTitle', { company: answer.joined })}
        text={t('invited.joinedText', { company: answer.joined })}
      >
        <NativeLink variant="primary" size="large" className="w-full" href={paths.home()}>
          {t('ready.open')}
        </NativeLink>
      </AuthFrame>
    );
  }
  if (invited.refused) {
    const known = invited.refused === 'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE';
    return (
      <LinkFailed
        title={t(known ? 'invited.doneTitle' : 'invited.failedTitle')}
        code={invited.refused}
        action={
          <NativeLink variant="primary" size="large" className="w-full" href={paths.login()}>
            {t('toSignIn')}
          </NativeLink>
        }
      />
    );
  }
  return (
    <AuthFrame
      title={t('invited.title', { company: invited.companyName })}
      text={t(invited.hasPassword ? 'invited.textKnown' : 'invited.textNew', {
        name: invited.name,
        email: invited.email,
      })}
    >
      {invited.hasPassword ? (
        <Form method="post" className="flex flex-col gap-4">
          {failed?.error && <Notice kind="danger">{message(failed.error, failed.params)}</Notice>}
          <NativeButton type="submit" variant="primary" size="large" className="w-full" isLoading={busy}>
            {t('invited.accept')}
          </NativeButton>
        </Form>
      ) : (
        <NewPasswordForm hidden={{ intent: 'new' }} failed={failed} submit={t('invited.accept')} />
      )}
    </AuthFrame>
  );
}
