import { expect, it } from 'vitest';
import { languageOf, textsOf } from './server';

const asked = (headers: Record<string, string>): Request => new Request('http://localhost/', { headers });

it.each([
  [{}, 'en'],
  [{ 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' }, 'zh_hant'],
  [{ 'accept-language': 'zh-CN' }, 'zh_hans'],
  [{ 'accept-language': 'de-DE, ko;q=0.4, ja;q=0.9' }, 'ja'],
  [{ 'accept-language': 'ja', cookie: 'a=b; lang=ko' }, 'ko'],
  [{ 'accept-language': 'ja', cookie: 'lang=xx' }, 'ja'],
  [{ 'accept-language': '*' }, 'en'],
])('detects the language of a request: %j', async (headers, language) => {
  expect(await languageOf(asked(headers as Record<string, string>))).toBe(language);
});

it('gives loaders the texts of every namespace in the language of the request', async () => {
  const { t, language } = await textsOf(asked({ 'accept-language': 'ja' }));
  expect([language, t('retry'), t('landing:description')]).toEqual([
    'ja',
    expect.stringMatching(/\p{Script=Hiragana}/u),
    expect.stringMatching(/\p{Script=Hiragana}/u),
  ]);
});
