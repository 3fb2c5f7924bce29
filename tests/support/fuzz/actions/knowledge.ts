/** Projects, their documents, and notes. */
import { BLANK_ITEM } from '../../../../server/core/projects/new-item';
import { spaceOf } from '../../../../sync/model/ids';
import type { FuzzDevice } from '../fuzz-device';
import type { Act, Hands } from '../act-as-person';

type Make = (hands: Hands, device: FuzzDevice) => Promise<Act | null>;

const projectNew: Make = async (hands, device) => {
  const title = hands.word();
  const id = `p${title}${hands.companyId}`;
  return {
    says: `makes projects/${id}`,
    run: () =>
      hands.edited(device, 'projects', { id }, 'title', title, () => device.api.run('project.create', { title, id })),
  };
};

const projectEdit: Make = async (hands, device) => {
  const project = await hands.any(device, 'projects', 'update');
  if (!project) return null;
  const field = hands.choices.pick(['title', 'description', 'instructions'] as const);
  const value = hands.word();
  return {
    says: `${field} of projects/${project.id} ${value}, was ${project[field]}`,
    run: () =>
      hands.edited(device, 'projects', project, field, value, () =>
        device.api.run('project.update', { id: project.id, [field]: value }),
      ),
  };
};

const projectShare: Make = async (hands, device) => {
  const project = await hands.any(device, 'projects', 'share');
  if (!project) return null;
  const { choices, companyId } = hands;
  const shareRange = choices.pick(['private', 'team', 'company', 'customize'] as const);
  const departmentIds = shareRange === 'team' ? [`${companyId}-${choices.pick(['top', 'child', 'side'])}`] : [];
  // sharing with an empty list of people is rejected
  const someone = shareRange === 'customize' ? choices.some(hands.ids) : [];
  const userIds = shareRange === 'customize' && someone.length === 0 ? hands.ids.slice(0, 1) : someone;
  return {
    says: `shares projects/${project.id}: ${shareRange} ${[...userIds, ...departmentIds].join(' ')}`,
    run: () =>
      hands.edited(device, 'projects', project, 'shareRange', shareRange, () =>
        device.api.run('project.share', { id: project.id, shareRange, userIds, departmentIds }),
      ),
  };
};

const contributors: Make = async (hands, device) => {
  const project = await hands.any(device, 'projects', 'manage');
  if (!project) return null;
  const userIds = hands.choices.some(
    hands.ids.filter((id) => id !== project.ownerId),
    0.6,
  );
  return {
    says: `contributors of projects/${project.id}: ${userIds.join(' ')}`,
    run: () => device.api.run('project.contributors', { id: project.id, userIds, departmentIds: [] }),
  };
};

const projectDelete: Make = async (hands, device) => {
  if ((await device.find('projects')).length < 2) return null;
  const project = await hands.any(device, 'projects', 'delete');
  return hands.remove(device, 'projects', project, () => device.api.run('project.delete', { id: project!.id }));
};

const noteNew: Make = async (hands, device) => {
  const project = await hands.any(device, 'projects', 'addNote');
  if (!project) return null;
  const title = hands.word();
  const id = `n${title}${hands.companyId}`;
  return {
    says: `makes notes/${id} in ${project.id}`,
    run: () =>
      hands.edited(device, 'notes', { id }, 'title', title, () =>
        device.api.run('note.create', { projectId: project.id, title, id }),
      ),
  };
};

const noteRename: Make = async (hands, device) => {
  const note = await hands.any(device, 'notes', 'update');
  if (!note) return null;
  const title = hands.word();
  return {
    says: `names notes/${note.id} ${title}, was ${note.title}`,
    run: () =>
      hands.edited(device, 'notes', note, 'title', title, () => device.api.run('note.rename', { id: note.id, title })),
  };
};

const noteMove: Make = async (hands, device) => {
  const [note, project] = [await hands.any(device, 'notes', 'move'), await hands.any(device, 'projects', 'addNote')];
  if (!note || !project) return null;
  return {
    says: `moves notes/${note.id} to ${project.id}`,
    run: () =>
      hands.edited(device, 'notes', note, 'projectId', project.id, () =>
        device.api.run('note.move', { id: note.id, projectId: project.id }),
      ),
  };
};

const noteDelete: Make = async (hands, device) => {
  const note = await hands.any(device, 'notes', 'delete');
  return hands.remove(device, 'notes', note, () => device.api.run('note.delete', { id: note!.id }));
};

const itemNew: Make = async (hands, device) => {
  const project = await hands.any(device, 'projects', 'addNote');
  if (!project) return null;
  const title = hands.word();
  const id = `i${title}${hands.companyId}`;
  return hands.make(device, 'projectItems', 'title', {
    ...BLANK_ITEM,
    id,
    space: project.space,
    projectId: project.id,
    itemType: 'singleUrl',
    itemId: '',
    title,
    url: 'https://example.com/',
    size: 0,
    mimeType: '',
    addedBy: device.who,
    createdAt: 1,
    abilities: ['update', 'delete'],
  });
};

const itemEdit: Make = async (hands, device) =>
  hands.set(device, 'projectItems', await hands.any(device, 'projectItems', 'update'), 'title', hands.word());

const itemMove: Make = async (hands, device) => {
  const [item, project] = [
    await hands.any(device, 'projectItems', 'update'),
    await hands.any(device, 'projects', 'addNote'),
  ];
  if (!item || !project) return null;
  return {
    says: `moves projectItems/${item.id} to ${project.id}`,
    run: () =>
      hands.edited(device, 'projectItems', item, 'projectId', project.id, () =>
        device.workspace!.documents.change('projectItems', item.id, () => ({
          projectId: project.id,
          space: spaceOf('project', project.id),
        })),
      ),
  };
};

const itemDelete: Make = async (hands, device) => {
  const item = await hands.any(device, 'projectItems', 'delete');
  return hands.remove(device, 'projectItems', item, () =>
    device.workspace!.documents.remove('projectItems', [item!.id]),
  );
};

export const projectActs = { projectNew, projectEdit, projectShare, contributors, projectDelete };
export const noteActs = { noteNew, noteRename, noteMove, noteDelete };
export const itemActs = { itemNew, itemEdit, itemMove, itemDelete };
