import type { TFunction } from 'i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import type { Project } from '../../../sync/model/kinds/projects';

/** Archives a project or ends that, with undo. `t` must know `project`, `common` and `errors`. */
export async function archiveProject(
  t: TFunction,
  { id, title }: Pick<Project, 'id' | 'title'>,
  isArchived: boolean,
): Promise<void> {
  try {
    await run('project.archive', { id, isArchived });
  } catch (error) {
    reportFailure(t, error);
    return;
  }
  toast.message(t(isArchived ? 'project:archive.done' : 'project:archive.ended', { title }), {
    action: {
      label: t('common:undo'),
      onPress: () =>
        void run('project.archive', { id, isArchived: !isArchived }).catch((error: unknown) => reportFailure(t, error)),
    },
  });
}
