/**
 * The calls of summary templates (workspace 7): built-in ones in five languages, and custom ones of the caller and of
 * the organization.
 */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { LANGUAGES } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { TEMPLATE_CATEGORIES } from '../../../sync/model/summary-templates';
import { TemplateContent, templates } from '../../../sync/model/kinds/templates';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';
import { PAGE_LAST, PAGE_SIZE_MAX, pageOf } from '../../../sync/protocol/paging';

/** Filter of categories: 1 all, 2 those with a custom template that the caller may use. */
export const CATEGORY_TYPES = { all: 1, withCustom: 2 } as const;
/** Filter of templates: 0 all, 1 built-in, 2 the caller's own, 3 shared by colleagues. */
export const TEMPLATE_TYPES = { all: 0, builtIn: 1, own: 2, shared: 3 } as const;

const LangType = v.optional(v.picklist(LANGUAGES, 'PARAM_ERROR'), 'en');
const Category = v.picklist(TEMPLATE_CATEGORIES, 'PARAM_ERROR');
const page = (pageSize: number) => ({
  pageNumber: v.optional(whole({ min: 1, max: PAGE_LAST, message: 'PARAM_ERROR' }), 1),
  pageSize: v.optional(whole({ min: 1, max: PAGE_SIZE_MAX, message: 'PARAM_ERROR' }), pageSize),
});

const SummaryTemplate = v.object({
  /** for a built-in template its name, such as `weekly-meeting` */
  uuid: v.string(),
  title: v.string(),
  /** Markdown: headings, with instructions under each */
  content: v.string(),
  categoryId: Id,
  langType: v.picklist(LANGUAGES),
  templateType: v.picklist([1, 2, 3]),
  shareRange: v.picklist(['private', 'team']),
  /** '' for built-in templates */
  creatorId: v.string(),
  isFavourite: v.boolean(),
});

const fields = {
  title: templates.fields.title,
  content: TemplateContent,
  categoryId: Category,
  langType: LangType,
  /** `team`: everyone in the organization may use it */
  shareRange: v.optional(v.picklist(['private', 'team'], 'PARAM_ERROR')),
};
const Named = v.object({ templateUuid: Id });
const Nothing = v.object({});
const Page = pageOf(SummaryTemplate);
const path = (rest: string): string => `/meeting/template/summary/${rest}`;
const who = 'member' as const;
const post = { service: 'core', method: 'POST', who } as const;

export const templateCalls = {
  categories: defineCall({
    ...post,
    path: path('category/query'),
    summary:
      'Categories of templates with their names. `categoryType`: 1 all, 2 those with a custom template that this person may use.',
    input: v.object({ langType: LangType, categoryType: v.optional(v.picklist([1, 2], 'PARAM_ERROR'), 1) }),
    output: v.object({ list: v.array(v.object({ categoryId: Category, name: v.string() })) }),
    errors: ['PARAM_ERROR'],
  }),
  list: defineCall({
    ...post,
    path: path('query/list'),
    summary:
      'Templates of a category, or of all: built-in ones in this language, then custom ones in any language, newest first. ' +
      '`templateType`: 0 all, 1 built-in, 2 this person’s own, 3 shared by colleagues.',
    input: v.object({
      categoryId: v.optional(Category),
      templateType: v.optional(v.picklist([0, 1, 2, 3], 'PARAM_ERROR'), 0),
      langType: LangType,
      ...page(20),
    }),
    output: Page,
    errors: ['PARAM_ERROR'],
  }),
  listCustom: defineCall({
    ...post,
    path: path('query/custom/list'),
    summary: 'Custom templates that the caller may use, newest first.',
    input: v.object(page(10)),
    output: Page,
    errors: ['PARAM_ERROR'],
  }),
  detail: defineCall({
    ...post,
    path: path('query/detail'),
    summary: 'A template. A built-in one is returned in the given language.',
    input: v.object({ uuid: Id, langType: LangType }),
    output: SummaryTemplate,
    errors: ['TEMPLATE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  create: defineCall({
    ...post,
    path: path('manage/create'),
    idempotent: true,
    summary: 'Creates a custom template; private unless it is shared.',
    input: v.object(fields),
    output: SummaryTemplate,
    errors: ['PARAM_ERROR'],
  }),
  update: defineCall({
    ...post,
    path: path('manage/update'),
    summary: 'Changes a custom template of the caller. Language and sharing are unchanged if omitted.',
    input: v.object({ uuid: Id, ...fields, langType: v.optional(v.picklist(LANGUAGES, 'PARAM_ERROR')) }),
    output: SummaryTemplate,
    errors: ['TEMPLATE_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  remove: defineCall({
    ...post,
    path: path('manage/delete'),
    summary: 'Deletes a custom template of the caller. Summaries generated from it are kept.',
    input: v.object({ uuid: Id }),
    output: Nothing,
    errors: ['TEMPLATE_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  addFavourite: defineCall({
    ...post,
    path: path('favorite/add'),
    summary: `Adds a template to the caller’s favourites, ${LIMITS.favouriteTemplates} at most. Idempotent.`,
    input: Named,
    output: Nothing,
    errors: ['TEMPLATE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  removeFavourite: defineCall({
    ...post,
    path: path('favorite/remove'),
    summary: 'Removes a template from the caller’s favourites. Idempotent.',
    input: Named,
    output: Nothing,
    errors: ['TEMPLATE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  favourites: defineCall({
    ...post,
    path: path('favorite/list'),
    summary: 'The caller’s favourite templates that still exist; built-in ones in the given language.',
    input: v.object({ langType: LangType, ...page(LIMITS.favouriteTemplates) }),
    output: Page,
    errors: ['PARAM_ERROR'],
  }),
};
