/**
 * Adds a shared page or file itself to a project, and says what was added and where, with the way there. Resolves to
 * that address; throws what refuses it. `t` must know `note` and `files`.
 */
import type { NavigateFunction } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { addAndReport } from '~/features/files/add-and-report';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Draft } from './accepted';

export type AddDraft = (
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  navigate: NavigateFunction,
  draft: Draft,
  project: Pick<Project, 'id' | 'title'>,
) => Promise<string>;

export const addDraftLink: AddDraft = async (t, navigate, { address }, { id: projectId, title }) => {
  const { id } = await run('link.add', { projectId, url: address, kind: 'singleUrl' });
  const to = paths.projectItem(projectId, id, 'singleUrl');
  toast.success(t('note:shared.linkAdded', { title }), {
    description: address,
    action: { label: t('files:adding.show'), onPress: () => navigate(to) },
  });
  return to;
};

/** Refused files, and those with the name of another one, wait among the files of the project. */
export const addDraftFile: AddDraft = async (t, navigate, { file }, project) => {
  if (file) await addAndReport(t, navigate, project, [file]);
  return paths.project(project.id, 'files');
};
