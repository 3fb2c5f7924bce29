/** Languages of server-rendered screens: detection, and translation files, read once. */
import { createInstance, type i18n, type Resource, type TFunction } from 'i18next';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initReactI18next } from 'react-i18next';
import { RemixI18Next } from 'remix-i18next/server';
import {
  DEFAULT_LANGUAGE,
  fromTag,
  languageOfRequest,
  LANGUAGES,
  languageTag,
  type Language,
} from '../../sync/model/languages';
import { i18nOptions } from './options';

let resources: Resource | null = null;

/** Every file of every language. */
function readAll(): Resource {
  const folder = join(process.cwd(), 'locales');
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        readdirSync(join(folder, language))
          .filter((file) => file.endsWith('.json'))
          .map((file) => [
            file.slice(0, -'.json'.length),
            JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Resource[string][string],
          ]),
      ),
    ]),
  );
}

function textsOfAll(): { resources: Resource; ns: string[] } {
  if (!resources || process.env['NODE_ENV'] !== 'production') resources = readAll();
  return { resources, ns: Object.keys(resources[DEFAULT_LANGUAGE]!) };
}

const remixI18n = new RemixI18Next({
  i18next: i18nOptions,
  detection: {
    supportedLanguages: LANGUAGES.map(languageTag),
    fallbackLanguage: languageTag(DEFAULT_LANGUAGE),
    // The library's detection reads only the first language of Accept-Language, and maps zh-TW to simplified Chinese.
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
  const t = await remixI18n.getFixedT(language, undefined, { ...i18nOptions, ...textsOfAll() });
  return { t, language };
}

/** A separate translator for each response. */
export async function translatorOf(language: Language): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({ ...i18nOptions, ...textsOfAll(), lng: language });
  return instance;
}
