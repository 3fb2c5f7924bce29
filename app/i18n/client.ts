/**
 * Languages in the browser: the choice on this device, translation files over HTTP (from the service worker offline),
 * switching without a reload.
 */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  DEFAULT_LANGUAGE,
  fromTag,
  isLanguage,
  LANGUAGE_KEY,
  languageTag,
  type Language,
} from '../../sync/model/languages';
import { WORKSPACE_NAMESPACES, type Namespace } from './namespaces';
import { i18nOptions } from './options';

/** The language chosen on this device. */
export function chosenLanguage(): Language | null {
  // the cookie first: a page without scripts can set only that
  const chosen =
    new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([\\w-]+)`).exec(document.cookie)?.[1] ?? localStorage.getItem(LANGUAGE_KEY);
  return isLanguage(chosen) ? chosen : null;
}

/** The language chosen on this device, otherwise the browser's. */
export function deviceLanguage(): Language {
  const chosen = chosenLanguage();
  if (chosen) return chosen;
  for (const tag of navigator.languages) {
    const language = fromTag(tag);
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** Translation files over HTTP. i18next-http-backend would be 4 kB before the first text. */
const files: BackendModule = {
  type: 'backend',
  init() {},
  async read(language, namespace) {
    const answer = await fetch(`/locales/${language}/${namespace}.json`);
    if (!answer.ok) throw new Error(`no texts ${language}/${namespace}: ${answer.status}`);
    return answer.json();
  },
};

/** Initialises the page's language with the given files loaded. A file that cannot be loaded falls back to English. */
export async function startLanguages(language: Language, namespaces: readonly Namespace[]): Promise<typeof i18next> {
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng: language,
      ns: [...namespaces],
    });
  document.documentElement.lang = languageTag(language);
  return i18next;
}

/** Loads every file of the current language that the workspace uses. */
export const loadAllNamespaces = (): Promise<void> => i18next.loadNamespaces(WORKSPACE_NAMESPACES);

/** Loads more files of the current language. A client loader may return its result, which must not be undefined. */
export async function loadNamespaces(namespaces: readonly string[]): Promise<null> {
  await i18next.loadNamespaces([...namespaces]);
  return null;
}

/** Switches the language at once and stores the choice on this device, for server-rendered screens too (cookie). */
export async function switchLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language);
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
  await i18next.changeLanguage(language);
  document.documentElement.lang = languageTag(language);
}
