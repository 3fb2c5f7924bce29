/**
 * Files, websites with their pages, and single pages of a project, and references to connectors, articles, chats, notes
 * and meetings (workspace 3). A device creates files, websites and single pages offline; the bytes are uploaded later,
 * and the server reads the addresses. Extracted texts are child documents (`itemTexts`).
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, timestamp, whole } from '../numbers';
import { PARSE_NOTICES } from '../parsed-text';
import { line } from '../text';

export const ITEM_TYPES = [
  'file',
  'website',
  'websiteUrl',
  'singleUrl',
  'connector',
  'article',
  'chat',
  'note',
  'meeting',
] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** Items with content of their own; the others refer to a document of another kind. */
export const CONTENT_ITEM_TYPES = ['file', 'website', 'websiteUrl', 'singleUrl'] as const satisfies readonly ItemType[];
export const hasContent = (type: ItemType): boolean => (CONTENT_ITEM_TYPES as readonly ItemType[]).includes(type);

/**
 * State of the extraction of a file's or page's text.
 *
 *   notParsed (no bytes yet) ─► waiting ─► parsing ─┬► parsed
 *                                  ▲                ├► failed ──retry──► waiting
 *                                  └────────────────┴► canceled ──retry─► waiting
 */
export const PARSE_STATES = ['waiting', 'parsing', 'parsed', 'notParsed', 'failed', 'canceled'] as const;
export type ParseState = (typeof PARSE_STATES)[number];

/** State of reading a website, one of its pages, or a single page; `none` for items without an address. */
export const CRAWL_STATES = ['none', 'waiting', 'crawling', 'crawled', 'failed', 'canceled'] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

export const projectItems = defineKind({
  name: 'projectItems',
  store: 'items',
  direction: 'both',
  fields: {
    projectId: Id,
    itemType: v.picklist(ITEM_TYPES),
    /** the document that a reference refers to; '' for items with content */
    itemId: IdOrNone,
    /** the website of a page; '' for other items */
    parentId: IdOrNone,
    /** order among the pages of a website */
    position: whole({ max: 2 ** 31 }),
    /** name of a file, title of a page */
    title: line({ max: LIMITS.fileName.max }, 'FILE_NAME_LENGTH_EXCEEDED'),
    url: v.pipe(v.string(), v.maxLength(2048)),
    /** bytes of the current version; for a website: of all its pages */
    size: amount(),
    mimeType: v.pipe(v.string(), v.maxLength(200)),
    /** hash of the current version's bytes; '' while no version is stored */
    sha256: v.pipe(v.string(), v.maxLength(64)),
    /** number of the current version of a file; 0 until its first bytes have arrived */
    version: whole(),
    parseStatus: v.picklist(PARSE_STATES),
    crawlStatus: v.picklist(CRAWL_STATES),
    /** error code of parsing or reading; '' for none */
    error: v.pipe(v.string(), v.maxLength(100)),
    notices: v.array(v.picklist(PARSE_NOTICES)),
    /** for a document: pages, slides or sheets; for a website: stored pages */
    pages: amount(),
    /** language of the extracted text, '' if unknown */
    language: v.pipe(v.string(), v.maxLength(20)),
    /** for a website: greatest distance from its first page in links, and greatest number of pages */
    depth: whole({ max: LIMITS.crawlDepth.max }),
    pageLimit: whole({ max: LIMITS.crawlPages.max }),
    /** for a website or page: whether it is read again each week */
    recrawl: v.picklist(['never', 'weekly']),
    addedBy: Id,
    createdAt: timestamp(),
    /** time when the current version was stored, or the address last read; 0 before */
    contentAt: timestamp(),
  },
  indexes: ['recent', 'project', 'parent'],
  label: 'projectItem',
  listedAs: ['bytes'],
  // a page of a website is deleted and restored with the website
  parents: [
    { kind: 'projects', field: 'projectId' },
    { kind: 'projectItems', field: 'parentId' },
  ],
  createdWith: {
    parseStatus: 'notParsed',
    size: 0,
    sha256: '',
    version: 0,
    error: '',
    notices: [],
    pages: 0,
    language: '',
    contentAt: 0,
  },
  search: {
    role: 'result',
    fields: [
      { passage: 'title', field: 'title' },
      { passage: 'description', field: 'url' },
    ],
    // references are left out; search finds the document that they refer to
    when: (row) => hasContent(row['itemType'] as ItemType),
  },
  // contributors may change each other's files and links, and restore deleted ones
  trash: { owner: 'addedBy', restoredBy: 'contributor', ownSpace: null },
  merge: {
    projectId: 'value',
    itemType: 'server',
    itemId: 'server',
    parentId: 'server',
    position: 'server',
    title: 'value',
    url: 'server',
    size: 'server',
    mimeType: 'server',
    sha256: 'server',
    version: 'server',
    parseStatus: 'server',
    crawlStatus: 'server',
    error: 'server',
    notices: 'server',
    pages: 'server',
    language: 'server',
    depth: 'value',
    pageLimit: 'value',
    recrawl: 'value',
    addedBy: 'server',
    createdAt: 'server',
    contentAt: 'server',
  },
  abilities: (_doc, role) => (role === 'viewer' ? [] : ['update', 'delete', 'move']),
  link: ({ id, projectId, itemType }) =>
    `/project/${String(projectId)}?tab=${itemType === 'file' ? 'files' : 'links'}&item=${id}`,
});
export type ProjectItem = DocOf<typeof projectItems>;
