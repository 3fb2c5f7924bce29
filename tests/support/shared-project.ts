/** Documents of two people who work in one project. */
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
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
