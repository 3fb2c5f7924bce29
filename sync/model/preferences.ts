/** Preferences of one person in a company (id: the user's id). */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { RecognitionLanguage } from './meetings';

export const preferences = defineCollection({
  name: 'preferences',
  version: 0,
  direction: 'both',
  fields: {
    lang: RecognitionLanguage,
    recognitionLanguage: RecognitionLanguage,
    favouriteTemplateIds: v.array(v.string()),
    favouriteProjectIds: v.array(v.string()),
    /** notification kinds that the person switched off */
    mutedKinds: v.array(v.string()),
    copyFormat: v.picklist(['text', 'markdown', 'html']),
    singleKeyShortcuts: v.boolean(),
  },
  indexes: [],
  merge: {
    lang: 'value',
    recognitionLanguage: 'value',
    favouriteTemplateIds: 'set',
    favouriteProjectIds: 'set',
    mutedKinds: 'set',
    copyFormat: 'value',
    singleKeyShortcuts: 'value',
  },
  abilities: () => ['update'],
});
export type Preferences = DocOf<typeof preferences>;
