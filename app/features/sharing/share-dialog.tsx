import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import type { ShareBodyProps } from './share-body';

const Body = lazy(async () => {
  const [body] = await Promise.all([import('./share-body'), loadNamespaces(['sharing'])]);
  return body;
});

/** Shares a project, a note, a meeting or a chat. Its code and texts load with its first use. */
export function ShareDialog(props: ShareBodyProps) {
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}
