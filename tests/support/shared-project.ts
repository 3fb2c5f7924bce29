/** Documents of two people who work in one project. */
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { newId } from '../../sync/model/ids';
import type { Person } from './core';

/** @param title returns a different title for each document */
export const projectsOf = (owner: () => Person, contributor: () => Person, title: () => string) => ({
  /** A project of the owner, with its contributor. */
  project: async (): Promise<string> => {
    const { id } = await owner().call(projectCalls.create, { title: title() });
    const { userId } = contributor().actor;
    await owner().call(projectCalls.setContributors, { projectId: id, userIds: [userId], departmentIds: [] });
    return id;
  },
  /** A note in a project, by its contributor by default. */
  note: async (projectId: string, by = contributor()): Promise<string> =>
    (await by.call(noteCalls.save, { projectId, title: title(), content: 'every word' })).id,
});

/** A project of a person, in which ben contributes and dee views. */
export async function contributedProject(owner: Person) {
  const { id } = await owner.call(projectCalls.create, { title: `P ${newId()}` });
  await owner.call(projectCalls.setContributors, { projectId: id, userIds: ['ben'], departmentIds: [] });
  return owner.call(projectCalls.setShare, { projectId: id, shareRange: 'customize', userIds: ['dee'] });
}
