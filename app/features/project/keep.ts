import type { TFunction } from 'i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import type { Project } from '../../../sync/model/kinds/projects';

/** Keeps the files of a project on this device, or ends that. `t` must know `project` and `errors`. */
export async function keepProject(
  t: TFunction,
  { id, title }: Pick<Project, 'id' | 'title'>,
  isKept: boolean,
): Promise<void> {
  try {
    await run('project.keep', { id, isKept });
  } catch (error) {
    reportFailure(t, error);
    return;
  }
  toast.message(t(isKept ? 'project:keep.on' : 'project:keep.off', { title }));
  if (isKept) void import('~/features/files/pdf/keep-viewer').then(({ keepPdfViewer }) => keepPdfViewer());
}
