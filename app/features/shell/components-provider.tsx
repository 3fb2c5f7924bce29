import { useHref, useNavigate } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { languageTag } from '../../../sync/model/languages';
import { Toaster } from '~/ui/feedback/toast';
import { useTheme } from './theme';

/** Context that components of app/ui need: language, router, container of toasts. */
export function ComponentsProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const { resolved } = useTheme();
  return (
    <I18nProvider locale={languageTag(i18n.language)}>
      <RouterProvider navigate={(to, options) => navigate(to, options)} useHref={useHref}>
        {children}
        <Toaster theme={resolved} />
      </RouterProvider>
    </I18nProvider>
  );
}
