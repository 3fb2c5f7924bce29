/** Adds a shared page or file itself to a project. Returns the address at which it is shown; throws what refuses it. */
import { addFiles } from '~/features/files/adding';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import type { Draft } from './accepted';

export async function addDraftLink({ address }: Draft, projectId: string): Promise<string> {
  const { id } = await run('link.add', { projectId, url: address, kind: 'singleUrl' });
  return paths.projectItem(projectId, id, 'singleUrl');
}

/** Refused files, and those with the name of another one, wait among the files of the project. */
export async function addDraftFile({ file }: Draft, projectId: string): Promise<string> {
  if (file) await addFiles(projectId, [file]);
  return paths.project(projectId, 'files');
}
