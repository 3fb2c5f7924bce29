import type { Language } from '../../../sync/model/languages';
import { switchLanguage } from '~/i18n/client';
import { run } from '~/replica/client';

/** Switches the page's language at once, and the person's profile when the server answers. */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  await run('preferences.update', { lang: language });
}
