import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
  useRevalidator,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { useMessages } from '~/features/account/account-form';
import { LinkFailed } from '~/features/account/link-failed';
import { NewPasswordForm } from '~/features/account/new-password-form';
import { Notice } from '~/features/account/notice';
import { failedCall, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { paths } from '~/paths';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { joinRequestCalls } from '../../../server/organization/join-requests/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/** milliseconds between checks for an administrator's decision */
const LOOK_EVERY_MS = 15_000;

const inputOf = (request: Request): { applyId: string; sign: string } => {
  const { searchParams } = new URL(request.url);
  return { applyId: searchParams.get('applyId') ?? '', sign: searchParams.get('sign') ?? '' };
};

export async function loader({ request, context }: LoaderFunctionArgs): Promise<{
  state: 'verifying' | 'waiting' | 'approved' | 'refused' | '';
  companyName: string;
  email: string;
  hasPassword: boolean;
  refused: string;
}> {
  return loadContext(context)
    .api(joinRequestCalls.state, inputOf(request))
    .then(
      (found) => ({ ...found, refused: '' }),
      (error: unknown) => ({
        state: '' as const,
        companyName: '',
        email: '',
        hasPassword: false,
        refused: codeOf(error),
      }),
    );
}

export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | null> {
  const form = await request.formData();
  const isNew = form.get('intent') === 'new';
  if (isNew) {
    const { checkNewPassword } = await import('~/features/account/checks');
    const fields = checkNewPassword(form);
    if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  }
  try {
    await loadContext(context).api(joinRequestCalls.verify, {
      ...inputOf(request),
      ...(isNew ? { password: String(form.get('password')) } : {}),
    });
    return null;
  } catch (error) {
    return failedCall(form, error);
  }
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

/**
 * The page of a join request: the person confirms the e-mail address, and sets a password if the account has none; then
 * an administrator decides. The page updates itself until then.
 */
export default function ApplyVerify() {
  const { t } = useTranslation('account');
  const message = useMessages();
  const { state, companyName, email, hasPassword, refused } = useLoaderData<typeof loader>();
  const failed = useActionData<Failed | null>();
  const busy = useNavigation().state !== 'idle';
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const timer = setInterval(revalidate, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [state, revalidate]);
  if (refused) return <LinkFailed title={t('apply.failedTitle')} code={refused} />;
  if (state === 'waiting')
    return <AuthFrame title={t('join.waitingTitle')} text={t('join.waitingText', { company: companyName })} />;
  if (state === 'approved')
    return (
      <AuthFrame title={t('apply.approvedTitle', { company: companyName })} text={t('apply.approvedText')}>
        <NativeLink variant="primary" size="large" className="w-full" href={paths.home()}>
          {t('apply.enter')}
        </NativeLink>
      </AuthFrame>
    );
  if (state === 'refused')
    return <AuthFrame title={t('apply.refusedTitle')} text={t('apply.refusedText', { company: companyName })} />;
  if (!hasPassword) {
    return (
      <AuthFrame title={t('apply.title')} text={t('apply.textNew', { company: companyName, email })}>
        <NewPasswordForm hidden={{ intent: 'new' }} failed={failed ?? undefined} submit={t('apply.submit')} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('apply.title')} text={t('apply.text', { company: companyName })}>
      <Form method="post" className="flex flex-col gap-4">
        {failed?.error && <Notice kind="danger">{message(failed.error, failed.params)}</Notice>}
        <NativeButton type="submit" variant="primary" size="large" className="w-full" isLoading={busy}>
          {t('apply.submit')}
        </NativeButton>
      </Form>
    </AuthFrame>
  );
}
