/**
 * Built-in and custom summary templates (workspace 3). Built-in templates belong to the company's space and only the
 * server writes them.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { moment } from '../numbers';
import { line } from '../text';
import { LANGUAGES } from '../languages';

export const templates = defineKind({
  name: 'templates',
  store: 'directory',
  direction: 'both',
  fields: {
    title: line({ min: 1, max: 120 }, 'PARAM_ERROR'),
    content: v.pipe(v.string(), v.maxLength(40_000)),
    categoryId: Id,
    langType: v.picklist(LANGUAGES),
    builtIn: v.boolean(),
    creatorId: IdOrNone,
    createdAt: moment(),
  },
  indexes: ['recent'],
  label: 'template',
  createdWith: {},
  merge: {
    title: 'value',
    content: 'value',
    categoryId: 'value',
    langType: 'value',
    builtIn: 'server',
    creatorId: 'server',
    createdAt: 'server',
  },
  abilities: (doc, _role, viewer) =>
    doc['builtIn'] !== true && doc['creatorId'] === viewer.userId ? ['update', 'delete'] : [],
});
export type Template = DocOf<typeof templates>;
