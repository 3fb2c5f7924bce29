import { expect, test } from 'vitest';
import { languageOf, normalTag } from './language';

test.each([
  ['The meeting starts on Friday morning at the station.', 'en'],
  ['Die Sitzung beginnt am Freitag im großen Saal.', 'de'],
  ['会議は金曜日の朝に始まります。', 'ja'],
  ['회의는 금요일 아침에 시작합니다.', 'ko'],
  ['会议在星期五早上开始，请带好资料。', 'zh-Hans'],
  ['會議在星期五早上開始，請帶好資料。', 'zh-Hant'],
  ['新版 React 与 TypeScript 5.9 的升级说明 (release notes)', 'zh-Hans'],
  ['The word 会議 means meeting in Japanese and is pronounced kaigi.', 'en'],
  ['12 345 — 67', ''],
])('The language of a text is found: %s', async (text, language) => {
  expect(await languageOf([text])).toBe(language);
});

test('A language tag gets the form that texts carry', () => {
  expect(['zh-TW', 'zh', 'en_GB', 'ja-JP', 'not a tag', ''].map(normalTag)).toEqual([
    'zh-Hant',
    'zh-Hans',
    'en',
    'ja',
    '',
    '',
  ]);
});
