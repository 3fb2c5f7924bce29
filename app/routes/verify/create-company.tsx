import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { useMessages } from '~/features/account/account-form';
import { LinkFailed } from '~/features/account/link-failed';
import { Notice } from '~/features/account/notice';
import { failedCall, keepTyped, type Failed } from '~/features/account/outcome';
import { codeOf } from '~/features/account/refusal';
import { paths } from '~/paths';
import { PlainButton, PlainLink } from '~/ui/plain';
import { registrationCalls } from '../../../server/organization/registration/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

const keyOf = (request: Request): string => new URL(request.url).searchParams.get('activeKey') ?? '';

/** Looks at the link; nothing is used up by opening it, which mail scanners do, too. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<{ companyName: string; refused: string }> {
  return loadContext(context).api(registrationCalls.look, { activeKey: keyOf(request) }).then(({ companyName }) => ({ companyName, refused: '' }), (error: unknown) => ({ companyName: '', refused: codeOf(error) }));
}

export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Response> {
  try {
    await loadContext(context).api(registrationCalls.activate, { activeKey: keyOf(request) });
  } catch (error) {
    return failedCall(await request.formData(), error);
  }
  return redirect(paths.verificationSuccess());
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) => keepTyped(request, () => serverAction<typeof action>());

/** Activates the company that was registered. */
export default function CreateCompany() {
  const { t } = useTranslation('account');
  const message = useMessages();
  const { companyName, refused } = useLoaderData<typeof loader>();
  const failed = useActionData<Failed>();
  const busy = useNavigation().state !== 'idle';
  if (refused) {
    const known = refused === 'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE';
    return <LinkFailed title={t(known ? 'activate.doneTitle' : 'activate.failedTitle')} code={refused} action={<PlainLink variant="primary" size="large" className="w-full" href={known ? paths.login() : paths.register()}>{t(known ? 'toSignIn' : 'activate.again')}</PlainLink>} />;
  }
  return (
    <AuthFrame title={t('activate.title', { company: companyName })} text={t('activate.text')}>
      <Form method="post" className="flex flex-col gap-4">
        {failed?.error && <Notice kind="danger">{message(failed.error, failed.params)}</Notice>}
        <PlainButton type="submit" variant="primary" size="large" className="w-full" isLoading={busy}>{t('activate.submit')}</PlainButton>
      </Form>
    </AuthFrame>
  );
}
