/**
 * The calls of links: websites with their pages, and single pages (workspace 7). Each is a project item; the snapshot
 * of a page's text is its child document `itemTexts`.
 */
import * as v from 'valibot';
import { Id, Ids } from '../../../sync/model/id-schemas';
import { projectItems } from '../../../sync/model/kinds/project-items';
import { LIMITS } from '../../../sync/model/limits';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, PAGE_SIZE_MAX } from '../../../sync/protocol/paging';

/** Checked by the service: `https:` is added, and only http and https are taken. */
const Address = v.pipe(v.string(), v.maxLength(2048, 'WEBSITE_URL_INVALID'));
const Deleted = v.object({ ids: v.pipe(Ids, v.minLength(1, 'PARAM_ERROR'), v.maxLength(1000, 'PARAM_ERROR')) });
const OfProject = v.object({ projectId: Id, ...pageFields(100) });
const Link = v.object({ id: Id });
const Nothing = v.object({});

const ADD_ERRORS = [
  'PROJECT_NOT_FOUND',
  'NO_PERMISSION',
  'PARAMETER_REQUIRED',
  'WEBSITE_URL_INVALID',
  'WEBSITE_URL_NOT_PUBLIC',
  'WEBSITE_PORT_NOT_ALLOWED',
  'PARAM_ERROR',
] as const;

export const linkCalls = {
  addWebsite: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/add',
    who: 'member',
    scope: 'projects.add',
    idempotent: true,
    summary:
      'Adds a website to a project and starts reading it. Adding the same address again returns the existing website.',
    input: v.object({
      projectId: Id,
      url: Address,
      /** `website`: its pages are read too; `singleUrl`: this page alone */
      kind: v.optional(v.picklist(['website', 'singleUrl']), 'website'),
      depth: v.optional(whole({ max: LIMITS.crawlDepth.max, message: 'PARAM_ERROR' }), LIMITS.crawlDepth.default),
      pageLimit: v.optional(
        whole({ min: 1, max: LIMITS.crawlPages.max, message: 'PARAM_ERROR' }),
        LIMITS.crawlPages.default,
      ),
      recrawl: v.optional(projectItems.fields.recrawl, 'never'),
    }),
    output: projectItems.schema,
    errors: [...ADD_ERRORS, 'SINGLE_URL_DUPLICATED'],
  }),
  searchWebsites: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/search/page',
    who: 'member',
    summary: 'Websites of a project.',
    input: OfProject,
    output: pageOf(projectItems.schema),
    errors: ['PROJECT_NOT_FOUND', 'PARAM_ERROR'],
  }),
  searchPages: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/url/search/page',
    who: 'member',
    summary: 'Pages of a website.',
    input: v.object({ websiteId: Id, ...pageFields(PAGE_SIZE_MAX) }),
    output: pageOf(projectItems.schema),
    errors: ['WEBSITE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  removeWebsites: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/delete',
    who: 'member',
    summary: 'Deletes websites with their pages.',
    input: Deleted,
    output: Nothing,
    errors: ['WEBSITE_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  removePages: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/url/delete',
    who: 'member',
    summary: 'Deletes pages of websites; they are not read again.',
    input: Deleted,
    output: Nothing,
    errors: ['WEBSITE_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  restartWebsite: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/crawl/restart',
    who: 'member',
    summary: 'Reads a website again; unchanged pages are not transferred.',
    input: Link,
    output: Nothing,
    errors: ['WEBSITE_NOT_FOUND', 'CRAWL_ALREADY_RUNNING', 'SINGLE_URL_DUPLICATED', 'NO_PERMISSION'],
  }),
  restartPage: defineCall({
    service: 'core',
    method: 'POST',
    path: '/website/url/crawl/restart',
    who: 'member',
    summary: 'Reads one page of a website again.',
    input: Link,
    output: Nothing,
    errors: ['WEBSITE_NOT_FOUND', 'CRAWL_ALREADY_RUNNING', 'NO_PERMISSION'],
  }),
  addPage: defineCall({
    service: 'core',
    method: 'POST',
    path: '/single-url/add',
    who: 'member',
    scope: 'projects.add',
    idempotent: true,
    summary: 'Adds one page to a project and reads it.',
    input: v.object({ projectId: Id, url: Address, recrawl: v.optional(projectItems.fields.recrawl, 'never') }),
    output: projectItems.schema,
    errors: [...ADD_ERRORS, 'SINGLE_URL_DUPLICATED'],
  }),
  searchSinglePages: defineCall({
    service: 'core',
    method: 'POST',
    path: '/single-url/search/page',
    who: 'member',
    summary: 'Single pages of a project.',
    input: OfProject,
    output: pageOf(projectItems.schema),
    errors: ['PROJECT_NOT_FOUND', 'PARAM_ERROR'],
  }),
  removeSinglePages: defineCall({
    service: 'core',
    method: 'POST',
    path: '/single-url/delete',
    who: 'member',
    summary: 'Deletes single pages.',
    input: Deleted,
    output: Nothing,
    errors: ['SINGLE_URL_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  restartSinglePage: defineCall({
    service: 'core',
    method: 'POST',
    path: '/single-url/crawl/restart',
    who: 'member',
    summary: 'Reads a single page again.',
    input: Link,
    output: Nothing,
    errors: ['SINGLE_URL_NOT_FOUND', 'CRAWL_ALREADY_RUNNING', 'SINGLE_URL_DUPLICATED', 'NO_PERMISSION'],
  }),
  cancel: defineCall({
    service: 'core',
    method: 'POST',
    path: '/link/crawl/cancel',
    who: 'member',
    summary: 'Cancels the reading of a website or page; content read so far is kept.',
    input: Link,
    output: Nothing,
    errors: ['WEBSITE_NOT_FOUND', 'NO_PERMISSION'],
  }),
};
