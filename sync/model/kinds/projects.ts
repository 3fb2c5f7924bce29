/** Projects: containers of notes, meetings and sources (workspace 3, 5, 6). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, Ids } from '../id-schemas';
import { LIMITS } from '../limits';
import { timestamp } from '../numbers';
import { line, lines } from '../text';

export const ProjectTitle = line(LIMITS.projectTitle, 'PROJECT_TITLE_LENGTH_EXCEEDED');
/** Only me, all members of chosen departments, everyone, or chosen departments and people. */
export const ProjectShareRange = v.picklist(['private', 'team', 'company', 'customize']);

export const projects = defineKind({
  name: 'projects',
  store: 'items',
  direction: 'both',
  fields: {
    title: ProjectTitle,
    description: lines(LIMITS.projectDescription, 'PARAM_ERROR'),
    instructions: lines(LIMITS.projectInstructions, 'PARAM_ERROR'),
    ownerId: Id,
    contributorUserIds: Ids,
    contributorDepartmentIds: Ids,
    shareRange: ProjectShareRange,
    shareUserIds: Ids,
    shareDepartmentIds: Ids,
    webSearchEnabled: v.boolean(),
    /**
     * when its owner archived it; 0 or absent: not archived. An archived project is hidden in lists, but can be edited
     */
    archivedAt: v.optional(timestamp()),
    createdAt: timestamp(),
  },
  indexes: ['recent'],
  label: 'project',
  createdWith: {},
  ahead: 50,
  search: {
    role: 'result',
    fields: [
      { passage: 'title', field: 'title' },
      { passage: 'description', field: 'description' },
    ],
  },
  link: ({ id }) => `/project/${id}`,
  trash: { owner: 'ownerId', restoredBy: null, ownSpace: 'project' },
  merge: {
    title: 'value',
    description: 'value',
    instructions: 'value',
    ownerId: 'server',
    contributorUserIds: 'set',
    contributorDepartmentIds: 'set',
    shareRange: 'value',
    shareUserIds: 'set',
    shareDepartmentIds: 'set',
    webSearchEnabled: 'value',
    // archiving on two devices causes no conflict version
    archivedAt: 'derived',
    createdAt: 'server',
  },
  abilities: (_doc, role) =>
    role === 'owner'
      ? ['update', 'delete', 'share', 'manage', 'addNote', 'addMeeting']
      : role === 'contributor'
        ? ['update', 'addNote', 'addMeeting']
        : [],
});
export type Project = DocOf<typeof projects>;

export const isArchived = ({ archivedAt = 0 }: { archivedAt?: number | undefined }): boolean => archivedAt > 0;
