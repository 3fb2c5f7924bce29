/** English names of the languages, for prompts. */
export const LANGUAGE_NAMES: Record<string, string> = {
  en: 'English',
  zh_hans: 'Simplified Chinese',
  zh_hant: 'Traditional Chinese',
  ja: 'Japanese',
  ko: 'Korean',
};
