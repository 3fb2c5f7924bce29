import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticePage } from '~/features/account/notice-page';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';
import { loadContext } from '../../../server/platform/http/load-context';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/**
 * The visitor's address as the server sees it, and whether this browser has a session, whose workspace may be on this
 * device.
 */
export const loader = ({ request, context }: LoaderFunctionArgs) => ({
  ip: loadContext(context).ip,
  signedIn: /(?:^|;\s*)accessToken=./.test(request.headers.get('cookie') ?? ''),
});

/** Shown if the company restricts access to certain networks, and the visitor is in another one. */
export default function IpBlocked() {
  const { t } = useTranslation(['auth', 'errors']);
  const { ip, signedIn } = useLoaderData<typeof loader>();
  return (
    <NoticePage
      icon={<ShieldAlert size={22} />}
      title={t('auth:ipBlocked.title')}
      text={
        <>
          {t('auth:ipBlocked.text')}
          {ip && (
            <span className="mt-3 block text-ink-strong">
              {t('auth:ipBlocked.yourIp')}{' '}
              <code className="rounded-control bg-sunken px-1.5 py-0.5 font-mono">{ip}</code>
            </span>
          )}
        </>
      }
      action={
        <>
          {signedIn && <NativeLink href={paths.home()}>{t('auth:ipBlocked.toWorkspace')}</NativeLink>}
          <NativeLink variant="primary" href={paths.login()}>
            {t('auth:ipBlocked.toLogin')}
          </NativeLink>
        </>
      }
    />
  );
}
