import {
  Outlet,
  redirect,
  useLoaderData,
  useNavigation,
  useRouteLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { MetaFunction } from '@remix-run/node';
import { useEffect } from 'react';
import { ConsoleFrame } from '~/features/admin/console-frame';
import { LAYOUT_ID } from '~/features/admin/console-form';
import { withStaleFallback, startConsole } from '~/features/admin/stale-fallback';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleLoader } from '~/features/admin/server';
import { useConsole } from '~/features/admin/state';
import { useFreshAgain } from '~/features/admin/use-fresh-again';
import { ComponentsProvider } from '~/features/shell/components-provider';
import { speakTheirs, type Start } from '~/features/shell/start';
import { useAccountRemoval } from '~/features/shell/use-account-removal';
import { loadNamespaces } from '~/i18n/client';
import { namespacesOf } from '~/i18n/namespaces';
import { paths } from '~/paths';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/** Loads the administrator and company of the console; redirects other people. */
export const loader = consoleLoader(async ({ me, companyId, isOwner }) => {
  const company = me.companies.find((each) => each.id === companyId);
  return {
    user: { name: me.name, email: me.email },
    company: { id: companyId, name: company?.name ?? '', logo: company?.logo ?? '' },
    isOwner,
  };
});

/** The frame without the server: the person as stored on this device. */
function asKnownHere(start: Start): Awaited<ReturnType<typeof loader>> | null {
  if (start.state !== 'open') return null;
  const {
    account: { userId, companyId, name, email, companies, authorityCodes },
  } = start;
  if (!authorityCodes.includes('ADMIN_CONSOLE')) throw redirect(paths.noAccess());
  return {
    user: { name, email },
    company: { id: companyId, name: companies.find((each) => each.id === companyId)?.name ?? '', logo: '' },
    isOwner: authorityCodes.includes('COMPANY_OWNER'),
    account: `${companyId}/${userId}`,
  };
}

const lastFrame = withStaleFallback<typeof loader>('frame', { otherwise: asKnownHere, isFrame: true });
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  void startConsole();
  await loadNamespaces(namespacesOf(paths.admin.home()));
  return lastFrame(args);
}
clientLoader.hydrate = true as const;

/** Navigation between screens does not reload the frame; submissions and revalidations do. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.href === nextUrl.href || (formMethod !== undefined && formMethod.toUpperCase() !== 'GET');

export default function AdminLayout() {
  const facts = useLoaderData<typeof loader>();
  const isMoving = useNavigation().state === 'loading';
  useFreshAgain(useConsole().stale !== null);
  useAccountRemoval();
  useEffect(() => {
    void startConsole().then(speakTheirs);
  }, []);
  return (
    <ComponentsProvider>
      <ConsoleFrame facts={facts} isMoving={isMoving}>
        <Outlet />
      </ConsoleFrame>
    </ComponentsProvider>
  );
}

/** The error screen of the console, inside the frame if its data are known. */
export function ErrorBoundary() {
  const facts = useRouteLoaderData<typeof loader>(LAYOUT_ID);
  return (
    <ComponentsProvider>
      {facts ? (
        <ConsoleFrame facts={facts} isMoving={false}>
          <ScreenError />
        </ConsoleFrame>
      ) : (
        <main className="flex min-h-dvh items-center justify-center">
          <ScreenError />
        </main>
      )}
    </ComponentsProvider>
  );
}
