/** The calls of projects (workspace 7). */
import * as v from 'valibot';
import { Id, IdOrNone, Ids } from '../../../sync/model/id-schemas';
import { projectItems } from '../../../sync/model/kinds/project-items';
import { notes } from '../../../sync/model/kinds/notes';
import { projects, ProjectShareRange, ProjectTitle } from '../../../sync/model/kinds/projects';
import { LIMITS } from '../../../sync/model/limits';
import { lines } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';

const Description = lines(LIMITS.projectDescription, 'PARAM_ERROR');
const Instructions = lines(LIMITS.projectInstructions, 'PARAM_ERROR');
const Parties = v.optional(Ids, []);
const ItemType = projectItems.fields.itemType;
/** A person or a department, as in lists. */
const Party = v.object({ id: Id, kind: v.picklist(['member', 'department']), name: v.string(), avatar: v.string() });
export const ProjectFilter = v.picklist(['all', 'created', 'contributing', 'shared', 'modifiable']);
const Nothing = v.object({});

export const projectCalls = {
  create: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/create',
    who: 'member',
    idempotent: true,
    summary: 'Creates a project that the caller owns.',
    input: v.object({ title: ProjectTitle, description: v.optional(Description, '') }),
    output: projects.schema,
    errors: ['PROJECT_TITLE_DUPLICATED', 'PROJECT_TITLE_LENGTH_EXCEEDED', 'PARAM_ERROR'],
  }),
  search: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/my/search/page',
    who: 'member',
    scope: 'projects.list',
    summary:
      'Projects that the caller can see: all, created by them, contributed to, shared with them, or modifiable by them.',
    input: v.object({
      filter: v.optional(ProjectFilter, 'all'),
      titleLike: Search,
      ...pageFields(LIMITS.projectPageSize),
    }),
    output: pageOf(projects.schema),
    errors: ['PARAM_ERROR'],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/project/{id}',
    who: 'member',
    summary: 'A project.',
    input: v.object({ id: Id }),
    output: projects.schema,
    errors: ['PROJECT_NOT_FOUND'],
  }),
  shares: defineCall({
    service: 'core',
    method: 'GET',
    path: '/project/{id}/shares',
    who: 'member',
    summary: 'The people and departments that a project is shared with.',
    input: v.object({ id: Id }),
    output: v.object({ shareRange: ProjectShareRange, users: v.array(Party), departments: v.array(Party) }),
    errors: ['PROJECT_NOT_FOUND'],
  }),
  contributors: defineCall({
    service: 'core',
    method: 'GET',
    path: '/project/{id}/contributors',
    who: 'member',
    summary: 'Owner and contributors of a project.',
    input: v.object({ id: Id }),
    output: v.object({ owner: v.nullable(Party), users: v.array(Party), departments: v.array(Party) }),
    errors: ['PROJECT_NOT_FOUND'],
  }),
  setShare: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/share/set/complete',
    who: 'member',
    summary: 'Replaces the sharing settings of a project.',
    input: v.object({ projectId: Id, shareRange: ProjectShareRange, departmentIds: Parties, userIds: Parties }),
    output: projects.schema,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION', 'PARAMETER_REQUIRED', 'DEPARTMENT_NOT_FOUND', 'USER_NOT_FOUND'],
  }),
  setContributors: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/contributor/set/complete',
    who: 'member',
    summary: 'Replaces the list of a project’s contributors; the owner cannot be one.',
    input: v.object({ projectId: Id, departmentIds: Parties, userIds: Parties }),
    output: projects.schema,
    errors: [
      'PROJECT_NOT_FOUND',
      'NO_PERMISSION',
      'PROJECT_OWNER_CANNOT_BE_CONTRIBUTOR',
      'DEPARTMENT_NOT_FOUND',
      'USER_NOT_FOUND',
    ],
  }),
  update: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/update',
    who: 'member',
    summary: 'Changes title, description and instructions.',
    input: v.object({
      id: Id,
      title: v.optional(ProjectTitle),
      description: v.optional(Description),
      instructions: v.optional(Instructions),
    }),
    output: projects.schema,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION', 'PROJECT_TITLE_DUPLICATED', 'PROJECT_TITLE_LENGTH_EXCEEDED'],
  }),
  updateProfile: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/profile/update',
    who: 'member',
    summary: 'Changes the project’s profile.',
    input: v.object({ projectId: Id, webSearchEnabled: v.boolean('PARAM_ERROR') }),
    output: projects.schema,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  archive: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/archive/set',
    who: 'member',
    summary:
      'Archives or unarchives a project. An archived project is hidden from lists and pickers and can still be edited.',
    input: v.object({ projectId: Id, archived: v.boolean('PARAM_ERROR') }),
    output: projects.schema,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  setOwner: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/owner/set',
    who: 'member',
    idempotent: true,
    summary:
      'Transfers a project to another member, who is notified. The former owner becomes a contributor; a title ' +
      'that the new owner has already gets a suffix.',
    input: v.object({ projectId: Id, userId: Id }),
    output: Nothing,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION', 'USER_NOT_FOUND'],
  }),
  remove: defineCall({
    service: 'core',
    method: 'DELETE',
    path: '/project/{id}',
    who: 'member',
    summary: 'Deletes a project with its contents.',
    input: v.object({ id: Id }),
    output: Nothing,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  setItem: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/item/set',
    who: 'member',
    summary: 'Adds an item to a project. Idempotent.',
    input: v.object({
      projectId: Id,
      itemType: ItemType,
      itemId: Id,
      title: v.optional(projectItems.fields.title, ''),
    }),
    output: projectItems.schema,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  setItems: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/item/set/complete',
    who: 'member',
    summary: 'Replaces the referenced items of a project; files, links and connectors are unchanged.',
    input: v.object({
      projectId: Id,
      items: v.pipe(
        v.array(v.object({ itemType: ItemType, itemId: Id, title: v.optional(projectItems.fields.title, '') })),
        v.maxLength(1000, 'PARAM_ERROR'),
      ),
    }),
    output: v.object({ list: v.array(projectItems.schema) }),
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  searchItems: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/item/search/page',
    who: 'member',
    summary: 'Items of a project.',
    input: v.object({ projectId: Id, itemType: v.optional(ItemType), ...pageFields(100) }),
    output: pageOf(projectItems.schema),
    errors: ['PROJECT_NOT_FOUND'],
  }),
  unsetItem: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/item/unset',
    who: 'member',
    summary: 'Removes an item from a project.',
    input: v.object({ projectId: Id, itemType: ItemType, itemId: Id }),
    output: Nothing,
    errors: ['PROJECT_NOT_FOUND', 'NO_PERMISSION', 'NO_DATA'],
  }),
  restoreItem: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/item/restore',
    who: 'member',
    summary: 'Restores a deleted file or link, with its text and the pages of a website. Idempotent.',
    input: v.object({ id: Id }),
    output: Nothing,
    errors: ['NO_DATA', 'PROJECT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  byItem: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/by/item',
    who: 'member',
    summary: 'Projects that contain an item, among those that the caller can see.',
    input: v.object({ itemType: ItemType, itemId: IdOrNone }),
    output: v.object({ list: v.array(projects.schema) }),
    errors: ['PARAM_ERROR'],
  }),
  searchNotes: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/note/search',
    who: 'member',
    summary: 'Notes of a project.',
    input: v.object({ projectId: Id, titleLike: Search, ...pageFields(100) }),
    output: pageOf(notes.schema),
    errors: ['PROJECT_NOT_FOUND'],
  }),
};
