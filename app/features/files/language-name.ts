import { languageTag } from '../../../sync/model/languages';

/** The name of a language in the language of the screen; empty for an empty tag. */
export function languageName(tag: string, language: string): string {
  if (tag === '') return '';
  try {
    return new Intl.DisplayNames(languageTag(language), { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
