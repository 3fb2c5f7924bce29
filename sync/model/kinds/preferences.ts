/** Preferences of one person in a company (id: the user's id). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { spaceOf } from '../ids';
import { LIMITS } from '../limits';
import { MAIL_TIMES } from '../notices';
import { RecognitionLanguage } from './meetings';

export const SORTS = ['edited', 'created', 'title'] as const;
const Sort = v.picklist(SORTS);
export type Sort = (typeof SORTS)[number];

export const CITATION_STYLES = ['numbered', 'authorDate', 'footnotes'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

export const FAVOURITES_MAX = 200;
const Favourites = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^(projects|notes|meetings)\/[\w-]{1,64}$/))),
  v.maxLength(FAVOURITES_MAX, 'PARAM_ERROR'),
);

export const preferences = defineKind({
  name: 'preferences',
  store: 'personal',
  direction: 'both',
  fields: {
    lang: RecognitionLanguage,
    recognitionLanguage: RecognitionLanguage,
    /** built-in and custom summary templates */
    favouriteTemplateIds: v.pipe(v.array(v.string()), v.maxLength(LIMITS.favouriteTemplates, 'PARAM_ERROR')),
    /** No longer read: `favourites` replaced it. Devices of earlier builds refuse preferences without it. */
    favouriteProjectIds: v.array(v.string()),
    /** projects, notes and meetings of the sidebar, each `<kind>/<id>` */
    favourites: v.optional(Favourites),
    /** their order; favourites that are not in it come last */
    favouriteOrder: v.optional(Favourites),
    /** orders of lists; by the last change by default */
    sorts: v.optional(v.object({ projects: v.optional(Sort), notes: v.optional(Sort), meetings: v.optional(Sort) })),
    /** notification kinds that the person switched off */
    mutedKinds: v.array(v.string()),
    /** choices that differ from the default of the kind (sync/model/notices.ts); the id is the kind of notification */
    notices: v.optional(
      v.pipe(
        v.array(v.object({ id: v.pipe(v.string(), v.maxLength(64)), mail: v.picklist(MAIL_TIMES), push: v.boolean() })),
        v.maxLength(100),
      ),
    ),
    /** IANA name of the time zone, in which daily digests are sent in the morning */
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(64))),
    copyFormat: v.picklist(['text', 'markdown', 'html']),
    /** citation style of reports; numbered by default */
    citationStyle: v.optional(v.picklist(CITATION_STYLES)),
    singleKeyShortcuts: v.boolean(),
  },
  indexes: ['recent'],
  label: 'preferences',
  createdWith: {},
  merge: {
    lang: 'value',
    recognitionLanguage: 'value',
    favouriteTemplateIds: 'set',
    favouriteProjectIds: 'set',
    favourites: 'set',
    // the later order wins, without a conflict version
    favouriteOrder: 'derived',
    sorts: 'derived',
    citationStyle: 'derived',
    mutedKinds: 'set',
    notices: 'byId',
    // devices set it automatically
    timeZone: 'derived',
    copyFormat: 'value',
    singleKeyShortcuts: 'value',
  },
  abilities: () => ['update'],
});
export type Preferences = DocOf<typeof preferences>;

/** Default preferences. */
export const newPreferences = (userId: string, language: Preferences['lang']) => ({
  id: userId,
  space: spaceOf('person', userId),
  lang: language,
  recognitionLanguage: language,
  favouriteTemplateIds: [],
  favouriteProjectIds: [],
  mutedKinds: [],
  copyFormat: 'text' as const,
  singleKeyShortcuts: true,
});
