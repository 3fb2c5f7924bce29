/** Preferences of one person in a company (id: the user's id). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { RecognitionLanguage } from './meetings';

export const preferences = defineKind({
  name: 'preferences',
  store: 'personal',
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
  indexes: ['recent'],
  label: 'preferences',
  createdWith: {},
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
