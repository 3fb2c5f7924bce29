import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../sync/protocol/errors';
import { fromAcceptLanguage, fromTag, languageOfRequest, LANGUAGES, type Language } from '../../sync/model/languages';
import { FEATURES } from '../features';
import { NAMESPACES, SERVER_NAMESPACES } from './namespaces';

const FILES = [
  ...new Set<string>([...NAMESPACES, ...SERVER_NAMESPACES, ...FEATURES.flatMap(({ namespace }) => namespace ?? [])]),
];

type Texts = { [key: string]: string | Texts };

function flat(texts: Texts, prefix = ''): Map<string, string> {
  const out = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') out.set(prefix + key, value);
    else for (const [k, v] of flat(value, `${prefix}${key}.`)) out.set(k, v);
  }
  return out;
}
const folder = new URL('../../locales/', import.meta.url);
const read = (language: Language, namespace: string): Map<string, string> =>
  flat(JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, folder), 'utf8')) as Texts);
const base = (key: string): string => key.replace(/_(one|other)$/, '');
const holes = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1]!))].sort().join();

describe.each(LANGUAGES.filter((l) => l !== 'en'))('%s', (language) => {
  it.each(FILES)('%s has every text with the same placeholders, and no other', (namespace) => {
    const english = read('en', namespace);
    const mine = read(language, namespace);
    expect([...new Set([...mine.keys()].map(base))].sort()).toEqual([...new Set([...english.keys()].map(base))].sort());
    for (const [key, text] of mine) {
      expect(text.trim(), key).not.toBe('');
      const model = english.get(key) ?? english.get(`${base(key)}_other`);
      expect(holes(text), `${namespace}:${key}`).toBe(holes(model ?? ''));
    }
  });
});

it('every language has the same files, each a known namespace', () => {
  const known = FILES.map((namespace) => `${namespace}.json`);
  for (const language of LANGUAGES)
    expect(
      readdirSync(new URL(language, folder))
        .filter((f) => f !== 'demo.json')
        .sort(),
      language,
    ).toEqual([...known].sort());
});

it.each([...LANGUAGES])('every error has a text in %s', (language) => {
  const texts = read(language, 'errors');
  expect(Object.keys(ERRORS).filter((code) => !texts.get(code)?.trim())).toEqual([]);
});

it('matches languages by tag and by header', () => {
  expect(['zh-TW', 'zh-Hant-HK', 'zh', 'zh-CN', 'ja-JP', 'ko', 'en-GB', 'de'].map(fromTag)).toEqual([
    'zh_hant',
    'zh_hant',
    'zh_hans',
    'zh_hans',
    'ja',
    'ko',
    'en',
    null,
  ]);
  expect(fromAcceptLanguage('de-DE, ko;q=0.4, ja;q=0.9, *;q=0.1')).toBe('ja');
  expect(fromAcceptLanguage('fr, de;q=0.2')).toBeNull();
});

it("a chosen language takes precedence over the browser's", () => {
  expect(languageOfRequest(new Headers({ cookie: 'a=b; lang=ko', 'accept-language': 'ja' }))).toBe('ko');
  expect(languageOfRequest(new Headers({ cookie: 'lang=xx', 'accept-language': 'ja' }))).toBe('ja');
  expect(languageOfRequest(new Headers())).toBe('en');
});
