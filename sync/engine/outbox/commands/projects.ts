import { newId, spaceOf } from '../../../model/ids';
import { CallError } from '../../../protocol/errors';
import { keepProject } from '../../files/kept-files';
import { allowed, checkedFields, create, type Handlers } from './context';
import { removeProject } from './removal';

export const projectCommands: Handlers<'project'> = {
  async 'project.create'(context, { title, description = '', id = newId(context.clock.now()) }) {
    await create(context, 'projects', 'owner', {
      id,
      space: spaceOf('project', id),
      title,
      description,
      instructions: '',
      ownerId: context.account.userId,
      contributorUserIds: [],
      contributorDepartmentIds: [],
      shareRange: 'private',
      shareUserIds: [],
      shareDepartmentIds: [],
      webSearchEnabled: false,
      createdAt: context.clock.now(),
    });
    return { id };
  },

  async 'project.update'(context, { id, ...fields }) {
    await allowed(context, 'projects', id, 'update', 'PROJECT_NOT_FOUND');
    const checked = checkedFields('projects', fields);
    await context.documents.change('projects', id, () => checked);
    return null;
  },

  async 'project.share'(context, { id, shareRange, userIds, departmentIds }) {
    await allowed(context, 'projects', id, 'share', 'PROJECT_NOT_FOUND');
    const checked = checkedFields('projects', {
      shareRange,
      shareUserIds: [...new Set(userIds)],
      shareDepartmentIds: [...new Set(departmentIds)],
    });
    await context.documents.change('projects', id, () => checked);
    return null;
  },

  async 'project.contributors'(context, { id, userIds, departmentIds }) {
    const project = await allowed(context, 'projects', id, 'manage', 'PROJECT_NOT_FOUND');
    if (userIds.includes(project.ownerId)) throw new CallError('PROJECT_OWNER_CANNOT_BE_CONTRIBUTOR');
    const checked = checkedFields('projects', {
      contributorUserIds: [...new Set(userIds)],
      contributorDepartmentIds: [...new Set(departmentIds)],
    });
    await context.documents.change('projects', id, () => checked);
    return null;
  },

  async 'project.archive'(context, { id, isArchived }) {
    await allowed(context, 'projects', id, 'manage', 'PROJECT_NOT_FOUND');
    const archivedAt = isArchived ? context.clock.now() : 0;
    await context.documents.change('projects', id, (project) =>
      (project.archivedAt ?? 0) > 0 === isArchived ? null : checkedFields('projects', { archivedAt }),
    );
    return null;
  },

  async 'project.transfer'(context, { id, userId }) {
    const project = await allowed(context, 'projects', id, 'manage', 'PROJECT_NOT_FOUND');
    await context.outbox.add({
      service: 'core',
      method: 'POST',
      path: '/project/owner/set',
      input: { projectId: id, userId },
      label: { key: 'transfer', params: { title: project.title } },
      after: [`projects/${id}`],
    });
    return null;
  },

  async 'project.keep'({ documents, device, locks }, { id, isKept }) {
    if (isKept && !(await documents.get('projects', id))) throw new CallError('PROJECT_NOT_FOUND');
    await keepProject(device, locks, id, isKept);
    return null;
  },

  async 'project.delete'(context, { id }) {
    const project = await allowed(context, 'projects', id, 'delete', 'PROJECT_NOT_FOUND');
    await removeProject(context, project);
    return null;
  },
};
