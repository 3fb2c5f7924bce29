/**
 * The start of a page, used by the browser entry, which hydrates the document (entry.client), and by component tests,
 * which render it.
 *
 *   document            address bar           hydrates
 *   the shell           /project/abc          /shell (the address becomes /shell?to=%2Fproject%2Fabc first), which then navigates on
 *   any other screen    its own               that screen
 *
 * Server and client thus agree on the matched routes, and React hydrates without an error.
 */
import { RemixBrowser } from '@remix-run/react';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { watchInstallOffer } from '~/features/install/install-offer';
import { SHELL_ID } from '~/features/shell/first-paint';
import { startRecovery } from '~/features/update/stale-bundle';
import { fromTag, isLanguage } from '../sync/model/languages';
import { deviceLanguage, startLanguages } from '~/i18n/client';
import { namespacesOf, WORKSPACE_NAMESPACES } from '~/i18n/namespaces';
import { paths } from '~/paths';

/**
 * Resolves when the server's loader data is decoded. RemixBrowser starts the decoding in its first render and throws the
 * promise, without a boundary around it. A key or click during that time makes React hydrate the root at once, which
 * fails with “Root did not complete” (remix-run/remix#10214).
 */
async function decodeLoaderData(): Promise<void> {
  if (!window.__remixContext?.stream) return;
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}

/** Resolves when the page was passed to `draw`. */
export async function startPage(draw: (page: ReactElement) => void): Promise<void> {
  startRecovery();
  watchInstallOffer();
  // after the page's own work
  if (import.meta.env.PROD)
    void import('~/features/update/service-worker-client').then(({ startServiceWorker }) => startServiceWorker());

  // Rarely present: the token of an older desktop app's callback.
  if (localStorage.getItem('refreshToken') ?? localStorage.getItem('accessToken'))
    void import('~/features/shell/desktop-token').then(({ takeDesktopToken }) => takeDesktopToken());

  const isShell = document.getElementById(SHELL_ID) !== null;
  if (isShell && location.pathname !== paths.shell()) {
    history.replaceState(history.state, '', paths.shell(location.pathname + location.search + location.hash));
  }

  // A server-rendered screen has a language already: hydrate in the same one.
  const spoken = fromTag(document.documentElement.lang);
  const language = isShell || !isLanguage(spoken) ? deviceLanguage() : spoken;

  const i18n = await startLanguages(language, isShell ? WORKSPACE_NAMESPACES : namespacesOf(location.pathname));
  await decodeLoaderData();
  draw(
    <I18nextProvider i18n={i18n}>
      <RemixBrowser />
    </I18nextProvider>,
  );
}
