/** Languages of server-rendered screens: translation files, read once. */
import { createInstance, type i18n, type Resource } from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from './languages';
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

/** A separate translator for each request. */
export async function languagesOf(language: Language): Promise<i18n> {
  if (!resources || process.env['NODE_ENV'] !== 'production') resources = readAll();
  const instance = createInstance();
  await instance.use(initReactI18next).init({ ...i18nOptions, lng: language, ns: ALL, resources });
  return instance;
}
