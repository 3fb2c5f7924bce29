import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { Project } from '../../../sync/model/kinds/projects';

const Chats = lazy(async () => {
  const [body] = await Promise.all([import('~/features/chat/project-chats'), loadNamespaces(['chat'])]);
  return body;
});

/** The chats of a project. Their code and texts load with their first use. */
export function ProjectChatsTab({ project }: { project: Project }) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Chats project={project} />
    </Suspense>
  );
}
