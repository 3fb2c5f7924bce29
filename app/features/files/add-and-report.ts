import type { NavigateFunction } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { paths } from '~/paths';
import { toast } from '~/ui/feedback/toast';
import { cleanFileName } from '../../../sync/model/file-name';
import type { Project } from '../../../sync/model/kinds/projects';
import { addFiles } from './adding';

/**
 * Adds files to a project from another screen, and shows a toast with a link to them. The files tab of the project
 * shows duplicates, taken names and refused files. `t` must have loaded `files`.
 */
export async function addAndReport(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  navigate: NavigateFunction,
  { id, title }: Pick<Project, 'id' | 'title'>,
  files: readonly File[],
): Promise<void> {
  const added = await addFiles(id, files);
  const only = files.length === 1 ? files[0] : undefined;
  toast.message(
    added === 0
      ? t('files:addedNone', { title })
      : added < files.length
        ? t('files:addedOf', { count: files.length, added, title })
        : t('files:addedTo', { count: added, title }),
    {
      ...(only ? { description: cleanFileName(only.name) } : {}),
      action: { label: t('files:adding.show'), onPress: () => navigate(paths.project(id, 'files')) },
    },
  );
}
