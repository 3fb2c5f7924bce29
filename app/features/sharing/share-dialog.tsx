import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import type { ShareBodyProps } from './share-body';

const Body = lazy(async () => {
  const [body] = await Promise.all([import('./share-body'), loadNamespaces(['sharing'])]);
  return body;
});

/** A dialog that shares a project, note, meeting or chat. Its code and texts are loaded at its first use. */
export function ShareDialog(props: ShareBodyProps) {
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}
