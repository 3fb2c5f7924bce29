import type { MetaFunction } from '@remix-run/node';
import { Gallery } from '~/features/gallery/gallery';
import { ComponentsProvider } from '~/features/shell/components-provider';

export const meta: MetaFunction = () => [{ title: 'Components · Satchel' }, { name: 'robots', content: 'noindex' }];

/** Every component in every state, in both themes, for visual tests and developers. No screen links here. */
export default function GalleryScreen() {
  return (
    <ComponentsProvider>
      <Gallery />
    </ComponentsProvider>
  );
}
