/** The `lang` attribute of texts that people wrote. */
import { languageTag } from '../../sync/model/languages';
import { textLanguage } from '../../sync/model/text-language';

/** The `lang` attribute of a text, undefined if its language cannot be detected: it then inherits the page's. */
export function langOf(text: string): string | undefined {
  const language = textLanguage(text);
  return language && languageTag(language);
}
