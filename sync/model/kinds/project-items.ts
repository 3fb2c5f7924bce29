/** Files, websites, single pages, connectors, article and chat references of a project (workspace 3). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, moment } from '../numbers';
import { line } from '../text';

export const projectItems = defineKind({
  name: 'projectItems',
  store: 'items',
  direction: 'both',
  fields: {
    projectId: Id,
    itemType: v.picklist([
      'file',
      'website',
      'websiteUrl',
      'singleUrl',
      'connector',
      'article',
      'chat',
      'note',
      'meeting',
    ]),
    itemId: IdOrNone,
    title: line({ max: LIMITS.fileName.max }, 'FILE_NAME_LENGTH_EXCEEDED'),
    url: v.pipe(v.string(), v.maxLength(2048)),
    /** bytes */
    size: amount(),
    mimeType: v.pipe(v.string(), v.maxLength(200)),
    parseStatus: v.picklist(['waiting', 'parsing', 'parsed', 'notParsed', 'failed', 'canceled']),
    addedBy: Id,
    createdAt: moment(),
  },
  indexes: ['recent', 'project'],
  label: 'projectItem',
  parents: [{ kind: 'projects', field: 'projectId' }],
  createdWith: { parseStatus: 'notParsed' },
  merge: {
    projectId: 'value',
    itemType: 'server',
    itemId: 'server',
    title: 'value',
    url: 'server',
    size: 'server',
    mimeType: 'server',
    parseStatus: 'server',
    addedBy: 'server',
    createdAt: 'server',
  },
  abilities: (_doc, role) => (role === 'viewer' ? [] : ['update', 'delete']),
});
export type ProjectItem = DocOf<typeof projectItems>;
