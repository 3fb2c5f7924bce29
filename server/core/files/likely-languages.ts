import { languageTag } from '../../../sync/model/languages';
import type { FileServices } from './services';

/** Languages that the pictures of text of a person are likely in (BCP 47): of the screens, then of recordings. */
export async function likelyLanguages(
  { sync }: Pick<FileServices, 'sync'>,
  companyId: string,
  userId: string,
): Promise<string[]> {
  const preferences = await sync.read(companyId, (tx) => tx.get('preferences', userId));
  return preferences ? [...new Set([preferences.lang, preferences.recognitionLanguage].map(languageTag))] : [];
}
