/** Languages of server-rendered screens: detection, and translation files, read once. */
import { createInstance, type i18n, type Resource, type TFunction } from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initReactI18next } from 'react-i18next';
import { RemixI18Next } from 'remix-i18next/server';
import { DEFAULT_LANGUAGE, fromTag, languageOfRequest, LANGUAGES, languageTag, type Language } from './languages';
import { DOCUMENT_NAMESPACES, NAMESPACES } from './namespaces';
import { i18nOptions } from './options';

const ALL = [...NAMESPACES, ...DOCUMENT_NAMESPACES];
let resources: Resource | null = null;

function readAll(): Resource {
  const folder = process.env['LOCALES_PATH'] ?? join(process.cwd(), 'locales');
  const all: Resource = {};
  for (const language of LANGUAGES) {
    const files: Record<string, Record<string, unknown>> = {};
    for (const namespace of ALL) {
      try {
        files[namespace] = JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8')) as Record<
          string,
          unknown
        >;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    all[language] = files as Resource[string];
  }
  return all;
}

const resourcesOf = (): Resource => {
  if (!resources || process.env['NODE_ENV'] !== 'production') resources = readAll();
  return resources;
};

const remixI18n = new RemixI18Next({
  i18next: i18nOptions,
  detection: {
    supportedLanguages: LANGUAGES.map(languageTag),
    fallbackLanguage: languageTag(DEFAULT_LANGUAGE),
    // The library's own reading of Accept-Language tries the first wish alone, and takes zh-TW for simplified Chinese.
    order: ['custom'],
    findLocale: (request) => Promise.resolve(languageTag(languageOfRequest(request.headers))),
  },
});

/** The language of a request: the cookie (a choice) before the browser's preference. */
export const languageOf = async (request: Request): Promise<Language> =>
  fromTag(await remixI18n.getLocale(request)) ?? DEFAULT_LANGUAGE;

/** Texts for loaders and actions, in the language of the request. */
export async function textsOf(request: Request): Promise<{ t: TFunction; language: Language }> {
  const language = await languageOf(request);
  const t = await remixI18n.getFixedT(language, undefined, { ...i18nOptions, ns: ALL, resources: resourcesOf() });
  return { t, language };
}

/** A separate translator for each response. */
export async function translatorOf(language: Language): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({ ...i18nOptions, lng: language, ns: ALL, resources: resourcesOf() });
  return instance;
}
