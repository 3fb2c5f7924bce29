import type { InitOptions } from 'i18next';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../sync/model/languages';

/** Options shared by page and server. Codes with an underscore are whole languages, not regions. */
export const i18nOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: DEFAULT_LANGUAGE,
  load: 'currentOnly',
  lowerCaseLng: false,
  cleanCode: false,
  defaultNS: 'common',
  fallbackNS: 'common',
  returnNull: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} satisfies InitOptions;
