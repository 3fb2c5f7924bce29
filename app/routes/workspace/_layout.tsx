import {
  Outlet,
  useLoaderData,
  useNavigation,
  useRevalidator,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { KeptPdfViewer } from '~/features/files/pdf/kept-viewer';
import { StoredInbox } from '~/features/inbox/stored-inbox';
import { Guarding } from '~/features/navigation-guards/guards';
import { RecorderProvider } from '~/features/recorder/recorder-context';
import { ComponentsProvider } from '~/features/shell/components-provider';
import { Frame } from '~/features/shell/frame';
import { speakTheirs, startWorkspace } from '~/features/shell/start';
import { SignedOutScreen } from '~/features/shell/start-states';
import { StorageBroken } from '~/features/shell/storage-broken';
import { useAccountRemoval } from '~/features/shell/use-account-removal';
import { isLanguage } from '../../../sync/model/languages';
import { loadAllNamespaces, switchLanguage } from '~/i18n/client';
import { useAccount, useQuery } from '~/replica/hooks';

/** Opens the replica of this device and loads translations. */
export async function clientLoader() {
  const [start] = await Promise.all([startWorkspace(), loadAllNamespaces()]);
  await speakTheirs(start);
  return start;
}
/** A navigation does not open the replica again. */
export const shouldRevalidate = ({
  defaultShouldRevalidate,
  formMethod,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean => currentUrl.href === nextUrl.href && !formMethod && defaultShouldRevalidate;

export function HydrateFallback() {
  return <div className="frame-skeleton" aria-busy="true" />;
}

/** Loaded after the first screen. A failure to load it must not affect the screens. */
const OpenWorkspace = lazy(() => import('~/features/shell/open-workspace').catch(() => ({ default: () => null })));

export default function WorkspaceLayout() {
  const start = useLoaderData<typeof clientLoader>();
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  usePreferredLanguage();
  useAccountRemoval();
  if (start.state === 'nobody')
    return (
      <ComponentsProvider>
        <SignedOutScreen onRetry={() => revalidator.revalidate()} isRetrying={revalidator.state !== 'idle'} />
      </ComponentsProvider>
    );
  if (start.state === 'broken')
    return (
      <ComponentsProvider>
        <StorageBroken unsent={start.unsent} />
      </ComponentsProvider>
    );
  return (
    <ComponentsProvider>
      <StoredInbox />
      <KeptPdfViewer />
      {start.state === 'open' && (
        <Suspense>
          <OpenWorkspace />
        </Suspense>
      )}
      <Guarding>
        <RecorderProvider>
          <Frame isMoving={navigation.state === 'loading'}>
            <Outlet />
          </Frame>
        </RecorderProvider>
      </Guarding>
    </ComponentsProvider>
  );
}

/** Switches to the language of the person's profile when that changes, for example on another device. */
function usePreferredLanguage(): void {
  const { i18n } = useTranslation();
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const wanted = preferences?.lang;
  useEffect(() => {
    if (isLanguage(wanted) && wanted !== i18n.language) void switchLanguage(wanted);
    // Not when the language of the screen changes: a choice made here is still being saved to the profile.
  }, [wanted, i18n]);
}
