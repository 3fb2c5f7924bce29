/**
 * Kinds that the product does not contain, declared as a new feature would declare them: reports of projects, with
 * sections within them, whose texts are child documents.
 */
import * as v from 'valibot';
import { Id } from '../../sync/model/id-schemas';
import { defineKind } from '../../sync/model/kind';
import type { KindName } from '../../sync/model/kinds';
import { line } from '../../sync/model/text';

const title = line({ min: 1, max: 100 }, 'PARAM_ERROR');

export const reports = defineKind({
  name: 'reports',
  store: 'items',
  direction: 'both',
  fields: { projectId: Id, title, isOpen: v.boolean(), creatorId: Id },
  indexes: ['project'],
  merge: { projectId: 'server', title: 'value', isOpen: 'value', creatorId: 'server' },
  abilities: () => ['update', 'delete'],
  parents: [{ kind: 'projects', field: 'projectId' }],
  trash: {
    owner: 'creatorId',
    restoredBy: 'owner',
    ownSpace: null,
    endsWithOwner: { where: { isOpen: true }, set: { isOpen: false } },
  },
  createdWith: {},
  label: 'document',
});

export const sections = defineKind({
  name: 'sections',
  store: 'items',
  direction: 'both',
  fields: { parentId: Id, title, creatorId: Id },
  indexes: ['parent'],
  merge: { parentId: 'server', title: 'value', creatorId: 'server' },
  abilities: () => ['update', 'delete'],
  parents: [{ kind: 'reports', field: 'parentId' }],
  createdWith: {},
  label: 'document',
});

export const sectionTexts = defineKind({
  name: 'sectionTexts',
  store: 'contents',
  direction: 'both',
  fields: { text: v.string(), creatorId: Id },
  indexes: [],
  merge: { text: 'value', creatorId: 'server' },
  abilities: () => ['update'],
  parents: [{ kind: 'sections', idPrefix: 'st_' }],
  createdWith: {},
  label: 'document',
});

export const [REPORTS, SECTIONS, SECTION_TEXTS] = ['reports', 'sections', 'sectionTexts'] as unknown as [
  KindName,
  KindName,
  KindName,
];
