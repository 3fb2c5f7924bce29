/**
 * Custom summary templates (workspace 3). A private one is in its creator's space. A shared one is in the company's
 * space, where only its creator changes it. Built-in templates are not documents (../summary-templates.ts).
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { timestamp } from '../numbers';
import { line, lines } from '../text';
import { LANGUAGES } from '../languages';
import { LIMITS } from '../limits';

export const templates = defineKind({
  name: 'templates',
  store: 'directory',
  direction: 'both',
  fields: {
    title: line(LIMITS.templateTitle, 'PARAM_ERROR'),
    /** Markdown: headings, with instructions under each */
    content: v.pipe(v.string(), v.maxLength(LIMITS.templateContent.max)),
    categoryId: Id,
    langType: v.picklist(LANGUAGES),
    /** who may use it; absent in templates of earlier builds, which are private */
    shareRange: v.optional(v.picklist(['private', 'team'])),
    /** always false; devices of earlier builds refuse a template without it */
    builtIn: v.boolean(),
    creatorId: IdOrNone,
    createdAt: timestamp(),
  },
  indexes: ['recent'],
  label: 'template',
  createdWith: {},
  merge: {
    title: 'value',
    content: 'value',
    categoryId: 'value',
    langType: 'value',
    shareRange: 'value',
    builtIn: 'server',
    creatorId: 'server',
    createdAt: 'server',
  },
  abilities: (doc, _role, viewer) => (doc['creatorId'] === viewer.userId ? ['update', 'delete'] : []),
});
export type Template = DocOf<typeof templates>;

/** The content as entered by a person: normalised and not empty. */
export const TemplateContent = lines(LIMITS.templateContent, 'PARAM_ERROR');
