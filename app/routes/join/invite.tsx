import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { AccountForm, useMessages } from '~/features/account/account-form';
import { LinkFailed } from '~/features/account/link-failed';
import { Notice } from '~/features/account/notice';
import { resent } from '~/features/account/resent';
import { failedCall, isFailed, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { codeOf } from '~/features/account/refusal';
import { Resend } from '~/features/account/resend';
import { languageOf } from '~/i18n/server';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';
import { NativeTextArea } from '~/ui/controls/native-form';
import { identityCalls } from '../../../server/organization/identity/contract';
import { invitationCalls } from '../../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../../server/organization/join-requests/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

interface Found {
  companyName: string;
  me: { name: string; email: string } | null;
  refused: string;
}

export async function loader({ params, context }: LoaderFunctionArgs): Promise<Found> {
  const { api } = loadContext(context);
  const me = await api(identityCalls.my, {}).then(
    ({ name, email }) => ({ name, email }),
    () => null,
  );
  return api(invitationCalls.lookAtLink, { key: params['key'] ?? '' }).then(
    ({ companyName }) => ({ companyName, me, refused: '' }),
    (error: unknown) => ({ companyName: '', me, refused: codeOf(error) }),
  );
}

type Applied = {
  state: 'verifying' | 'waiting';
  email: string;
  applyId: string;
  resendAfterSeconds: number;
  round: number;
  failed?: Failed;
};

export async function action({ request, params, context }: ActionFunctionArgs): Promise<Failed | Applied> {
  const form = await request.formData();
  const read = (name: string): string => String(form.get(name) ?? '');
  const { api } = loadContext(context);
  if (read('intent') === 'resend') {
    const applied = { state: 'verifying' as const, email: read('email'), applyId: read('applyId'), round: Date.now() };
    return resent(form, applied, api(joinRequestCalls.resend, { applyId: applied.applyId }));
  }
  const isMember = read('intent') === 'signedIn';
  const checks = await import('~/features/account/checks');
  const fields = isMember ? checks.checkMemo(form) : checks.checkJoin(form);
  if (Object.keys(fields).length > 0) return wrongFields(form, fields);
  try {
    const applied = await api(joinRequestCalls.apply, {
      invitationKey: params['key'] ?? '',
      memo: read('memo'),
      lang: await languageOf(request),
      ...(isMember ? {} : { name: read('name'), email: read('email') }),
    });
    return {
      state: applied.state === 'verifying' ? 'verifying' : 'waiting',
      email: read('email'),
      applyId: applied.applyId,
      resendAfterSeconds: applied.resendAfterSeconds,
      round: Date.now(),
    };
  } catch (error) {
    return failedCall(form, error);
  }
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  keepTyped(request, () => serverAction<typeof action>());

const loadJoin = () => import('~/features/account/checks').then((module) => module.checkJoin);
const loadMemo = () => import('~/features/account/checks').then((module) => module.checkMemo);

/** Requests to join a company by its invitation link. */
export default function Invite() {
  const { t } = useTranslation('account');
  const message = useMessages();
  const location = useLocation();
  const { companyName, me, refused } = useLoaderData<typeof loader>();
  const data = useActionData<Failed | Applied>();
  if (refused)
    return (
      <LinkFailed
        title={t('join.failedTitle')}
        code={refused}
        action={
          <NativeLink size="large" className="w-full" href={paths.login()}>
            {t('toSignIn')}
          </NativeLink>
        }
      />
    );
  if (data && !isFailed(data) && data.state === 'waiting')
    return (
      <AuthFrame title={t('join.waitingTitle')} text={t('join.waitingText', { company: companyName })}>
        <NativeLink size="large" className="w-full" href={paths.home()}>
          {t('join.toSatchel')}
        </NativeLink>
      </AuthFrame>
    );
  if (data && !isFailed(data)) {
    return (
      <AuthFrame title={t('join.verifyTitle')} text={t('join.verifyText', { email: data.email })}>
        <div className="flex flex-col gap-4">
          {data.failed?.error && <Notice kind="danger">{message(data.failed.error, data.failed.params)}</Notice>}
          {data.failed?.error !== 'mailsToday' && (
            <Resend
              seconds={data.resendAfterSeconds}
              round={data.round}
              hidden={{ email: data.email, applyId: data.applyId }}
            />
          )}
        </div>
      </AuthFrame>
    );
  }
  const memo = (errors: Record<string, string | undefined>) => (
    <NativeTextArea
      name="memo"
      label={t('memo')}
      hint={t('memoHint')}
      defaultValue={data?.values['memo'] ?? ''}
      error={errors['memo']}
    />
  );
  if (me) {
    return (
      <AuthFrame
        title={t('join.title', { company: companyName })}
        text={t('join.textSignedIn', { name: me.name, email: me.email })}
      >
        <AccountForm
          fields={[]}
          hidden={{ intent: 'signedIn' }}
          check={loadMemo}
          failed={data}
          submit={t('join.submit')}
          submitting={t('sending')}
        >
          {memo}
        </AccountForm>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('join.title', { company: companyName })} text={t('join.text')}>
      <AccountForm
        fields={[
          { name: 'name', label: t('yourName'), autoComplete: 'name', autoFocus: true },
          { name: 'email', type: 'email', label: t('workEmail'), autoComplete: 'email' },
        ]}
        hidden={{ intent: 'new' }}
        check={loadJoin}
        failed={data}
        submit={t('join.submit')}
        submitting={t('sending')}
      >
        {memo}
      </AccountForm>
      <p className="mt-5 text-13 text-ink-muted">
        {t('register.have')}{' '}
        <Link to={paths.login(location.pathname)} className="text-accent-ink underline underline-offset-2">
          {t('toSignIn')}
        </Link>
      </p>
    </AuthFrame>
  );
}
