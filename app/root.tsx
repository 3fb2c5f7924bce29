import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useDocumentFacts } from '~/features/shell/document-context';
import { FIRST_PAINT_SCRIPT } from '~/features/shell/first-paint';
import { recoverFrom } from '~/features/update/stale-bundle';
import { languageTag } from '../sync/model/languages';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NativeButton } from '~/ui/controls/native-controls';
import styles from '~/ui/app.css?url';

export const links: LinksFunction = () => [
  // The id keeps react-aria from inserting a style element, which the content security policy refuses (app.css contains
  // its rule).
  { rel: 'stylesheet', href: styles, id: 'react-aria-pressable-style' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'icon', href: '/icons/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/icon-192.png' },
];

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

const useTag = (): string => {
  const { i18n } = useTranslation();
  return languageTag(i18n.language);
};

/** The document. It has no loader: every navigation would need the network. */
export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce, scripts } = useDocumentFacts();
  const tag = useTag();
  const mine = nonce || undefined;
  return (
    <html lang={tag} data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <script nonce={mine} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_PAINT_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {scripts && <ScrollRestoration getKey={(location) => location.pathname} nonce={mine} />}
        {scripts && <Scripts nonce={mine} />}
      </body>
    </html>
  );
}

/**
 * No component libraries here: screens that use them load them (features/shell/components-provider), and screens before
 * the sign-in do without.
 */
export default function Root() {
  return <Outlet />;
}

/** Error screen. A module of an older build reloads the page first (features/update). */
export function ErrorBoundary() {
  const error = useRouteError();
  const { t } = useTranslation('common');
  const missing = isRouteErrorResponse(error) && error.status === 404;
  if (!missing && typeof document !== 'undefined' && recoverFrom(error))
    return <div className="frame-skeleton" aria-busy="true" />;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        level={1}
        icon={
          <span aria-hidden className="text-20 font-semibold leading-none">
            {missing ? '?' : '!'}
          </span>
        }
        title={t(missing ? 'notFound.title' : 'crash.title')}
        text={t(missing ? 'notFound.text' : 'crash.text')}
        action={
          <>
            {!missing && <NativeButton onClick={() => location.reload()}>{t('retry')}</NativeButton>}
            <NativeButton variant="primary" onClick={() => location.assign(paths.home())}>
              {t('toHome')}
            </NativeButton>
          </>
        }
      />
    </main>
  );
}
