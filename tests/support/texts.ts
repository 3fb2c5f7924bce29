/** The texts of the app, for tests that search for them; read from the app's translation files. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Params = Record<string, string | number>;
type Texts = { [key: string]: string | Texts };
const read = new Map<string, Texts>();

/** A text of the app: `text('shell', 'signOut')`. With `count`, the plural of that number. A missing key throws. */
export function text(ns: string, key: string, params: Params = {}, language = 'en'): string {
  const name = `${language}/${ns}`;
  if (!read.has(name))
    read.set(
      name,
      JSON.parse(readFileSync(fileURLToPath(new URL(`../../locales/${name}.json`, import.meta.url)), 'utf8')) as Texts,
    );
  const find = (path: string): string | Texts | undefined =>
    path
      .split('.')
      .reduce<string | Texts | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        read.get(name),
      );
  const plural =
    'count' in params ? find(`${key}_${new Intl.PluralRules(language).select(Number(params['count']))}`) : undefined;
  const found = plural ?? find(key);
  if (typeof found !== 'string') throw new Error(`no text ${name}:${key}`);
  return found.replace(/\{\{\s*(\w+)[^}]*\}\}/g, (hole, param: string) =>
    param in params ? String(params[param]) : hole,
  );
}
