import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useDocumentFacts } from '~/features/shell/document-context';
import { FIRST_PAINT_SCRIPT } from '~/features/shell/first-paint';
import { isLanguage, languageTag } from '~/i18n/languages';
import styles from '~/ui/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'icon', href: '/icons/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/icon-192.png' },
];

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

/** The document. No loader here: every navigation would need the network. */
export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce } = useDocumentFacts();
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <html lang={languageTag(language)} data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <script nonce={nonce || undefined} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_PAINT_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration getKey={(location) => location.pathname} nonce={nonce || undefined} />
        <Scripts nonce={nonce || undefined} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
