import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { Trans, useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { AccountForm, useMessages } from '~/features/account/account-form';
import { Notice } from '~/features/account/notice';
import { resent } from '~/features/account/resent';
import { failedCall, isFailed, keepTyped, wrongFields, type Failed } from '~/features/account/result';
import { Resend } from '~/features/account/resend';
import { Steps } from '~/features/account/steps';
import { languageOf } from '~/i18n/server';
import { paths } from '~/paths';
import { NativeCheck, NativeChoice } from '~/ui/controls/native-form';
import { registrationCalls } from '../../../server/organization/registration/contract';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { roles } = await loadContext(context).api(registrationCalls.jobRoles, {
    lang: await languageOf(request),
  });
  return { roles };
}

type Data =
  | { step: 'account'; companyName: string; jobRoleId: string; failed?: Failed }
  | { step: 'sent'; email: string; applyId: string; resendAfterSeconds: number; round: number; failed?: Failed };

/**
 * Three steps, each validated on the server before the next one is shown, so that the form works without JavaScript.
 * Values of earlier steps are hidden fields of the form.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Failed | Data> {
  const form = await request.formData();
  const read = (name: string): string => String(form.get(name) ?? '');
  const { api } = loadContext(context);
  if (read('intent') === 'resend') {
    const sent = { step: 'sent' as const, email: read('email'), applyId: read('applyId'), round: Date.now() };
    return resent(form, sent, api(registrationCalls.resend, { applyId: sent.applyId }));
  }
  const { checkOrganization, checkAccount } = await import('~/features/account/checks');
  const first = checkOrganization(form);
  if (Object.keys(first).length > 0) return wrongFields(form, first);
  const organization = { step: 'account' as const, companyName: read('companyName'), jobRoleId: read('jobRoleId') };
  if (read('intent') !== 'account') return organization;
  const second = checkAccount(form);
  if (Object.keys(second).length > 0) return { ...organization, failed: wrongFields(form, second) };
  try {
    const { applyId, resendAfterSeconds } = await api(registrationCalls.create, {
      companyName: organization.companyName,
      jobRoleId: organization.jobRoleId as 'other',
      userName: read('userName'),
      email: read('email'),
      lang: await languageOf(request),
    });
    return { step: 'sent', email: read('email'), applyId, resendAfterSeconds, round: Date.now() };
  } catch (error) {
    return { ...organization, failed: failedCall(form, error) };
  }
}

/** Offline the step stays as it is, with its values. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<Failed | Data> {
  const form = await request.clone().formData();
  const result = await keepTyped(request, () => serverAction<typeof action>() as Promise<Failed | Data>);
  if (!isFailed(result) || form.get('intent') !== 'account') return result;
  return {
    step: 'account',
    companyName: String(form.get('companyName')),
    jobRoleId: String(form.get('jobRoleId')),
    failed: result,
  };
}

const loadOrganizationCheck = () => import('~/features/account/checks').then((module) => module.checkOrganization);
const loadAccountCheck = () => import('~/features/account/checks').then((module) => module.checkAccount);

export default function Register() {
  const { t } = useTranslation('account');
  const data = useActionData<Failed | Data>();
  const toSignIn = (
    <p className="mt-5 text-13 text-ink-muted">
      {t('register.have')}{' '}
      <Link to={paths.login()} className="text-accent-ink underline underline-offset-2">
        {t('toSignIn')}
      </Link>
    </p>
  );
  if (data && !isFailed(data) && data.step === 'sent') return <SentStep data={data} />;
  if (data && !isFailed(data)) return <AccountStep data={data} />;
  return (
    <AuthFrame title={t('register.title')} text={t('register.text')}>
      <Steps at={1} names={[t('register.step1'), t('register.step2'), t('register.step3')]} />
      <OrganizationStep failed={data} />
      {toSignIn}
    </AuthFrame>
  );
}

function OrganizationStep({ failed }: { failed: Failed | undefined }) {
  const { t } = useTranslation('account');
  const { roles } = useLoaderData<typeof loader>();
  return (
    <AccountForm
      fields={[{ name: 'companyName', label: t('companyName'), autoComplete: 'organization', autoFocus: true }]}
      hidden={{ intent: 'organization' }}
      check={loadOrganizationCheck}
      failed={failed}
      submit={t('continue')}
      submitting={t('continue')}
    >
      {(errors) => (
        <NativeChoice
          name="jobRoleId"
          label={t('role')}
          placeholder={t('chooseRole')}
          options={roles}
          defaultValue={failed?.values['jobRoleId'] ?? ''}
          error={errors['jobRoleId']}
        />
      )}
    </AccountForm>
  );
}

function AccountStep({ data }: { data: Extract<Data, { step: 'account' }> }) {
  const { t } = useTranslation('account');
  return (
    <AuthFrame title={t('register.accountTitle')} text={t('register.accountText', { company: data.companyName })}>
      <Steps at={2} names={[t('register.step1'), t('register.step2'), t('register.step3')]} />
      <AccountForm
        fields={[
          { name: 'userName', label: t('yourName'), autoComplete: 'name', autoFocus: true },
          { name: 'email', type: 'email', label: t('workEmail'), autoComplete: 'email' },
        ]}
        hidden={{ intent: 'account', companyName: data.companyName, jobRoleId: data.jobRoleId }}
        check={loadAccountCheck}
        failed={data.failed}
        submit={t('register.submit')}
        submitting={t('sending')}
      >
        {(errors) => (
          <NativeCheck
            name="terms"
            value="yes"
            error={errors['terms']}
            defaultChecked={data.failed?.values['terms'] === 'yes'}
          >
            <Trans
              t={t}
              i18nKey="register.agree"
              values={{ terms: t('register.terms') }}
              components={{
                a: (
                  <a
                    href={paths.usageTerms()}
                    target="_blank"
                    rel="noopener"
                    className="text-accent-ink underline underline-offset-2"
                  />
                ),
              }}
            />
          </NativeCheck>
        )}
      </AccountForm>
    </AuthFrame>
  );
}

function SentStep({ data }: { data: Extract<Data, { step: 'sent' }> }) {
  const { t } = useTranslation('account');
  const message = useMessages();
  return (
    <AuthFrame title={t('register.sentTitle')} text={t('register.sentText', { email: data.email })}>
      <Steps at={3} names={[t('register.step1'), t('register.step2'), t('register.step3')]} />
      <div className="flex flex-col gap-4">
        {data.failed?.error && <Notice kind="danger">{message(data.failed.error, data.failed.params)}</Notice>}
        {data.failed?.error !== 'mailsToday' && (
          <Resend
            seconds={data.resendAfterSeconds}
            round={data.round}
            hidden={{ email: data.email, applyId: data.applyId }}
          />
        )}
        <p className="text-13 leading-relaxed text-ink-muted">{t('register.sentHint')}</p>
      </div>
    </AuthFrame>
  );
}
