import { expect, it } from 'vitest';
import { DEMO_PROJECTS } from '../../server/demo/seed';
import { questionLanguage, textLanguage } from './text-language';

it.each([
  ['週次定例の会議メモ', 'ja'],
  ['顧客インタビュー', 'ja'],
  ['価格交渉', 'ja'],
  ['取締役会議事録（発売前）', 'ja'],
  ['売上図表', 'ja'],
  ['拓展计划', 'zh_hans'],
  ['经销商拓展周会', 'zh_hans'],
  ['产品规格', 'zh_hans'],
  ['去年展会的经验', 'zh_hans'],
  ['參展企劃書', 'zh_hant'],
  ['客戶訪談', 'zh_hant'],
  ['設計展籌備會議', 'zh_hant'],
  ['會議紀錄', 'zh_hant'],
  ['고객 인터뷰', 'ko'],
  ['경영 회의', 'ko'],
  ['Project plan for the spring release', 'en'],
  ['What the trial told us', 'en'],
])('%s is %s', (text, language) => expect(textLanguage(text)).toBe(language));

it.each(['東京', '李明', '', '2026', 'Lumière', 'Q3'])('does not guess the language of %j', (text) =>
  expect(textLanguage(text)).toBeUndefined(),
);

it.each([
  ['When is the launch?', 'ja', 'en'],
  ['発売はいつですか？', 'en', 'ja'],
  ['什么时候签约和培训？', 'ja', 'zh_hans'],
  ['Lumière?', 'ja', 'ja'],
  ['東京', 'ko', 'ko'],
  ['Q3', 'fr', 'en'],
])('%s, asked on a screen in %s, is answered in %s', (question, screen, language) =>
  expect(questionLanguage(question, screen)).toBe(language),
);

it('detects the language of every note of the demo', () => {
  const wrong = DEMO_PROJECTS.flatMap(({ meetings }) => meetings).filter(
    (meeting) => textLanguage(meeting.markdown) !== meeting.language,
  );
  expect(wrong.map((meeting) => meeting.title)).toEqual([]);
});
