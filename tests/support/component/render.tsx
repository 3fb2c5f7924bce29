/** Renders one component of the design system or of a screen, without the app around it. */
import { within, type BoundFunctions, type queries } from '@testing-library/dom';
import { act, type ReactElement } from 'react';
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
