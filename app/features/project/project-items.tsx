import { lazy, Suspense } from 'react';
import { loadNamespaces } from '~/i18n/client';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import type { Project } from '../../../sync/model/kinds/projects';
import type { People } from '~/features/people/use-people';
import type { Pasted } from '~/features/files/use-paste';

/** The texts of files and links, which share a sheet. */
export const itemTexts = (): Promise<null> => loadNamespaces(['files', 'links']);

const FilesTab = lazy(async () => {
  const [body] = await Promise.all([import('~/features/files/files-tab'), itemTexts()]);
  return body;
});
const LinksTab = lazy(async () => {
  const [body] = await Promise.all([import('~/features/links/links-tab'), itemTexts()]);
  return body;
});
const AddPasted = lazy(async () => {
  const [body] = await Promise.all([import('~/features/files/add-pasted'), itemTexts()]);
  return body;
});
const AddFiles = lazy(async () => {
  const [{ AddFilesButton }] = await Promise.all([import('~/features/files/add-files-button'), itemTexts()]);
  return { default: AddFilesButton };
});

/** The files or links of a project. Their code and texts load with their first use. */
export function ProjectItems({ tab, project, people }: { tab: 'files' | 'links'; project: Project; people: People }) {
  const Tab = tab === 'files' ? FilesTab : LinksTab;
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Tab project={project} people={people} />
    </Suspense>
  );
}

/** The button of the files tab in the header of the project. */
export function AddFilesAction({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={null}>
      <AddFiles projectId={projectId} isCompact />
    </Suspense>
  );
}

/** Content that was pasted on the screen of the project. */
export function PastedItems(props: { project: Project; pasted: Pasted; onDone: () => void }) {
  return (
    <Suspense fallback={null}>
      <AddPasted {...props} />
    </Suspense>
  );
}
