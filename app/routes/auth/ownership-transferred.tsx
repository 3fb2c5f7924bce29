import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirectDocument } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '~/features/account/refusal';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';
import { profileCalls } from '../../../server/organization/profile/contract';
import { loadContext } from '../../../server/platform/http/load-context';
import { sessionCalls } from '../../../sync/protocol/session';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/** Loads the owner of the company; redirects the owner to the workspace. */
export async function loader({ context }: LoaderFunctionArgs): Promise<{ owner: string; company: string }> {
  const { api } = loadContext(context);
  try {
    const me = await api(sessionCalls.my, {});
    const { owner, company } = await api(profileCalls.profile, { id: me.userCompany?.companyId ?? '' });
    if (owner.userId !== me.id) return { owner: owner.name, company: company.name };
  } catch (error) {
    codeOf(error);
  }
  throw redirectDocument(paths.home());
}

/** The confirmation for the former owner, who has no more access to the console. */
export default function OwnershipTransferred() {
  const { t } = useTranslation('account');
  const { owner, company } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t('transferred.title')} text={t('transferred.text', { owner, company })}>
      <NativeLink variant="primary" size="large" className="w-full" href={paths.home()}>
        {t('transferred.toWorkspace')}
      </NativeLink>
    </AuthFrame>
  );
}
