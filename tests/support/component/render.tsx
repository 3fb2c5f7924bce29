/** Renders one component of the design system or of a screen, without the app around it. */
import { within, type BoundFunctions, type queries } from '@testing-library/dom';
import { act, type ReactElement } from 'react';
import type { Resource } from 'i18next';
import { createRoot } from 'react-dom/client';

/** Queries of the present document, since the library's `screen` stays bound to the first document of the process. */
export const shownPage = (): BoundFunctions<typeof queries> => within(document.body);

export interface Rendered {
  place: HTMLElement;
  /** Unmounts the component and empties the page. */
  close(): Promise<void>;
}

export async function render(element: ReactElement): Promise<Rendered> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(element));
  return {
    place,
    close: async () => {
      await act(async () => root.unmount());
      document.body.replaceChildren();
    },
  };
}

/**
 * Renders a component with English texts by namespace, from an instance of its own: other tests of the process choose
 * other languages.
 */
export async function renderInEnglish(element: ReactElement, namespaces: Resource[string]): Promise<Rendered> {
  // those of the component, not of a page that another test file has opened: a page loads them anew (page.ts)
  const [{ createInstance }, { I18nextProvider }] = await Promise.all([import('i18next'), import('react-i18next')]);
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources: { en: namespaces }, interpolation: { escapeValue: false } });
  return render(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);
}
